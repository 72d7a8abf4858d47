import ipaddr from "ipaddr.js";
import { PaddockError } from "../../../errors.ts";
import type { ProxyVariables } from "../../../host/settings.ts";

/** A proxy of the host's; what it needs to be asked with stays in this process. */
export interface Upstream {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** The value of `Proxy-Authorization`. */
  readonly authorization: string | undefined;
}

/** Which proxy of the host's a request goes through; undefined for none. */
export type ChooseUpstream = (
  protocol: "connect" | "http",
  host: string,
  port: number,
) => Upstream | undefined;

/** Reads the variables as curl does; throws PaddockError "host-unready" for a proxy that is not spoken here. */
export function readUpstream(variables: ProxyVariables): ChooseUpstream {
  const https = readProxy(variables.https);
  const http = readProxy(variables.http);
  const exceptions = (variables.none ?? "").split(/[\s,]+/u).filter(Boolean);
  return (protocol, host, port) => {
    if (exceptions.some((entry) => isExcepted(entry, host, port))) return undefined;
    return protocol === "connect" ? https : http;
  };
}

function readProxy(text: string | undefined): Upstream | undefined {
  if (text === undefined || text === "") return undefined;
  const address = /^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) throw notSpoken();
  const secure = url.protocol === "https:";
  const user = `${decoded(url.username)}:${decoded(url.password)}`;
  return {
    secure,
    host: url.hostname.replaceAll(/^\[|\]$/gu, ""),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    authorization: user === ":" ? undefined : `Basic ${Buffer.from(user).toString("base64")}`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) throw notSpoken();
    throw error;
  }
}

// Without the value: it may hold a password.
function notSpoken(): PaddockError {
  return new PaddockError("host-unready", "The proxy of this machine is not one for HTTP.", {
    fix: "Set HTTPS_PROXY and HTTP_PROXY to http://... or https://..., or unset them.",
  });
}

function isExcepted(entry: string, host: string, port: number): boolean {
  if (entry === "*") return true;
  if (ipaddr.isValid(host)) return isExceptedAddress(entry, host);
  const [name = "", only] = entry.toLowerCase().split(":");
  if (only !== undefined && only !== String(port)) return false;
  const bare = name.replace(/^\*?\./u, "");
  return bare !== "" && (host === bare || host.endsWith(`.${bare}`));
}

function isExceptedAddress(entry: string, host: string): boolean {
  const address = ipaddr.parse(host);
  if (ipaddr.isValid(entry)) return ipaddr.parse(entry).toString() === address.toString();
  if (!ipaddr.isValidCIDR(entry)) return false;
  const [range, bits] = ipaddr.parseCIDR(entry);
  return range.kind() === address.kind() && address.match(range, bits);
}
