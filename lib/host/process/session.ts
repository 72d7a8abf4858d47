/** The signals that end a session when they reach Paddock. */
export type EndingSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** How Paddock ends the child while it stays beside it. */
export interface Attendance {
  /** The signal that the child is sent in place of the one that came. */
  readonly translate: (signal: EndingSignal) => EndingSignal;
  readonly graceMs: number;
  /** Ends what is still there after the grace, by force. */
  readonly end: () => Promise<void>;
  /** Whether the child reads the terminal raw, so that Ctrl-C reaches it as a key and not as a signal. */
  readonly rawTerminal: boolean;
  /** Whether signals go to the processes that the child started too, as `podman container runlabel` needs. */
  readonly wholeTree: boolean;
  /** Whether nothing is to be left behind by a child that says it ended well: its container is removed with it. */
  readonly leavesNothing: boolean;
}

/** A child that is given this process's terminal. */
export interface Session {
  readonly executable: string;
  /** The argv, its first word as the child sees it. */
  readonly argv: readonly string[];
  readonly directory: string;
  /** Variables on top of this process's own. */
  readonly environment: Readonly<Record<string, string>>;
  /** `undefined`: nothing is left to do afterwards, so this process may be replaced by the child. */
  readonly attendance: Attendance | undefined;
}

/** Exit status of the child, 128+n for a signal. */
export interface SessionEnd {
  readonly status: number;
}
