import type { Host } from "../../host/host.ts";
import { errorCode } from "../../host/files/error-code.ts";
import { appendLog } from "./egress-log.ts";
import type { LogLine } from "./log-line.ts";

/** The log as one session writes it. */
export interface SessionLog {
  /** Never throws: a full disk must not decide what becomes of a connection, least of all leave a denial without its answer. */
  readonly write: (line: LogLine) => void;
  /** A line on what could not be written; undefined where all of it was. */
  readonly lost: () => string | undefined;
}

export function sessionLog(host: Pick<Host, "settings" | "files">): SessionLog {
  let [count, last] = [0, ""];
  return {
    write: (line) => {
      try {
        appendLog(host, line);
      } catch (error) {
        count += 1;
        last = errorCode(error) ?? "unknown";
      }
    },
    lost: () =>
      count === 0
        ? undefined
        : `${count} ${count === 1 ? "line" : "lines"} could not be written into the egress log (${last}): make room in ${host.settings.stateDirectory}.\n`,
  };
}
