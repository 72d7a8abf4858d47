import type { Argv, Options } from "yargs";
import { DEFAULT_PROFILE } from "../../profile/names.ts";

/** The flags of `run` as they are read, by their long names. */
export interface RunFlags {
  readonly profile: string;
  readonly folder: string | undefined;
  readonly label: string;
  readonly runtime: string | undefined;
  readonly "accept-unenforced": readonly string[];
  readonly build: boolean;
  readonly runlabel: boolean;
  readonly yes: boolean;
  readonly prove: boolean;
  readonly target: readonly string[];
  readonly "dry-run": boolean;
  readonly json: boolean;
}

const OPTIONS = {
  folder: {
    alias: "w",
    type: "string",
    requiresArg: true,
    describe: "Directory of the workspace to start in",
  },
  label: {
    type: "string",
    requiresArg: true,
    default: "run",
    describe: "Label that defines the launch",
  },
  runtime: {
    type: "string",
    requiresArg: true,
    describe: "OCI runtime in place of the label's; crun runs without a virtual machine",
  },
  "accept-unenforced": {
    type: "string",
    array: true,
    nargs: 1,
    default: [],
    describe: "Launch though this machine leaves out a limit: memory, cpus or processes",
  },
  build: {
    type: "boolean",
    default: true,
    describe: "Build first what is missing or stale; --no-build leaves it",
  },
  runlabel: {
    type: "boolean",
    default: false,
    describe: "Let `podman container runlabel` read the label and start it",
  },
  yes: {
    type: "boolean",
    default: false,
    describe: "Approve this one launch, without being asked and without remembering it",
  },
  prove: {
    type: "boolean",
    default: false,
    describe: "Measure first whether the sandbox keeps what its label promises; launch only if so",
  },
  target: {
    type: "string",
    array: true,
    nargs: 1,
    default: [],
    describe: "With --prove, PLACE=ADDRESS:PORT to try: internet, lan or metadata",
  },
  "dry-run": {
    type: "boolean",
    default: false,
    describe: "Print what would be started, and start nothing",
  },
  json: { type: "boolean", default: false, describe: "Print it as JSON" },
} as const satisfies Readonly<Record<Exclude<keyof RunFlags, "profile">, Options>>;

type RunOption = Options & { readonly alias?: string; readonly array?: boolean };

/** The flags of `run` but for the profile: long name and what yargs is told of it. */
export const RUN_OPTION_ROWS: readonly (readonly [name: string, option: RunOption])[] =
  Object.entries(OPTIONS);

/** How a flag may be spelled: `--folder`, `-w`. */
export function spellings(name: string, alias: string | undefined): readonly string[] {
  return alias === undefined ? [`--${name}`] : [`--${name}`, `-${alias}`];
}

/** Describes the flags of `run` to yargs. */
export function describeRun(yargs: Argv): Argv<RunFlags> {
  return yargs
    .positional("profile", {
      type: "string",
      default: DEFAULT_PROFILE,
      describe: "Profile to run; words after it are the command",
    })
    .options(OPTIONS);
}
