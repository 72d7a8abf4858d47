import type { Host } from "../../host/host.ts";
import { logPath, readLines } from "./egress-log.ts";
import type { LogLine } from "./log-line.ts";

/** The lines that are added from now on, for as long as they are asked for; `wait` passes the time between two looks. */
export async function* followLog(
  host: Pick<Host, "settings" | "files">,
  wait: () => Promise<void>,
): AsyncGenerator<LogLine> {
  const path = logPath(host);
  let seen = (host.files.readText(path) ?? "").length;
  for (;;) {
    await wait();
    const text = host.files.readText(path) ?? "";
    // A full log has become the former one: this one is new from its start.
    if (text.length < seen) seen = 0;
    const end = text.lastIndexOf("\n") + 1;
    if (end > seen) yield* readLines(text.slice(seen, end));
    seen = Math.max(seen, end);
  }
}
