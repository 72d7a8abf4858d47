import { chmodSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { signalNumber } from "../../lib/host/process/run-process.ts";
import { runPodman } from "./label-image.ts";

const CLI = fileURLToPath(new URL("../../dist/bin/paddock.js", import.meta.url));

/** An image that the suite finds in its storage; it has a shell and Node. */
export const BASE_IMAGE = "docker.io/library/node:24-trixie-slim";

export interface Ended {
  /** 128+n for a signal, as a shell tells it. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What may differ from one call of Paddock to the next. */
export interface CallOptions {
  readonly cwd?: string;
  /** On stdin, which is empty and ended otherwise. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly node?: string;
  /** Whether launches are given --yes, as they are if nothing is said: there is nobody to ask. */
  readonly yes?: boolean;
}

/** The surroundings of one test file: profiles, state and a workspace of its own, the user's home and image storage. */
export interface World {
  readonly name: string;
  readonly folder: string;
  readonly profiles: string;
  readonly workspace: string;
  /** The folder that `runLabel` mounts as the agents' home; Paddock makes it. */
  readonly agentHome: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly paddock: (args: readonly string[], options?: CallOptions) => Promise<Ended>;
  /** Images, containers and folders of this world, all gone. */
  readonly remove: () => Promise<void>;
}

/** Makes a world in a folder; `name` must be this test file's own, and so must its profiles' names: images are shared. */
export function makeWorld(folder: string, name: string): World {
  const real = realpathSync(folder);
  const [profiles, workspace] = [join(real, "profiles"), join(real, "work")];
  for (const path of [profiles, workspace]) mkdirSync(path, { recursive: true });
  const agentHome = join(process.env["HOME"] ?? "", ".local/share/paddock/homes", `test-${name}`);
  const environment = {
    PADDOCK_PROFILES: profiles,
    XDG_STATE_HOME: join(real, "state"),
    XDG_CACHE_HOME: join(real, "cache"),
  };
  const world = { name, folder: real, profiles, workspace, agentHome, environment };
  const remove = async (): Promise<void> => {
    const left = await containersOf(name);
    if (left.length > 0) await runPodman(["rm", "--force", "--time=0", ...left]);
    const images = await runPodman(["images", "--quiet", `--filter=label=paddock.test=${name}`]);
    const ids = [...new Set(images.stdout.split("\n").filter(Boolean))];
    if (ids.length > 0) await runPodman(["image", "rm", "--force", ...ids]);
    rmSync(agentHome, { recursive: true, force: true });
  };
  return { ...world, remove, paddock: (args, options) => callPaddock(world, args, options) };
}

async function callPaddock(
  world: Omit<World, "paddock" | "remove">,
  args: readonly string[],
  options: CallOptions = {},
): Promise<Ended> {
  const { file, argv, cwd, env } = paddockProcess(world, args, options);
  const result = await execa(file, argv, {
    cwd,
    env,
    input: options.input ?? "",
    reject: false,
    stripFinalNewline: false,
  });
  if (result.exitCode === undefined && result.signal === undefined)
    throw new Error(`paddock did not run: ${result.message}`);
  const status = result.exitCode ?? 128 + signalNumber(result.signal);
  return { status, stdout: result.stdout, stderr: result.stderr };
}

export interface PaddockProcess {
  readonly file: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** On top of this process's own. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a call of Paddock starts. */
export function paddockProcess(
  world: Omit<World, "paddock" | "remove">,
  args: readonly string[],
  options: CallOptions = {},
): PaddockProcess {
  const cwd = options.cwd ?? world.workspace;
  const env = { ...world.environment, PWD: cwd, ...options.environment };
  const yes = args[0] === "run" && options.yes !== false ? ["--yes"] : [];
  const argv = [CLI, ...args.slice(0, 1), ...yes, ...args.slice(1)];
  return { file: options.node ?? process.execPath, argv, cwd, env };
}

/** The flags of a small sandbox without a runtime, a network or a terminal; root in it is the user outside. */
export function sandboxFlags(world: Pick<World, "name">): string {
  return [
    `--rm --pull=never --label paddock.test=${world.name} --network none --http-proxy=false`,
    "--read-only --cap-drop ALL --security-opt no-new-privileges",
    `--volume \\"'\\$HOME/.local/share/paddock/homes/test-${world.name}:/root:z'\\"`,
    `--volume \\"'\\$PWD:/work:z'\\" --workdir /work`,
  ].join(" ");
}

/** Flags that make it a virtual machine. */
export const KRUN_FLAGS =
  "--runtime krun --annotation krun.ram_mib=1024 --annotation krun.cpus=1 --annotation krun.use_passt=1";

export interface ProfileParts {
  /** Lines between FROM and the run label. */
  readonly lines?: string;
  readonly from?: string;
  /** Flags beside those of `sandboxFlags`. */
  readonly flags?: string;
  /** Words after the image. */
  readonly command?: string;
}

/** Writes a profile whose run label is a small sandbox; returns its Containerfile's path. */
export function writeProfile(world: World, profile: string, parts: ProfileParts = {}): string {
  const run = `podman run ${sandboxFlags(world)} ${parts.flags ?? ""} localhost/paddock:${profile} ${parts.command ?? ""}`;
  return writeContainerfile(
    world,
    profile,
    [
      `FROM ${parts.from ?? BASE_IMAGE}`,
      `LABEL paddock.test=${world.name}`,
      ...(parts.lines === undefined ? [] : [parts.lines]),
      `LABEL run="${run.trim()}"`,
    ].join("\n"),
  );
}

/** Writes a profile's Containerfile as it is given and returns its path. */
export function writeContainerfile(world: World, profile: string, text: string): string {
  const folder = join(world.profiles, profile);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "Containerfile");
  writeFileSync(path, `${text}\n`);
  return path;
}

/** Writes an executable script and returns its path. */
export function writeScript(path: string, text: string): string {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

/** Ids of the containers, in any state, that the run labels of a world started. */
export async function containersOf(name: string): Promise<readonly string[]> {
  const { stdout } = await runPodman(["ps", "-a", "-q", `--filter=label=paddock.test=${name}`]);
  return stdout.split("\n").filter(Boolean);
}
