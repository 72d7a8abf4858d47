// Medians of several rounds of each command, interleaved so that a slow moment of the machine falls on all of them alike.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { arch, cpus, homedir, release, tmpdir, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { contenders } from "./contenders.js";

const [node24, tools, roundsText] = process.argv.slice(2);
const rounds = Number(roundsText);
const paddock = fileURLToPath(new URL("../../dist/bin/paddock.js", import.meta.url));
const workspace = `${homedir()}/bench-workspace`;
mkdirSync(workspace, { recursive: true });

const place = mkdtempSync(`${tmpdir()}/paddock-bench-`);
const log = `${place}/podman.log`;
const podman = text(["sh", "-c", "command -v podman"]);
// Counts processes: named podman, first in PATH, and handed to Paddock by PADDOCK_PODMAN.
writeFileSync(`${place}/podman`, `#!/bin/sh\necho >>${log}\nexec ${podman} "$@"\n`);
chmodSync(`${place}/podman`, 0o755);

function run(argv, env = {}) {
  return spawnSync(argv[0], argv.slice(1), {
    cwd: workspace,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
}

function text(argv) {
  return run(argv).stdout?.trim().split("\n")[0] ?? "";
}

function counted(argv) {
  rmSync(log, { force: true });
  writeFileSync(log, "");
  const env = { PATH: `${place}:${process.env.PATH}`, PADDOCK_PODMAN: `${place}/podman` };
  // The first time fills the cache of versions for this other binary.
  run(argv, env);
  writeFileSync(log, "");
  run(argv, env);
  return readFileSync(log, "utf8").length;
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? (sorted[middle - 1] + sorted[middle]) / 2
    : sorted[Math.floor(middle)];
}

const rows = contenders({
  node20: "node",
  node24,
  paddock,
  podman,
  tools,
  run,
  folder: place,
  workspace,
});
const usable = rows.filter((row) => {
  const answer = run(row.argv);
  if (answer.status === 0) return true;
  const why = answer.error?.message ?? answer.stderr.trim().split("\n").at(-1);
  console.error(`bench: ${row.name}: left out: ${why} (status ${answer.status})`);
  return false;
});
const times = new Map(usable.map((row) => [row, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const row of usable) {
    const startedAt = performance.now();
    run(row.argv);
    times.get(row).push(performance.now() - startedAt);
  }
}
const bare = usable.find((row) => row.name === "podman run");
const unit = median(times.get(bare));
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0].model}, ${arch()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `Linux ${release()}; ${text(["podman", "--version"])}, ${text(["crun", "--version"])}, ` +
    `Node ${text(["node", "--version"])} and ${text([node24, "--version"])}; medians of ${rounds}.\n`,
);
console.log("| command | median | to bare podman run | podman processes |");
console.log("| --- | ---: | ---: | ---: |");
for (const row of usable) {
  const time = median(times.get(row));
  const count = row.counted ? String(counted(row.argv)) : "";
  console.log(`| ${row.name} | ${time.toFixed(0)} ms | ${(time / unit).toFixed(2)} | ${count} |`);
}
rmSync(place, { recursive: true, force: true });
