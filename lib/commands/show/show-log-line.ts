import type { LogLine } from "../../egress/log/log-line.ts";
import { printable } from "../../printable.ts";
import { wrap } from "../../wrap.ts";

/** One line of the log in plain words; it breaks where the terminal ends. */
export function showLogLine(line: LogLine, columns: number): string {
  const { time, profile, workspace, verdict, reason } = line;
  const at = time.replace("T", " ").replace(/\.\d+Z$/u, "Z");
  const target =
    verdict === "changed" ? (reason ?? "") : `${line.host}:${String(line.port)}${ending(line)}`;
  const text = `${at} ${verdict.padEnd(7)} ${target} (${profile} in ${workspace})`;
  return `${wrap(printable(text), columns, "    ")}\n`;
}

function ending({ verdict, reason, sent, received, durationMs }: LogLine): string {
  if (verdict !== "allowed") return `, ${reason ?? "for no reason that is known"}`;
  return `, ${size(sent)} out, ${size(received)} in, ${(durationMs / 1000).toFixed(1)} s`;
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
