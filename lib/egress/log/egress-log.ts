import type { Host } from "../../host/host.ts";
import { readLogLine } from "./log-line.ts";
import type { LogLine } from "./log-line.ts";

type LogHost = Pick<Host, "settings" | "files">;

/** A log of this size becomes the former one, which is thrown away then: there are never more than two. */
const FULL_BYTES = 4 * 1024 * 1024;

/** Adds a line at the end of the log. */
export function appendLog(host: LogHost, line: LogLine): void {
  const { files } = host;
  const path = logPath(host);
  files.makePrivateDirectory(host.settings.stateDirectory);
  if ((files.facts(path)?.size ?? 0) >= FULL_BYTES) files.replace(path, `${path}.1`);
  files.append(path, `${JSON.stringify(line)}\n`);
}

/** All lines, the oldest first; what is none is left out. */
export function readLog(host: LogHost): readonly LogLine[] {
  const path = logPath(host);
  return [`${path}.1`, path].flatMap((each) => readLines(host.files.readText(each) ?? ""));
}

/** The lines of a text that ends after a whole one. */
export function readLines(text: string): readonly LogLine[] {
  return text.split("\n").flatMap((line) => readLogLine(line) ?? []);
}

export function logPath({ settings }: LogHost): string {
  return `${settings.stateDirectory}/egress.jsonl`;
}
