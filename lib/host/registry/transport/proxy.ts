import { PaddockError } from "../../../errors.ts";

/** The proxies that npm and the environment name; addresses may hold credentials. */
export interface Proxies {
  readonly forHttps: string | undefined;
  readonly forHttp: string | undefined;
  /** Hosts that are reached directly, as `NO_PROXY` writes them. */
  readonly direct: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** npm's `https-proxy`, `proxy` and `noproxy`, else `HTTPS_PROXY`, `HTTP_PROXY`, `PROXY` and `NO_PROXY` in either case; an empty one counts as unset. */
export function readProxies(
  options: Readonly<Record<string, unknown>>,
  environment: Environment,
): Proxies {
  const set = text(options["httpsProxy"]) ?? text(options["proxy"]);
  const https = set ?? variable(environment, "https_proxy");
  const http = https ?? variable(environment, "http_proxy") ?? variable(environment, "proxy");
  const direct = text(options["noProxy"]) ?? variable(environment, "no_proxy") ?? "";
  return {
    forHttps: https,
    forHttp: http,
    direct: direct.split(/[\s,]+/u).filter((entry) => entry !== ""),
  };
}

/** The proxy for an address, or undefined to go directly; one that is no address is a PaddockError that does not show it. */
export function proxyFor(address: URL, proxies: Proxies): string | undefined {
  const proxy = address.protocol === "https:" ? proxies.forHttps : proxies.forHttp;
  if (proxy === undefined || proxies.direct.some((entry) => covers(entry, address))) {
    return undefined;
  }
  const scheme = URL.canParse(proxy) ? new URL(proxy).protocol : "";
  if (!/^(?:https?|socks(?:4|4a|5|5h)?):$/u.test(scheme)) {
    throw new PaddockError("failed", "The proxy that npm or the environment names is no address.", {
      fix: "Write HTTPS_PROXY, or npm's https-proxy, as http://HOST:PORT.",
    });
  }
  return proxy;
}

/** `*`, a host, a domain with or without a leading dot or `*.`, each with or without a port. */
function covers(entry: string, address: URL): boolean {
  if (entry === "*") return true;
  const found = /^(?<host>\[[^\]]+\]|[^:]+|[^[]*:[^[]*:.*?)(?::(?<port>\d+))?$/u.exec(
    entry,
  )?.groups;
  if (found === undefined) return false;
  const port = address.port || (address.protocol === "https:" ? "443" : "80");
  if (found["port"] !== undefined && found["port"] !== port) return false;
  const host = (found["host"] ?? "").toLowerCase().replace(/^(?:\*?\.)/u, "");
  const asked = address.hostname.toLowerCase();
  return asked === host || asked === `[${host}]` || asked.endsWith(`.${host}`);
}

function variable(environment: Environment, name: string): string | undefined {
  return text(environment[name]) ?? text(environment[name.toUpperCase()]);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
