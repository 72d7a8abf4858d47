import { spawn } from "node:child_process";
import { once } from "node:events";
import tap from "tap";
import { descendants } from "../../../lib/host/process/descendants.ts";

tap.test("children and theirs, nearest first; none of a process that has ended", async (t) => {
  const child = spawn("sh", ["-c", "sleep 60 & echo $!; wait"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  while (out.split("\n").length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  const grandchild = Number(out);
  t.ok(descendants(child.pid ?? 0).includes(grandchild));
  const all = descendants(process.pid);
  t.ok(all.includes(child.pid ?? 0));
  t.ok(all.indexOf(child.pid ?? 0) < all.indexOf(grandchild));
  const ended = once(child, "close");
  child.kill("SIGKILL");
  process.kill(grandchild, "SIGKILL");
  await ended;
  t.same(descendants(child.pid ?? 0), []);
});
