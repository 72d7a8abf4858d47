import { PaddockError } from "../../errors.ts";
import { sha256 } from "../../sha256.ts";
import type { Profile } from "../../profile/lookup.ts";
import type { Link } from "../chain.ts";
import { readRecord } from "../freshness/record.ts";
import type { RecordHost } from "../freshness/record.ts";

/** What a person asked of a build; what is absent is as it was at the last build of that image. */
export interface BuildRequest {
  readonly buildArguments: Readonly<Record<string, string>>;
  /** Absolute path of a PEM file of extra certificate authorities. */
  readonly authorities: string | undefined;
}

export const AS_BEFORE: BuildRequest = { buildArguments: {}, authorities: undefined };

/** A Containerfile that takes extra authorities declares this argument beside the secret `paddock-ca`. */
export const AUTHORITIES_ARGUMENT = "PADDOCK_CA_SHA256";

/** A host that may name authorities in its environment (`$PADDOCK_CA`). */
export interface AuthoritiesHost extends RecordHost {
  readonly settings: RecordHost["settings"] & {
    readonly certificateAuthorities: string | undefined;
  };
}

export interface Authorities {
  readonly path: string;
  /** Changes with every write or replacement; empty when the file is gone. */
  readonly version: string;
  /** sha256, hex; computed when it is asked for. */
  readonly digest: string;
}

/** The arguments for a profile's image: those of its last build, the given ones over them. */
export function argumentsFor(
  host: RecordHost,
  profile: Profile,
  request: BuildRequest,
): Readonly<Record<string, string>> {
  return { ...readRecord(host, profile.tag)?.buildArguments, ...request.buildArguments };
}

/** The same, only those that the Containerfile declares. */
export function declaredArgumentsFor(
  host: RecordHost,
  link: Link,
  request: BuildRequest,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(argumentsFor(host, link.profile, request)).filter(([name]) =>
      link.declared.has(name),
    ),
  );
}

/** The certificate authorities for a link, if it takes any: the given file, else that of the last build. */
export function authoritiesFor(
  host: AuthoritiesHost,
  link: Link,
  request: BuildRequest,
): Authorities | undefined {
  if (!link.declared.has(AUTHORITIES_ARGUMENT)) return undefined;
  const record = readRecord(host, link.profile.tag);
  const path = request.authorities ?? host.settings.certificateAuthorities ?? record?.authorities;
  if (path === undefined) return undefined;
  const version = host.files.facts(path)?.version;
  if (version !== undefined) {
    return {
      path,
      version,
      get digest() {
        return sha256(host.files.readBytes(path) ?? "");
      },
    };
  }
  const known = record?.fingerprint["authorities"];
  // The image has them already; only a new build needs the file again.
  if (request.authorities === undefined && known !== undefined) {
    return { path, version: "", digest: known };
  }
  throw new PaddockError("usage", `There is no file of certificate authorities at ${path}.`, {
    fix: "Give --ca (or PADDOCK_CA) the path of a PEM file.",
  });
}

/** Refuses what no Containerfile of the chain would take, which would otherwise be lost without a word. */
export function requireTaken(chain: readonly Link[], request: BuildRequest): void {
  const files = chain.map((link) => link.profile.containerfile).join(", ");
  for (const name of Object.keys(request.buildArguments)) {
    if (!chain.some((link) => link.declared.has(name))) {
      throw new PaddockError("usage", `No Containerfile declares the build argument ${name}.`, {
        fix: `Check its spelling, or write ARG ${name} in one of: ${files}`,
      });
    }
  }
  if (
    request.authorities !== undefined &&
    !chain.some((link) => link.declared.has(AUTHORITIES_ARGUMENT))
  ) {
    throw new PaddockError("usage", "No Containerfile takes certificate authorities.", {
      fix: `Build on localhost/paddock-base, or declare ARG ${AUTHORITIES_ARGUMENT} and use the build secret paddock-ca in one of: ${files}`,
    });
  }
}
