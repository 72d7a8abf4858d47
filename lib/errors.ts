/** The status that `paddock` ends with for each kind of error; `run` ends 125 for all of them, as podman-run(1) has it. */
export const EXIT_STATUS = {
  /** Something that should have worked did not. */
  failed: 1,
  /** A build step failed: the error carries that step's own status. */
  "build-failed": 1,
  /** This machine lacks something that the launch needs (krun, /dev/kvm, subordinate ids, ...). */
  "host-unready": 1,
  /** No answer from a package registry, or one that says to come back later. */
  "registry-unreachable": 1,
  /** The registry wants other credentials than it was given. */
  "registry-denied": 1,
  /** What a registry answered is not what was asked for: a web page, half a document, another shape. */
  "registry-answer-invalid": 1,
  /** The registry has no such package or release, or no longer. */
  "package-unknown": 1,
  /** Bytes, hashes or signatures that do not belong together. */
  "integrity-wrong": 1,
  usage: 2,
  "profile-unknown": 2,
  "containerfile-invalid": 2,
  "label-invalid": 2,
  /** The argv of a label could not be understood as a `podman run`. */
  "argv-invalid": 2,
  /** Understood, and not allowed. */
  refused: 3,
  "podman-missing": 4,
  "podman-too-old": 4,
} as const;

export type ErrorCode = keyof typeof EXIT_STATUS;

/** Where in the text that was read the fault lies: a line and column from 1, or UTF-16 units into a label's value. */
export type FaultPlace =
  { readonly line: number; readonly column: number } | { readonly offset: number };

export interface PaddockErrorDetails {
  /** What the reader can do about it, one sentence. */
  readonly fix: string;
  readonly cause?: unknown;
  /** A child's own exit status, where it is passed on. */
  readonly status?: number;
  readonly at?: FaultPlace;
}

/** The one error class: `message` says what failed, `fix` what to do. */
export class PaddockError extends Error {
  override readonly name = "PaddockError";
  readonly code: ErrorCode;
  readonly fix: string;
  readonly status: number;
  readonly at: FaultPlace | undefined;

  /** By name: the program lies in several bundles, each with a class of its own. */
  static override [Symbol.hasInstance](value: unknown): value is PaddockError {
    return value instanceof Error && value.name === "PaddockError";
  }

  constructor(code: ErrorCode, message: string, details: PaddockErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.fix = details.fix;
    this.status = details.status ?? EXIT_STATUS[code];
    this.at = details.at;
  }
}
