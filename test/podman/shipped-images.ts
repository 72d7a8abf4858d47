import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { execa } from "execa";

const podman = process.env["PADDOCK_PODMAN"] ?? "podman";
const shipped = new URL("../../profiles/", import.meta.url).pathname;

const PADDOCK = new URL("../../dist/bin/paddock.js", import.meta.url).pathname;

export const BASE = "localhost/paddock-base:latest";
export const DEFAULT = "localhost/paddock:latest";

export interface Ended {
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end; its working directory and PWD say the same. */
export async function runProgram(
  [file = podman, ...args]: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const cwd = options.cwd ?? process.cwd();
  const result = await execa(file, args, {
    cwd,
    env: { ...options.env, PWD: cwd },
    reject: false,
    stdin: "ignore",
  });
  if (result.exitCode === undefined) throw new Error(`${file} did not run: ${result.message}`);
  return { status: result.exitCode, stdout: result.stdout, stderr: result.stderr };
}

/** What a build of the base is told on this machine: `$PADDOCK_CA`, `$PADDOCK_TEST_BUILD_ARG` (NAME=VALUE). */
function buildFlags(): readonly string[] {
  const authorities = process.env["PADDOCK_CA"];
  const argument = process.env["PADDOCK_TEST_BUILD_ARG"];
  const flags = argument ? ["--build-arg", argument] : [];
  if (!authorities) return flags;
  const sum = createHash("sha256").update(readFileSync(authorities)).digest("hex");
  const secret = `id=paddock-ca,src=${authorities}`;
  return [...flags, "--secret", secret, "--build-arg", `PADDOCK_CA_SHA256=${sum}`];
}

/** Builds the base from a folder as a plain `podman build`, which takes seconds when nothing has changed. Later flags win. */
export function buildBase(
  flags: readonly string[],
  folder: string = `${shipped}base`,
): Promise<Ended> {
  return runProgram([podman, "build", ...buildFlags(), ...flags, folder]);
}

/** Builds both shipped images with Paddock, which takes no time when they are fresh; throws with the end of what it said. */
export async function buildShippedImages(): Promise<void> {
  const argument = process.env["PADDOCK_TEST_BUILD_ARG"];
  const flags = argument ? ["--build-arg", argument] : [];
  // $PADDOCK_CA reaches Paddock by itself.
  const built = await runProgram([process.execPath, PADDOCK, "build", "default", ...flags]);
  if (built.status !== 0) throw new Error(built.stderr.slice(-2000));
}
