import { fstatSync, writeSync } from "node:fs";
import { ask } from "./ask.ts";
import { errorCode } from "./files/error-code.ts";

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
  /** Asks the person and returns the line, undefined when the terminal was closed; absent where nobody can see and answer. */
  readonly ask: ((question: string) => string | undefined) | undefined;
}

const FALLBACK_COLUMNS = 80;

// What a write meets where who reads has gone, as `head` does when it has enough: a pipe says the one, and a socket, which
// Node's own children write to, the other when it was full.
const GONE = new Set(["EPIPE", "ECONNRESET"]);

// Linux's memory devices, /dev/null among them.
const MEMORY_MAJOR = 1;

/** The terminal of this process; colour follows NO_COLOR and TERM=dumb. */
export function systemTerminal(
  environment: Readonly<Record<string, string | undefined>>,
): Terminal {
  const shown = isTerminal(2, () => process.stderr.isTTY);
  const dumb = environment["TERM"] === "dumb";
  const interactive =
    isTerminal(0, () => process.stdin.isTTY) && isTerminal(1, () => process.stdout.isTTY);
  return {
    interactive,
    live: shown && !dumb,
    colour: shown && !dumb && !environment["NO_COLOR"],
    columns: (shown && process.stderr.columns) || FALLBACK_COLUMNS,
    answer: writer(1, () => process.stdout),
    say: writer(2, () => process.stderr),
    ask: interactive && shown ? ask : undefined,
  };
}

// The streams of Node are asked only for what may be a terminal: to load them takes longer than all that is written there.
function isTerminal(descriptor: number, look: () => boolean): boolean {
  const facts = fstatSync(descriptor);
  return facts.isCharacterDevice() && facts.rdev >> 8 !== MEMORY_MAJOR && look();
}

function writer(descriptor: number, stream: () => NodeJS.WriteStream): (text: string) => void {
  let waits = false;
  return (text) => {
    if (waits) return void stream().write(text);
    const bytes = Buffer.from(text);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(descriptor, bytes, written);
    } catch (error) {
      const code = errorCode(error);
      if (GONE.has(code ?? "")) return;
      if (code !== "EAGAIN") throw error;
      // Someone made the pipe non-blocking: Node's stream waits until it takes more, and keeps the order from here on.
      waits = true;
      stream().on("error", (late) => {
        if (!GONE.has(errorCode(late) ?? "")) throw late;
      });
      stream().write(bytes.subarray(written));
    }
  };
}
