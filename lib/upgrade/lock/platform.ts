import type { JsonObject } from "../../json-object.ts";

/** What a platform package is for, in npm's words (`os`, `cpu`). */
export interface Platform {
  readonly os: string;
  readonly cpu: string | undefined;
}

const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ["darwin", "darwin"],
  ["macos", "darwin"],
  ["win32", "win32"],
  ["windows", "win32"],
  ["android", "android"],
  ["freebsd", "freebsd"],
  ["openbsd", "openbsd"],
  ["netbsd", "netbsd"],
  ["sunos", "sunos"],
  ["aix", "aix"],
]);
const PROCESSORS: ReadonlyMap<string, string> = new Map([
  ["x64", "x64"],
  ["amd64", "x64"],
  ["arm64", "arm64"],
  ["aarch64", "arm64"],
  ["ia32", "ia32"],
  ["arm", "arm"],
  ["ppc64", "ppc64"],
]);

/** The platform that a package's name tells; undefined where it tells none, or more than one system. Anything that hints at Linux is Linux. */
export function platformOfName(name: string): Platform | undefined {
  const words = name.toLowerCase().split(/[^a-z\d]+/u);
  const cpu = words.flatMap((word) => PROCESSORS.get(word) ?? [])[0];
  if (words.some((word) => /^(?:linux|musl|gnu|glibc)/u.test(word))) return { os: "linux", cpu };
  const systems = new Set(words.flatMap((word) => SYSTEMS.get(word) ?? []));
  const [os, ...others] = systems;
  return os === undefined || others.length > 0 ? undefined : { os, cpu };
}

/** Whether npm would install a locked package on Linux: its `os` list, read as npm-install-checks reads it. */
export function allowsLinux({ os }: JsonObject): boolean {
  if (os === undefined) return true;
  const listed: readonly unknown[] = Array.isArray(os) ? os : [os];
  const names = listed.map(String);
  if (names.includes("!linux")) return false;
  return (
    names.includes("linux") || names.includes("any") || names.every((name) => name.startsWith("!"))
  );
}
