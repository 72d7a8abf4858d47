import ipaddr from "ipaddr.js";

/** A host as it is asked for, in normal form. */
export type HostName =
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "address"; readonly text: string }
  /** `localhost`, 127.0.0.1 or ::1. */
  | { readonly kind: "loopback"; readonly text: string }
  | { readonly kind: "invalid"; readonly why: string };

const LONGEST_NAME = 253;
// What would end the host in a URL, or be decoded in it.
const NOT_IN_A_HOST = /[\u0000-\u0020\u007F/?#@\\%|<>^`{}"]/u;
const LABEL = /^(?![-])[a-z0-9_-]{1,63}(?<!-)$/u;

/**
 * Reads a host by the rules of URLs (WHATWG): international names become punycode, upper case lower, odd spellings of an
 * IPv4 address its usual one. One trailing dot is dropped; IPv6 may stand in brackets or without; a zone is refused.
 */
export function readHostName(text: string): HostName {
  // Before anything is computed from it: a name of a megabyte is not worth a millisecond.
  if (text.length > 4 * LONGEST_NAME) return invalid("it is longer than a name can be");
  if (text === "") return invalid("it is empty");
  if (NOT_IN_A_HOST.test(text)) return invalid("it holds a character that no host has");
  const bare = ipaddr.IPv6.isValid(text) ? `[${text}]` : text;
  if (bare.includes(":") && !/^\[[^\]]*\]$/u.test(bare)) {
    return invalid("it is no name and no address");
  }
  const address = `https://${bare}/`;
  if (!URL.canParse(address)) return invalid("it is no name and no address");
  const { hostname } = new URL(address);
  return readNormalForm(hostname.replace(/\.$/u, ""));
}

function readNormalForm(host: string): HostName {
  if (host.startsWith("[")) {
    const text = ipaddr.IPv6.parse(host.slice(1, -1)).toString();
    return text === "::1" ? { kind: "loopback", text } : { kind: "address", text };
  }
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) {
    return { kind: host === "127.0.0.1" ? "loopback" : "address", text: host };
  }
  if (host === "localhost") return { kind: "loopback", text: host };
  if (host.length > LONGEST_NAME) return invalid("it is longer than a name can be");
  const labels = host.split(".");
  if (!labels.every((label) => LABEL.test(label))) {
    return invalid("a part of it is empty, too long or holds a character that no name has");
  }
  // Which name that is depends on the search domains of the machine.
  if (labels.length < 2) return invalid("a name of one part is not a whole name");
  return { kind: "name", text: host };
}

function invalid(why: string): HostName {
  return { kind: "invalid", why };
}
