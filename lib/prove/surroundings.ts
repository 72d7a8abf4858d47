import type { NetworkPlace } from "../control/control.ts";
import type { Report } from "./probe/report.ts";

/** One address that the sandbox is to try, and whether this machine reaches it itself. */
export interface Target {
  readonly place: NetworkPlace;
  /** An IP address, or `gateway`, `host`, `resolver`: the sandbox's own. */
  readonly address: string;
  readonly port: number;
  readonly protocol: "tcp" | "udp";
  /** What only the right service says; "" for any. */
  readonly token: string;
  /** Undefined where only the sandbox can tell. */
  readonly live: boolean | undefined;
}

/** What the host sees of the process that a sandbox runs in. */
export interface Outside {
  /** Lines of /proc/PID/status by name. */
  readonly status: ReadonlyMap<string, string>;
  /** Where something is mounted read-only in its view. */
  readonly readOnly: ReadonlySet<string>;
  /** pids.max of its control group; undefined where there is none. */
  readonly processes: string | undefined;
}

/** Everything that a promise is held against. */
export interface Surroundings {
  readonly report: Report;
  readonly vm: boolean;
  /** Where the label mounts something, in the order in which the probe tried them. */
  readonly places: readonly string[];
  readonly host: {
    readonly release: string;
    readonly bootId: string;
    /** Devices of this machine's own file systems in memory. */
    readonly tmpfs: ReadonlySet<string>;
  };
  readonly targets: readonly Target[];
  readonly outside: Outside | undefined;
  /** Why the runtime leaves krun's annotations of memory and processors out, where it is known to. */
  readonly ignored: string | undefined;
}
