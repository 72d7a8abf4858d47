import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";

const podman = process.env["PADDOCK_PODMAN"] ?? "podman";

export interface PodmanResult {
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Podman in a directory, with PWD saying the same as it. */
export async function runPodman(
  args: readonly string[],
  cwd: string = process.cwd(),
): Promise<PodmanResult> {
  const result = await execa(podman, args, {
    cwd,
    env: { PWD: cwd },
    reject: false,
    stdin: "ignore",
    stripFinalNewline: false,
  });
  if (result.exitCode === undefined) throw new Error(`${podman} did not run: ${result.message}`);
  return { status: result.exitCode, stdout: result.stdout, stderr: result.stderr };
}

/** Stores an image without layers whose labels are exactly these strings: no build touches them. */
export async function loadLabels(
  folder: string,
  image: string,
  labels: Readonly<Record<string, string>>,
): Promise<void> {
  const config = JSON.stringify({
    architecture: "amd64",
    os: "linux",
    config: { Labels: labels },
    rootfs: { type: "layers", diff_ids: [] },
    history: [],
  });
  const name = `${createHash("sha256").update(config).digest("hex")}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), config);
  writeFileSync(
    join(folder, "manifest.json"),
    JSON.stringify([{ Config: name, RepoTags: [image], Layers: [] }]),
  );
  const archive = join(folder, "image.tar");
  await execa("tar", ["-C", folder, "-cf", archive, "manifest.json", name]);
  const loaded = await runPodman(["load", "--quiet", "--input", archive]);
  if (loaded.status !== 0) throw new Error(loaded.stderr);
}

/** Runs jobs two at a time and keeps their order. */
export async function inPairs<Job, Result>(
  jobs: readonly Job[],
  run: (job: Job) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < jobs.length; index += 2)
    results.push(...(await Promise.all(jobs.slice(index, index + 2).map(run))));
  return results;
}
