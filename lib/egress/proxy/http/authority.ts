import { readPort } from "../../allowlist/read-word.ts";

/** Where a request goes, as it was written. */
export interface Authority {
  readonly host: string;
  readonly port: number;
}

/** Reads `host:port` of a CONNECT (RFC 9110, 9.3.6): both must be there; undefined for anything else. */
export function readAuthority(text: string): Authority | undefined {
  const split = /^(?<host>\[[\da-fA-F:.]{2,64}\]|[^:[\]/?#@\s]+):(?<port>\d{1,5})$/u.exec(
    text,
  )?.groups;
  const port = readPort(split?.["port"] ?? "");
  if (split === undefined || port === "wrong") return undefined;
  return { host: split["host"] ?? "", port };
}

/** What a plain request asks for. */
export interface PlainTarget extends Authority {
  /** For the `Host` header: the port only where it is not 80. */
  readonly authority: string;
  /** Path and query. */
  readonly path: string;
}

/** Reads the absolute form of a plain request (RFC 9112, 3.2.2); undefined for anything but `http://host[:port]/...`. */
export function readPlainTarget(text: string): PlainTarget | undefined {
  if (!/^http:\/\//iu.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // `http:\\host` and the like: what was written and what was read must begin alike.
  if (url.username !== "" || url.password !== "" || /[\\\s]/u.test(text)) return undefined;
  const port = url.port === "" ? 80 : Number(url.port);
  if (port === 0) return undefined;
  return { host: url.hostname, port, authority: url.host, path: `${url.pathname}${url.search}` };
}
