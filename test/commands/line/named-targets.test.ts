import t from "tap";
import { readNamedTargets } from "../../../lib/commands/line/named-targets.ts";

t.test("targets that a person names", async (test) => {
  test.same(readNamedTargets(["internet=1.2.3.4:443", "lan=[fd00::1]:80"]), [
    { place: "internet", address: "1.2.3.4", port: 443 },
    { place: "lan", address: "fd00::1", port: 80 },
  ]);
});

for (const word of [
  "",
  "internet",
  "internet=example.test:80",
  "internet=1.2.3.4",
  "internet=1.2.3.4:0",
  "internet=1.2.3.4:65536",
  "host-loopback=1.2.3.4:80",
  "lan=fd00::1:80",
]) {
  t.test(`refused: ${JSON.stringify(word)}`, async (test) => {
    test.throws(() => readNamedTargets([word]), { code: "usage" });
  });
}
