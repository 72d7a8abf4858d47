import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import t from "tap";
import { askLine, serveLines } from "../../../lib/host/network/line-socket.ts";

const folder = mkdtempSync(`${tmpdir()}/paddock-`);
t.teardown(() => rmSync(folder, { recursive: true }));

t.test("an answer, and what is left of a server that is gone", async (t) => {
  const path = `${folder}/a.sock`;
  const server = await serveLines(path, (line) => line.toUpperCase());
  t.strictSame(await askLine(path, "hello"), { kind: "answered", line: "HELLO" });
  await server.close();
  t.strictSame(await askLine(path, "hello"), { kind: "absent" });
  t.strictSame(await askLine(`${folder}/none/x.sock`, "hello"), { kind: "absent" });
  writeFileSync(path, "");
  t.strictSame(await askLine(path, "hello"), { kind: "absent" }, "a file that is no socket");
});

t.test("what cannot be asked is not taken for gone: its socket would be removed", async (t) => {
  symlinkSync("loop.sock", `${folder}/loop.sock`);
  t.strictSame(await askLine(`${folder}/loop.sock`, "hello"), { kind: "silent" });
});
