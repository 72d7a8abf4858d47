import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import t from "tap";

const PROGRAM = `
const { systemHost } = await import(${JSON.stringify(new URL("../../lib/host/system-host.ts", import.meta.url).href)});
const host = systemHost();
const ran = await host.processes.run(["tool"]).catch(() => ({ stdout: "" }));
console.log(JSON.stringify({ path: process.env.PATH ?? null, search: host.settings.searchPath, ran: ran.stdout }));
`;

// As a project can have them: whoever works in it has its node_modules/.bin in front.
t.test(
  "F18 what Paddock starts finds no program that an agent left in the workspace",
  async (t) => {
    const folder = realpathSync(t.testdir());
    const planted = `${folder}/work/node_modules/.bin`;
    const own = `${folder}/bin`;
    for (const [place, says] of [
      [planted, "planted"],
      [own, "own"],
    ] as const) {
      mkdirSync(place, { recursive: true });
      writeFileSync(`${place}/tool`, `#!/bin/sh\necho ${says}\n`);
      chmodSync(`${place}/tool`, 0o755);
    }
    const rows = [
      [`${planted}:.:${own}`, own, "own\n"],
      [planted, null, ""],
    ] as const;
    for (const [path, left, ran] of rows) {
      const answer = execFileSync(
        process.execPath,
        [...process.execArgv, "--input-type=module", "--eval", PROGRAM],
        {
          cwd: `${folder}/work`,
          env: { HOME: `${folder}/home`, PATH: path },
          encoding: "utf8",
        },
      );
      t.strictSame(JSON.parse(answer), { path: left, search: left === null ? [] : [left], ran });
    }
  },
);
