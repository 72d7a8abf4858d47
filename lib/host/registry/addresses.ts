import { PaddockError } from "../../errors.ts";
import { printable } from "../../printable.ts";

type NpmOptions = Readonly<Record<string, unknown>>;

const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/iu;

/** The registry of a package, with one slash at its end: the scope's, else `registry`; a name or address that is none is a PaddockError. */
export function registryOf(name: string, options: NpmOptions): URL {
  if (!NAME.test(name)) {
    throw new PaddockError("usage", `${printable(name)} is not the name of a package.`, {
      fix: "Write NAME or @SCOPE/NAME, as npm has it.",
    });
  }
  const scope = name.startsWith("@") ? name.slice(0, name.indexOf("/")) : undefined;
  const scoped = scope === undefined ? undefined : options[`${scope}:registry`];
  const written = typeof scoped === "string" && scoped !== "" ? scoped : options["registry"];
  const address = typeof written === "string" ? written.trim() : "";
  if (!URL.canParse(address) || !/^https?:$/u.test(new URL(address).protocol)) {
    throw new PaddockError("failed", `npm's registry for ${name} is not an address.`, {
      fix: "Set npm's `registry` to an address that starts with https://.",
    });
  }
  const registry = new URL(address);
  registry.search = "";
  registry.hash = "";
  registry.pathname = `${registry.pathname.replace(/\/+$/u, "")}/`;
  return registry;
}

/** Where a package's full document is. */
export function packumentAddress(registry: URL, name: string): URL {
  return new URL(`${registry.href}${name.replace("/", "%2f")}`);
}

/** Where a registry publishes the keys that it signs with. */
export function keysAddress(registry: URL): URL {
  return new URL(`${registry.href}-/npm/v1/keys`);
}

/** Where a registry serves attestations: below its own address, as npm asks it, by the path that the release names. */
export function attestationsAddress(registry: URL, named: string): URL | undefined {
  if (!URL.canParse(named, registry.href)) return undefined;
  const { pathname } = new URL(named, registry.href);
  // A mirror below a path may pass on the publisher's address, or write its own.
  const isBelow = pathname.startsWith(registry.pathname);
  return new URL(isBelow ? pathname : `${registry.pathname}${pathname.slice(1)}`, registry.origin);
}

/**
 * Where to download a release: the address that the document names when it is on the registry's own origin, else the usual
 * one below the registry, since a mirror may pass on the publisher's host. Without encryption only on loopback.
 */
export function tarballAddress(
  registry: URL,
  release: { readonly name: string; readonly version: string; readonly tarball?: string },
): URL {
  const { name, version, tarball } = release;
  if (registry.protocol !== "https:" && !isLoopback(registry.hostname)) {
    throw new PaddockError("refused", `${name} is not downloaded without encryption.`, {
      fix: "Set npm's `registry` to an address that starts with https://.",
    });
  }
  if (tarball !== undefined && URL.canParse(tarball)) {
    const named = new URL(tarball);
    named.username = "";
    named.password = "";
    if (named.origin === registry.origin) return named;
  }
  const base = name.slice(name.indexOf("/") + 1);
  return new URL(`${registry.href}${name}/-/${base}-${encodeURIComponent(version)}.tgz`);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/u.test(hostname);
}
