import type { ArgumentsCamelCase, Argv } from "yargs";
import type { Host } from "../../host/host.ts";

/** One verb of the command line. */
export interface Command<Flags extends object> {
  /** As yargs writes it: the verb and its positional words. */
  readonly usage: string;
  readonly describe: string;
  readonly flags: (yargs: Argv) => Argv<Flags>;
  /** Returns the exit status; `words` are those after `--`, as they were typed. */
  readonly run: (
    host: Host,
    flags: ArgumentsCamelCase<Flags>,
    words: readonly string[],
  ) => Promise<number>;
}
