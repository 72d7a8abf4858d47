import type { Argv } from "yargs";
import type { Host } from "../host/host.ts";

/** One verb of the command line. */
export interface Command<Flags extends object> {
  /** As yargs writes it: the verb and its positional words. */
  readonly usage: string;
  readonly describe: string;
  readonly flags: (yargs: Argv) => Argv<Flags>;
  /** Returns the exit status. */
  readonly run: (host: Host, flags: Flags & Rest) => Promise<number>;
}

/** The words after `--`, as they were typed. */
export interface Rest {
  readonly "--"?: readonly string[];
}
