import { connect } from "node:net";
import t from "tap";
import { systemConnections } from "../../lib/host/connections.ts";

t.test("a port of one's own greets whoever connects, until it is closed", async (test) => {
  const listener = await systemConnections.listen("127.0.0.1", "hello\n");
  test.equal(listener.address, "127.0.0.1");
  const greeting = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(listener.port, "127.0.0.1");
    socket.on("data", (data) => (text += data.toString())).on("error", reject);
    socket.on("close", () => resolve(text));
  });
  test.equal(greeting, "hello\n");
  test.equal(await systemConnections.connects("127.0.0.1", listener.port), true);
  listener.close();
  test.equal(await systemConnections.connects("127.0.0.1", listener.port), false);
});

t.test("an address that is not this machine's cannot be listened on", async (test) => {
  await test.rejects(systemConnections.listen("192.0.2.77", ""), { code: "EADDRNOTAVAIL" });
});

t.test("no address of loopback or of one link alone", async (test) => {
  for (const address of await systemConnections.addresses()) {
    test.notMatch(address, /^(?:127\.|::1$|fe80)/);
  }
});
