import type { Files } from "../../host/files/files.ts";
import { isTextMap, readJsonObject } from "../../json-object.ts";
import type { Fingerprint } from "./fingerprint.ts";

/** What the last build of an image was given: it tells why an image is stale, and repeats what the person asked for. */
export interface BuildRecord {
  readonly fingerprint: Fingerprint;
  readonly buildArguments: Readonly<Record<string, string>>;
  /** Path of the certificate authorities, where some were given. */
  readonly authorities: string | undefined;
  /** Milliseconds since 1970 of the last `rebuild`: layers from before it are never used again. */
  readonly rebuiltAt: number | undefined;
}

export interface RecordHost {
  readonly settings: { readonly stateDirectory: string };
  readonly files: Files;
}

function recordPath(host: RecordHost, tag: string): string {
  return `${host.settings.stateDirectory}/images/${tag.replaceAll(/[/:]/g, "_")}.json`;
}

/** The record of an image; undefined when there is none or it cannot be read, which costs only its explanation. */
export function readRecord(host: RecordHost, tag: string): BuildRecord | undefined {
  const record = readJsonObject(host.files.readText(recordPath(host, tag)));
  if (record === undefined) return undefined;
  const { fingerprint, buildArguments, authorities, rebuiltAt } = record;
  return {
    fingerprint: isTextMap(fingerprint) ? fingerprint : {},
    buildArguments: isTextMap(buildArguments) ? buildArguments : {},
    authorities: typeof authorities === "string" ? authorities : undefined,
    rebuiltAt: typeof rebuiltAt === "number" ? rebuiltAt : undefined,
  };
}

export function writeRecord(host: RecordHost, tag: string, record: BuildRecord): void {
  host.files.makePrivateDirectory(`${host.settings.stateDirectory}/images`);
  host.files.writeWhole(recordPath(host, tag), `${JSON.stringify(record, undefined, 2)}\n`);
}
