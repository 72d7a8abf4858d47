import { PaddockError } from "../../../errors.ts";
import { errorCode } from "../../files/error-code.ts";
import type { NpmSettings } from "../npm-settings.ts";
import { get } from "./get.ts";
import type { Answer, GetOptions } from "./get.ts";
import { pauseBefore } from "./retry-after.ts";

/** The clock and the dice, handed in so that no test has to wait. */
export interface Patience {
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Told why a registry is asked once more. */
  readonly onRetry?: (said: string) => void;
}

const MOST_RETRIES = 3;

/** What may be gone a second later. */
const PASSING = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "ECONNECTIONTIMEOUT",
  "EIDLETIMEOUT",
  "ERESPONSETIMEOUT",
  "ETRANSFERTIMEOUT",
  "ERR_STREAM_PREMATURE_CLOSE",
  "Z_BUF_ERROR",
]);

/** Asks up to four times; an answer that says no for good (4xx) is returned, one that is only late or none at all is a PaddockError. */
export async function ask(
  address: URL,
  settings: NpmSettings,
  options: GetOptions & { readonly patience: Patience },
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(address, settings, options);
    if (outcome.kind === "answer") return outcome.answer;
    const { patience } = options;
    const pause = pauseBefore(attempt, outcome.retryAfter, {
      now: patience.now(),
      random: patience.random(),
    });
    if (attempt > MOST_RETRIES || !outcome.passing) {
      throw unreachable(address, outcome.reason, outcome.fix);
    }
    if (pause.kind === "too-long") {
      const seconds = String(Math.ceil(pause.ms / 1000));
      const reason = `${outcome.reason}, and asks to come back in ${seconds} s`;
      throw unreachable(address, reason, "Try again then.");
    }
    patience.onRetry?.(`The registry at ${address.host} ${outcome.reason}; asking once more.`);
    await patience.sleep(pause.ms);
  }
}

type Outcome =
  | { readonly kind: "answer"; readonly answer: Answer }
  | {
      readonly kind: "none";
      readonly reason: string;
      readonly passing: boolean;
      readonly fix: string;
      readonly retryAfter?: string | undefined;
    };

async function tryOnce(address: URL, settings: NpmSettings, options: GetOptions): Promise<Outcome> {
  try {
    const answer = await get(address, settings, options);
    const late =
      [408, 420, 429].includes(answer.status) || (answer.status >= 500 && answer.status !== 501);
    if (!late) return { kind: "answer", answer };
    return {
      kind: "none",
      reason: `answers with status ${String(answer.status)}`,
      passing: true,
      fix: "Try again later.",
      retryAfter: answer.retryAfter,
    };
  } catch (error) {
    if (error instanceof PaddockError) throw error;
    return failure(error);
  }
}

/** Only the code is kept: the message of a network error may hold an address with its credentials. */
function failure(error: unknown): Outcome {
  if (error instanceof Error && ["AbortError", "TimeoutError"].includes(error.name)) {
    return { kind: "none", reason: "does not answer in time", passing: true, fix: NETWORK_FIX };
  }
  const code = errorCode(error) ?? "";
  const shown = /^[A-Z][A-Z0-9_]*$/u.test(code) ? code : "no code";
  const passing = PASSING.has(shown);
  // What answers there is no TLS at all, which no authority mends.
  if (["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"].includes(shown)) {
    return { kind: "none", reason: `speaks no TLS (${shown})`, passing, fix: PLAIN_FIX };
  }
  if (/CERT|SIGNATURE|ERR_TLS|ERR_SSL|ISSUER/u.test(shown)) {
    return { kind: "none", reason: `is not trusted (${shown})`, passing, fix: AUTHORITY_FIX };
  }
  return { kind: "none", reason: `cannot be reached (${shown})`, passing, fix: NETWORK_FIX };
}

const PLAIN_FIX =
  "Check the port in npm's `registry` setting, and whether the proxy's address begins with http://.";

const AUTHORITY_FIX =
  "If the network inspects TLS, name its authority in NODE_EXTRA_CA_CERTS or in npm's `cafile`.";

const NETWORK_FIX = "Check the network, the proxy variables and npm's `registry` setting.";

function unreachable(address: URL, reason: string, fix: string): PaddockError {
  const message = `The registry at ${address.host} ${reason}.`;
  return new PaddockError("registry-unreachable", message, { fix });
}
