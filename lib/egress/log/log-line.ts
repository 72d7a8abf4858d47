import { isJsonObject, readJsonObject } from "../../json-object.ts";
import type { ProxyRecord } from "../proxy/context.ts";

/** One line of the log: what a sandbox asked for and what became of it; no paths, no headers, no credentials. */
export interface LogLine extends Omit<ProxyRecord, "verdict"> {
  /** RFC 3339, UTC. */
  readonly time: string;
  readonly profile: string;
  /** The name of the workspace's folder. */
  readonly workspace: string;
  /** The sandbox's id. */
  readonly sandbox: string;
  /** `changed` is a live change of the list: then `reason` says which, and host and port say nothing. */
  readonly verdict: ProxyRecord["verdict"] | "changed";
}

const TEXTS = ["time", "profile", "workspace", "sandbox", "host"] as const;
const NUMBERS = ["port", "sent", "received", "durationMs"] as const;
const VERDICTS = ["allowed", "denied", "failed", "changed"] as const;

/** Reads a line; undefined for what is none, such as one that was cut off. */
export function readLogLine(text: string): LogLine | undefined {
  const line = readJsonObject(text);
  return line !== undefined && isLogLine(line) ? line : undefined;
}

function isLogLine(line: unknown): line is LogLine {
  if (!isJsonObject(line)) return false;
  const { verdict, protocol } = line;
  return (
    TEXTS.every((name) => typeof line[name] === "string") &&
    NUMBERS.every((name) => typeof line[name] === "number") &&
    ["rule", "reason", "add"].every((name) =>
      ["string", "undefined"].includes(typeof line[name]),
    ) &&
    VERDICTS.some((each) => each === verdict) &&
    (protocol === "connect" || protocol === "http")
  );
}
