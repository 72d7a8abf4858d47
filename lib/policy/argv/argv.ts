import { PaddockError } from "../../errors.ts";
import { type FlagUse, readLongFlag, readShortFlags } from "./flag-use.ts";

/** One word of options, with the word of its value where that stands apart; several uses where short flags are combined (`-it`). */
export interface Option {
  readonly uses: readonly [FlagUse, ...FlagUse[]];
  /** The place in the argv of its first word. */
  readonly at: number;
}

/** A `podman run` argv, read as Podman's pflag reads it: options end at `--` or at the image. */
export interface RunArgv {
  /** `podman`, perhaps with its path. */
  readonly program: string;
  readonly options: readonly Option[];
  readonly dashes: boolean;
  readonly image: string;
  readonly command: readonly string[];
}

/**
 * Reads an argv whose first two words are `podman run`.
 * @throws PaddockError("refused") for another program or subcommand, PaddockError("argv-invalid") for what pflag would not take, or a missing image.
 */
export function parseRun(argv: readonly string[]): RunArgv {
  const program = podmanOf(argv);
  const options: Option[] = [];
  let at = 2;
  let dashes = false;
  for (let word = argv[at]; word !== undefined && isOption(word); word = argv[at]) {
    if (word === "--") {
      dashes = true;
      at += 1;
      break;
    }
    const uses = word.startsWith("--")
      ? readLongFlag(word, argv[at + 1])
      : readShortFlags(word, argv[at + 1]);
    options.push({ uses, at });
    at += uses.at(-1)?.style === "separate" ? 2 : 1;
  }
  const image = argv[at];
  if (image === undefined || image === "") {
    throw new PaddockError("argv-invalid", "The launch names no image.", {
      fix: "Write the image's tag after the flags.",
    });
  }
  return { program, options, dashes, image, command: argv.slice(at + 1) };
}

/** The argv that `parseRun` reads into this: the same words, for what it has read itself. */
export function writeRun(run: RunArgv): string[] {
  return [
    run.program,
    "run",
    ...run.options.flatMap(writeOption),
    ...(run.dashes ? ["--"] : []),
    run.image,
    ...run.command,
  ];
}

/** Every use of a flag, in order. */
export function flagUses(run: RunArgv): FlagUse[] {
  return run.options.flatMap((option) => option.uses);
}

// The paths are Podman's own: runlabel starts them as they are written, and so they are the same program.
const PODMAN: ReadonlySet<string> = new Set(["podman", "/usr/bin/podman", "/usr/local/bin/podman"]);

function podmanOf(argv: readonly string[]): string {
  const [program, subcommand] = argv;
  if (program === undefined || !PODMAN.has(program)) {
    throw new PaddockError(
      "refused",
      `The label starts ${shown(program)}, and only podman may be started.`,
      {
        fix: "Let the label begin with: podman run",
      },
    );
  }
  if (subcommand !== "run") {
    throw new PaddockError(
      "refused",
      `The label starts podman ${shown(subcommand)}, and only podman run may be started.`,
      {
        fix: "Let the label begin with: podman run",
      },
    );
  }
  return program;
}

function shown(word: string | undefined): string {
  return word === undefined ? "nothing" : JSON.stringify(word);
}

// pflag takes a lone dash, and an empty word, as the first positional.
function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

function writeOption({ uses }: Option): string[] {
  const first = uses[0];
  const { value, style } = uses.at(-1) ?? first;
  const name = first.spelling.startsWith("--")
    ? first.spelling
    : `-${uses.map(({ spelling }) => spelling.slice(1)).join("")}`;
  if (style === "separate") return [name, value];
  if (style === "equals") return [`${name}=${value}`];
  return [style === "joined" ? name + value : name];
}
