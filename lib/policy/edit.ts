import { type Option, parseRun, type RunArgv, writeRun } from "./argv/argv.ts";
import { type FlagUse, type ValueStyle } from "./argv/flag-use.ts";
import { findFlag } from "./argv/flag-lookup.ts";

/** The argv without a terminal: no `--tty`, alone or in `-it`. */
export function withoutTty(argv: readonly string[]): string[] {
  return edited(argv, (run) => withoutUses(run, ({ flag }) => flag.name === "tty"));
}

/** The argv under another OCI runtime; the annotations that only krun reads go with it, since any other runtime ignores them silently. */
export function withRuntime(argv: readonly string[], runtime: string): string[] {
  return edited(argv, (run) => {
    const rest = withoutUses(
      run,
      ({ flag, value }) =>
        flag.name === "runtime" ||
        (runtime !== "krun" && flag.name === "annotation" && value.startsWith("krun.")),
    );
    return withFirst(rest, "runtime", "--runtime", runtime);
  });
}

/** The argv with another working directory inside the sandbox. */
export function withWorkdir(argv: readonly string[], directory: string): string[] {
  return edited(argv, (run) =>
    withFirst(
      withoutUses(run, ({ flag }) => flag.name === "workdir"),
      "workdir",
      "--workdir",
      directory,
    ),
  );
}

/** The argv with more words for the command, after the label's own, as runlabel puts them. */
export function withCommand(argv: readonly string[], words: readonly string[]): string[] {
  return [...writeRun(parseRun(argv)), ...words];
}

/** The argv with these words after the image in place of all that stood there. */
export function withOnlyCommand(argv: readonly string[], command: readonly string[]): string[] {
  return edited(argv, (run) => ({ ...run, command }));
}

/** The argv with words of flags right after `run`, where a flag of the label still wins over them. */
export function withFlag(argv: readonly string[], words: readonly string[]): string[] {
  const [program = "podman", subcommand = "run", ...rest] = argv;
  const changed = [program, subcommand, ...words, ...rest];
  parseRun(changed);
  return changed;
}

function edited(argv: readonly string[], change: (run: RunArgv) => RunArgv): string[] {
  return writeRun(change(parseRun(argv)));
}

function withoutUses(run: RunArgv, isUnwanted: (use: FlagUse) => boolean): RunArgv {
  const options = run.options.flatMap((option): Option[] => {
    const [first, ...others] = option.uses.filter((use) => !isUnwanted(use));
    return first === undefined ? [] : [{ ...option, uses: [first, ...others] }];
  });
  return { ...run, options };
}

function withFirst(run: RunArgv, name: string, spelling: string, value: string): RunArgv {
  const flag = findFlag(name);
  if (flag === undefined) return run;
  const style: ValueStyle = "equals";
  return { ...run, options: [{ uses: [{ flag, spelling, value, style }], at: 2 }, ...run.options] };
}
