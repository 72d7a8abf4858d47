import ipaddr from "ipaddr.js";
import { neverReached } from "./judge-address.ts";
import { readHostName } from "./host-name.ts";
import { TLS_PORT } from "./egress-list.ts";
import type { EgressRule, EgressTarget } from "./egress-list.ts";

/** A word of the list that is not a group: its rule, or why it is none. */
export type ReadWord =
  | { readonly kind: "rule"; readonly target: EgressTarget; readonly port: number | undefined }
  | { readonly kind: "wrong"; readonly why: string };

const WIDEST_RANGE = { ipv4: 8, ipv6: 32 } as const;

/** Reads `NAME`, `*.NAME`, an address or range, or a loopback name, each with or without `:PORT`. */
export function readWord(word: string): ReadWord {
  if (word.includes("://")) return wrong("it is a URL: write its name alone");
  const split = /^(?<host>\[[^\]]*\](?:\/\d+)?|[^:]*)(?::(?<port>.*))?$/su.exec(word)?.groups;
  if (split === undefined) return wrong("an IPv6 address stands in brackets");
  const port = split["port"] === undefined ? undefined : readPort(split["port"]);
  if (port === "wrong") return wrong("its port is not a number from 1 to 65535");
  const target = readTarget(split["host"] ?? "");
  if ("why" in target) return target;
  return { kind: "rule", target, port };
}

/** A decimal port without signs, blanks or leading zeros. */
export function readPort(text: string): number | "wrong" {
  const port = /^[1-9]\d{0,4}$/u.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : "wrong";
}

/** The word in normal form, as a list would write it. */
export function wordOf(target: EgressTarget, port: number | undefined): string {
  const suffix = port === undefined || port === TLS_PORT ? "" : `:${port}`;
  return `${targetText(target)}${suffix}`;
}

/** The rule of a grant: a word without a port is for TLS. */
export function grantOf(target: EgressTarget, port: number = TLS_PORT, group?: string): EgressRule {
  return { word: wordOf(target, port), target, port, group };
}

function targetText(target: EgressTarget): string {
  switch (target.kind) {
    case "name":
      return target.name;
    case "below":
      return `*.${target.name}`;
    case "loopback":
      return "localhost";
    case "addresses": {
      const six = target.address.includes(":");
      const address = six ? `[${target.address}]` : target.address;
      return target.bits === (six ? 128 : 32) ? address : `${address}/${target.bits}`;
    }
  }
}

function readTarget(text: string): EgressTarget | (ReadWord & { readonly kind: "wrong" }) {
  const [host = "", bits, ...more] = text.split("/");
  if (more.length > 0) return wrong("it is no name and no range");
  if (host.startsWith("*.")) {
    const below = bits === undefined ? readHostName(host.slice(2)) : undefined;
    if (below?.kind === "name") return { kind: "below", name: below.text };
    return wrong("a wildcard is *. before a name of two parts or more, such as *.example.com");
  }
  if (host.includes("*"))
    return wrong("a wildcard stands for whole parts at the front: *.example.com");
  const read = readHostName(host);
  if (read.kind === "invalid") return wrong(read.why);
  if (read.kind === "address") return readRange(read.text, bits);
  if (bits !== undefined) return wrong("only an address has a range");
  return read.kind === "name" ? { kind: "name", name: read.text } : { kind: "loopback" };
}

function readRange(
  address: string,
  written: string | undefined,
): EgressTarget | (ReadWord & { readonly kind: "wrong" }) {
  const parsed = ipaddr.parse(address);
  const all = parsed.kind() === "ipv4" ? 32 : 128;
  const bits = written === undefined ? all : /^\d{1,3}$/u.test(written) ? Number(written) : -1;
  const widest = WIDEST_RANGE[parsed.kind()];
  if (bits < widest || bits > all) return wrong(`a range has ${widest} to ${all} bits here`);
  const never = neverReached(address);
  if (never !== undefined) return wrong(`it is ${never}, which no sandbox reaches`);
  return { kind: "addresses", address, bits };
}

function wrong(why: string): ReadWord & { readonly kind: "wrong" } {
  return { kind: "wrong", why };
}
