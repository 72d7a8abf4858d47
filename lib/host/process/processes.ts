import type { Session, SessionEnd } from "./session.ts";

/** A finished child: `status` is 128+n when signal n ended it, 127 when it could not be started. */
export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Called with each line as it comes, of stdout and stderr alike; such a child is a builder or a probe, which is ended as `passSignals` has it. */
  readonly onLine?: (line: string) => void;
  readonly timeoutMs?: number;
  /** Text on the child's stdin, which is empty otherwise. */
  readonly input?: string;
  /** Variables on top of this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A file lock that the kernel gives back when its holder dies. */
export interface Lock {
  readonly release: () => Promise<void>;
}

/** The children that Paddock starts; an argv is never joined into a line for a shell. */
export interface Processes {
  readonly run: (argv: readonly string[], options?: RunOptions) => Promise<Finished>;
  /** Gives the terminal to a child until it ends, or replaces this process and never returns. */
  readonly handOver: (session: Session) => Promise<SessionEnd>;
  readonly lock: (path: string, onWait: () => void) => Promise<Lock>;
  /** Whether this Node can replace its own process (`process.execve`). */
  readonly canReplace: boolean;
}
