import type { Connections } from "./connections.ts";
import type { Files } from "./files/files.ts";
import type { NpmSource } from "./registry/npm-source.ts";
import type { Processes } from "./process/processes.ts";
import type { Settings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";

/** Everything outside the program, handed in: tests give their own. */
export interface Host {
  readonly settings: Settings;
  readonly files: Files;
  readonly processes: Processes;
  readonly terminal: Terminal;
  readonly connections: Connections;
  readonly npm: NpmSource;
  readonly now: () => Date;
}
