import { judgeHost } from "../../egress/allowlist/judge-host.ts";
import type { EgressList } from "../../egress/allowlist/egress-list.ts";

import { ELSEWHERE, NOBODY, PRIVATE_NAME, REDIRECTING_NAME } from "./staged-hosts.ts";

/** One thing that a list of hosts promises, and the request that tries it through the sandbox's own proxy variables. */
export interface EgressControl {
  readonly id: `egress:${string}`;
  readonly promise: string;
  readonly flags: readonly string[];
  readonly expected: {
    readonly kind: "egress";
    readonly url: string;
    /** The tunnel that is asked for in place of the URL's own host, `HOST:PORT`; "" for that. */
    readonly tunnel: string;
    readonly allowed: boolean;
    /** Where the URL's own answer leads, which is what counts. */
    readonly redirected?: string;
  };
}

// An address of nobody's (RFC 5737), clouds' metadata.
const ADDRESS = "192.0.2.1";
const METADATA = "169.254.169.254";
const OTHER_PORT = 4443;

/** What is tried of a list: one request that it allows, and what it denies; some of it at names that only a proof has. */
export function egressControls(list: EgressList): readonly EgressControl[] {
  const name = allowedName(list);
  const named = (host: string): readonly EgressControl[] => [
    {
      id: "egress:allowed",
      promise: `the proxy leads to ${host}`,
      flags: ["paddock.egress"],
      expected: { kind: "egress", url: `https://${host}/`, tunnel: "", allowed: true },
    },
    ...(isAllowed(list, host, OTHER_PORT)
      ? []
      : [denied("port", "an allowed name on another port", `https://${host}:${OTHER_PORT}/`)]),
    ...(isAllowed(list, host, 80, "http")
      ? []
      : [denied("plain-http", "plain HTTP to an allowed name", `http://${host}/`)]),
    denied(
      "server-name",
      "another server name inside the tunnel to an allowed one",
      `https://${NOBODY}/`,
      `${host}:443`,
    ),
  ];
  return [
    ...(name === undefined ? [] : named(name)),
    denied("name", "a name that is not in the list", `https://${NOBODY}/`),
    denied("address", "an address in place of a name", `https://${ADDRESS}/`),
    denied("metadata", "the cloud's metadata service", `http://${METADATA}/`),
    denied(
      "private-name",
      "an allowed name that resolves to a private address",
      `https://${PRIVATE_NAME}/`,
    ),
    redirected(),
  ];
}

function denied(id: string, what: string, url: string, tunnel = ""): EgressControl {
  return {
    id: `egress:${id}`,
    promise: `the proxy denies ${what}`,
    flags: ["paddock.egress"],
    expected: { kind: "egress", url, tunnel, allowed: false },
  };
}

function redirected(): EgressControl {
  const control = denied(
    "redirect",
    "a redirect of an allowed name to one that is not",
    `http://${REDIRECTING_NAME}/`,
  );
  return { ...control, expected: { ...control.expected, redirected: `https://${ELSEWHERE}/` } };
}

function allowedName(list: EgressList): string | undefined {
  const names = list.allow.flatMap(({ target }) => (target.kind === "name" ? [target.name] : []));
  return names.find((name) => isAllowed(list, name, 443));
}

function isAllowed(
  list: EgressList,
  host: string,
  port: number,
  protocol: "connect" | "http" = "connect",
): boolean {
  return judgeHost(list, { host, port, protocol }).kind === "allowed";
}

/** The words with which the probe tries them. */
export function egressWords(controls: readonly EgressControl[]): readonly string[] {
  return controls.flatMap(({ id, expected: { url, tunnel } }) => ["proxy", id, url, tunnel]);
}
