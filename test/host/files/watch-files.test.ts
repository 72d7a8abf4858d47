import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import tap from "tap";
import { watchFiles } from "../../../lib/host/files/watch-files.ts";

const CHILD = fileURLToPath(new URL("limited-watch.ts", import.meta.url));
const CLOSING = fileURLToPath(new URL("closed-in-event.ts", import.meta.url));

/** What a watch meets in a user namespace of its own where a limit of inotify is 0; undefined where there can be none. */
function limited(limit: string | undefined, folder: string): string | undefined {
  const set = limit === undefined ? "" : `echo 0 >/proc/sys/user/${limit} || exit 9;`;
  const script = `${set} exec "$@"`;
  const node = [process.execPath, ...process.execArgv, CHILD, folder];
  const result = spawnSync(
    "unshare",
    ["--user", "--map-root-user", "sh", "-c", script, "sh", ...node],
    {
      encoding: "utf8",
    },
  );
  if (result.error || result.stderr.includes("unshare failed") || result.status === 9)
    return undefined;
  return result.stdout;
}

const limits: readonly [name: string, limit: string | undefined, met: string][] = [
  ["none", undefined, "watched"],
  ["E07 no watch is left (ENOSPC)", "max_inotify_watches", '{"kind":"watches"}'],
  ["E07 no instance is left (EMFILE)", "max_inotify_instances", '{"kind":"instances"}'],
];
for (const [name, limit, met] of limits) {
  tap.test(`a limit of the kernel's own: ${name}`, (t) => {
    const said = limited(limit, t.testdir({ file: "x" }));
    if (said === undefined)
      t.pass("not tried", { skip: "this machine lets nobody make a user namespace" });
    else t.equal(said, met);
    t.end();
  });
}

for (const polling of [false, true]) {
  tap.test(
    `tells of changes, ${polling ? "by polling" : "by the kernel"}; not of others`,
    async (t) => {
      const folder = t.testdir({ file: "x", other: "x", sub: { deep: "x" } });
      const seen = { stirs: 0, gone: 0 };
      const watch = await watchFiles({
        folders: [folder],
        wants: (path) => path !== `${folder}/other`,
        polling,
        onStir: ({ folderGone }) => {
          seen.stirs += 1;
          if (folderGone) seen.gone += 1;
        },
        onTrouble: (trouble) => t.fail(JSON.stringify(trouble)),
      });
      const told = async (change: () => void): Promise<boolean> => {
        await delay(200);
        seen.stirs = 0;
        change();
        for (let turn = 0; turn < 125 && seen.stirs === 0; turn += 1) await delay(20);
        return seen.stirs > 0;
      };
      t.ok(await told(() => appendFileSync(`${folder}/file`, "y")), "a change");
      t.ok(await told(() => writeFileSync(`${folder}/new`, "y")), "a new file");
      t.ok(await told(() => rmSync(`${folder}/new`)), "a removed one");
      if (!polling)
        t.ok(await told(() => chmodSync(`${folder}/file`, 0o755)), "a change of rights");
      t.ok(await told(() => mkdirSync(`${folder}/dir`)), "a new folder");
      t.notOk(await told(() => appendFileSync(`${folder}/other`, "y")), "what is not wanted");
      t.ok(await told(() => rmSync(`${folder}/sub`, { recursive: true })), "a folder gone");
      await delay(polling ? 2200 : 200);
      t.ok(seen.gone > 0);
      await watch.close();
      t.notOk(await told(() => appendFileSync(`${folder}/file`, "z")), "nothing after its end");
    },
  );
}

// The kernel's words come first, then chokidar's own: of an added file it begins the watch before it tells, and notes it down after.
for (const nth of [1, 2, 3, 4]) {
  tap.test(
    `closed in the very event that tells of a change (${String(nth)}): its process can end`,
    (t) => {
      const argv = [...process.execArgv, CLOSING, t.testdir(), String(nth)];
      const ended = spawnSync(process.execPath, argv, { encoding: "utf8", timeout: 20_000 });
      t.equal(ended.signal, null, "it ends by itself");
      t.equal(ended.status, 0, ended.stderr);
      t.end();
    },
  );
}
