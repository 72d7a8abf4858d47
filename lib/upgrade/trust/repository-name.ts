import { isJsonObject } from "../../json-object.ts";

/** The host that npm means by `owner/name` and by `name:owner/name`. */
const SHORT_HOSTS: Readonly<Record<string, string>> = {
  github: "github.com",
  gitlab: "gitlab.com",
  bitbucket: "bitbucket.org",
};

/** A package's repository as `host/owner/name` in lower case, so that two spellings of one place compare equal; undefined when it names none. */
export function repositoryName(value: unknown): string | undefined {
  const address = isJsonObject(value) ? value["url"] : value;
  if (typeof address !== "string" || address.trim() === "") return undefined;
  const plain = address.trim().toLowerCase();
  const short = /^(?:(?<host>github|gitlab|bitbucket):)?(?<path>[\w.-]+\/[\w.-]+)$/u.exec(plain);
  if (short?.groups !== undefined) {
    const host = SHORT_HOSTS[short.groups["host"] ?? "github"] ?? "github.com";
    return `${host}/${withoutEnding(short.groups["path"] ?? "")}`;
  }
  const long =
    /^(?:[a-z][a-z+.-]*:\/\/)?(?:[^@/]*@)?(?<host>[^/:]+)(?::\d+\/|[/:])(?<path>.+)$/u.exec(plain);
  if (long?.groups === undefined) return plain;
  return `${long.groups["host"] ?? ""}/${withoutEnding(long.groups["path"] ?? "")}`;
}

function withoutEnding(path: string): string {
  return path
    .replace(/[?#].*$/u, "")
    .replace(/\/+$/u, "")
    .replace(/\.git$/u, "");
}
