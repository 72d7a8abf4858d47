/** What people see: everything for them goes to stderr, the answer to stdout. */
export interface Terminal {
  /** Whether stdin and stdout are both a terminal: only then can a sandbox be given one. */
  readonly interactive: boolean;
  /** Whether stderr is a terminal that can redraw a line. */
  readonly live: boolean;
  readonly colour: boolean;
  readonly columns: number;
  /** Writes the answer. */
  readonly answer: (text: string) => void;
  /** Writes a message for people. */
  readonly say: (text: string) => void;
}

const FALLBACK_COLUMNS = 80;

/** The terminal of this process; colour follows NO_COLOR and TERM=dumb. */
export function systemTerminal(
  environment: Readonly<Record<string, string | undefined>>,
): Terminal {
  const dumb = environment["TERM"] === "dumb";
  return {
    interactive: process.stdin.isTTY && process.stdout.isTTY,
    live: process.stderr.isTTY && !dumb,
    colour: process.stderr.isTTY && !dumb && !environment["NO_COLOR"],
    columns: process.stderr.columns || FALLBACK_COLUMNS,
    answer: (text) => void process.stdout.write(text),
    say: (text) => void process.stderr.write(text),
  };
}
