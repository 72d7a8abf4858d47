import { valid } from "semver";
import { isJsonObject, isTextMap } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";
import { repositoryName } from "../trust/repository-name.ts";

/** One signature of the registry over `name@version:integrity`. */
export interface RegistrySignature {
  readonly keyId: string;
  /** DER, in base64. */
  readonly signature: string;
}

/** One release of a package, as the registry's full document describes it. */
export interface Release {
  readonly name: string;
  readonly version: string;
  /** Subresource integrity text, unread. */
  readonly integrity?: string;
  /** SHA-1 in hex. */
  readonly shasum?: string;
  /** The address that the publisher's registry gave; on a mirror it may name another host. */
  readonly tarball?: string;
  /** The publisher's message, where the release is deprecated. */
  readonly deprecated?: string;
  /** `engines.node`, a semver range. */
  readonly nodeEngines?: string;
  /** Name to range, or to `npm:NAME@VERSION`. */
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly hasInstallScript: boolean;
  /** The commands that npm runs on install, where the document shows them. */
  readonly installScripts: Readonly<Record<string, string>>;
  /** Account names, sorted. */
  readonly maintainers: readonly string[];
  /** `host/owner/name`, in lower case. */
  readonly repository?: string;
  readonly signatures: readonly RegistrySignature[];
  readonly hasAttestations: boolean;
  /** Where the registry keeps the attestations; only its path is used. */
  readonly attestationsAddress?: string;
  /** The account that published it. */
  readonly publisher?: string;
}

const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall"] as const;

/** Reads one release; undefined when its version is no semver or its entry has no shape that npm knows. */
export function readRelease(name: string, version: string, entry: unknown): Release | undefined {
  if (!isJsonObject(entry) || valid(version) !== version) return undefined;
  // An entry that calls itself something else could carry the signatures of another release.
  if (entry["version"] !== version || (entry["name"] ?? name) !== name) return undefined;
  const dist = isJsonObject(entry["dist"]) ? entry["dist"] : {};
  const installScripts = readInstallScripts(entry["scripts"]);
  return {
    name,
    version,
    ...text("integrity", dist["integrity"]),
    ...text("shasum", dist["shasum"]),
    ...text("tarball", dist["tarball"]),
    ...deprecation(entry["deprecated"]),
    ...text("nodeEngines", isJsonObject(entry["engines"]) ? entry["engines"]["node"] : undefined),
    ...text("repository", repositoryName(entry["repository"])),
    ...text("publisher", accountName(entry["_npmUser"])),
    optionalDependencies: isTextMap(entry["optionalDependencies"])
      ? entry["optionalDependencies"]
      : {},
    hasInstallScript: entry["hasInstallScript"] === true || Object.keys(installScripts).length > 0,
    installScripts,
    maintainers: readMaintainers(entry["maintainers"]),
    signatures: readSignatures(dist["signatures"]),
    ...readAttestations(dist["attestations"]),
  };
}

function text<Key extends string>(key: Key, value: unknown): { readonly [K in Key]?: string } {
  return typeof value === "string" && value !== "" ? fieldOf(key, value) : {};
}

function fieldOf<Key extends string>(key: Key, value: string): { readonly [K in Key]?: string } {
  const field: { [K in Key]?: string } = {};
  field[key] = value;
  return field;
}

/** npm writes a message; some registries write `true`, and an empty message or `false` takes a deprecation back. */
function deprecation(value: unknown): Pick<Release, "deprecated"> {
  if (value === true) return { deprecated: "no reason given" };
  return text("deprecated", value);
}

function accountName(value: unknown): string | undefined {
  if (typeof value === "string") return value.replace(/\s*<.*$/u, "");
  return isJsonObject(value) && typeof value["name"] === "string" ? value["name"] : undefined;
}

function readMaintainers(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const names = value.map(accountName).filter((name) => name !== undefined);
  return [...new Set(names)].sort();
}

function readInstallScripts(value: unknown): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  const scripts: JsonObject = value;
  return Object.fromEntries(
    INSTALL_SCRIPTS.flatMap((name) => {
      const command = scripts[name];
      return typeof command === "string" ? [[name, command] as const] : [];
    }),
  );
}

function readSignatures(value: unknown): readonly RegistrySignature[] {
  if (!Array.isArray(value)) return [];
  // A signature that cannot be read stays, empty: dropping it would turn "wrong" into "not offered".
  return value.map((entry: unknown) => ({
    keyId: isJsonObject(entry) && typeof entry["keyid"] === "string" ? entry["keyid"] : "",
    signature: isJsonObject(entry) && typeof entry["sig"] === "string" ? entry["sig"] : "",
  }));
}

function readAttestations(
  value: unknown,
): Pick<Release, "hasAttestations" | "attestationsAddress"> {
  if (value === undefined || value === null) return { hasAttestations: false };
  return {
    hasAttestations: true,
    ...text("attestationsAddress", isJsonObject(value) ? value["url"] : undefined),
  };
}
