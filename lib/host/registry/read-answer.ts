import { PaddockError } from "../../errors.ts";
import { isJsonObject } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";
import type { Answer } from "./transport/get.ts";

/** The JSON object in an answer; undefined where the registry has nothing there (404, 410), a PaddockError for everything else. */
export function readJsonAnswer(what: string, answer: Answer): JsonObject | undefined {
  if ([404, 410].includes(answer.status)) return undefined;
  refuseStatus(what, answer);
  // Without the byte order mark that some servers put first.
  const text = new TextDecoder().decode(answer.body);
  if (/\bhtml\b/iu.test(answer.contentType) || /^\s*</u.test(text)) {
    throw unreadable(what, "a web page");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable(
      what,
      text.trim() === "" ? "nothing" : "a document that is cut off or no JSON",
    );
  }
  if (!isJsonObject(value)) throw unreadable(what, "JSON that is no object");
  return value;
}

/** Refuses an answer that is neither there nor missing: 401 and 403 want other credentials. */
export function refuseStatus(what: string, answer: Answer): void {
  if (answer.status >= 200 && answer.status < 300) return;
  const status = String(answer.status);
  if ([401, 403].includes(answer.status)) {
    throw new PaddockError("registry-denied", `The registry refuses ${what} (status ${status}).`, {
      fix: "Log in with `npm login`, or check the credentials in `.npmrc` and the variables that it names.",
    });
  }
  if (answer.status === 407) throw proxyDenied();
  throw new PaddockError(
    "registry-answer-invalid",
    `The registry answers with status ${status} for ${what}.`,
    { fix: "Check that npm's `registry` setting names a package registry." },
  );
}

function proxyDenied(): PaddockError {
  return new PaddockError("registry-denied", "The proxy wants other credentials (status 407).", {
    fix: "Write them into HTTPS_PROXY, or npm's https-proxy: http://USER:PASSWORD@HOST:PORT",
  });
}

function unreadable(what: string, instead: string): PaddockError {
  return new PaddockError(
    "registry-answer-invalid",
    `The registry gives ${instead} instead of ${what}.`,
    { fix: "A proxy or a login page may stand in between: look at what `npm view` says." },
  );
}
