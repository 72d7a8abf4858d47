import { spawn } from "node:child_process";
import { once } from "node:events";
import tap from "tap";
import { lockFile } from "../../../lib/host/files/file-lock.ts";

const silent = (): void => {};

tap.test("a second holder waits, is told so, and gets it when it is released", async (t) => {
  const path = `${t.testdir()}/lock`;
  const first = await lockFile(path, () => t.fail("nobody holds it"));
  const order: string[] = [];
  const second = lockFile(path, () => order.push("waiting")).then((lock) => {
    order.push("taken");
    return lock;
  });
  while (order.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  t.same(order, ["waiting"]);
  order.push("released");
  await first.release();
  await (await second).release();
  t.same(order, ["waiting", "released", "taken"]);
});

tap.test("it can be taken again after its release", async (t) => {
  const path = `${t.testdir()}/lock`;
  for (const _ of [1, 2]) await (await lockFile(path, silent)).release();
  t.pass("twice");
});

tap.test("a holder that is killed gives it back", async (t) => {
  const path = `${t.testdir()}/lock`;
  const url = new URL("../../../lib/host/files/file-lock.ts", import.meta.url).href;
  const code = `const { lockFile } = await import(${JSON.stringify(url)}); await lockFile(${JSON.stringify(path)}, () => {}); console.log("held"); setInterval(() => {}, 1000);`;
  const holder = spawn(
    process.execPath,
    [...process.execArgv, "--input-type=module", "--eval", code],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await once(holder.stdout, "data");
  const ended = once(holder, "exit");
  holder.kill("SIGKILL");
  await ended;
  await (await lockFile(path, silent)).release();
  t.pass("taken");
});

tap.test("a folder that is not there", async (t) => {
  await t.rejects(lockFile(`${t.testdir()}/gone/lock`, silent), { code: "failed" });
});
