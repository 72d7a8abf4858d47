import { isJsonObject, readJsonObject } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";

/** One attestation of a release: a signed statement in a sigstore bundle. */
export interface Attestation {
  readonly predicateType: string;
  readonly bundle: JsonObject;
  /** Of the registry's key; undefined when a certificate in the bundle names the signer. */
  readonly keyId?: string;
  /** When the public log took it in. */
  readonly loggedAt?: Date;
  /** What the statement is about: package URLs and their sha512 in hex. */
  readonly subjects: readonly { readonly name: string; readonly sha512: string }[];
}

/** Reads the document that a registry serves at a release's attestations address; undefined when any of it has another shape. */
export function readAttestations(document: JsonObject): readonly Attestation[] | undefined {
  const entries: unknown = document["attestations"];
  if (!Array.isArray(entries)) return undefined;
  const attestations = entries.map(readAttestation).filter((one) => one !== undefined);
  return attestations.length === entries.length ? attestations : undefined;
}

function readAttestation(entry: unknown): Attestation | undefined {
  if (!isJsonObject(entry) || !isJsonObject(entry["bundle"])) return undefined;
  const { bundle } = entry;
  const envelope = bundle["dsseEnvelope"];
  if (!isJsonObject(envelope) || typeof envelope["payload"] !== "string") return undefined;
  const statement = readJsonObject(Buffer.from(envelope["payload"], "base64").toString("utf8"));
  // The type beside the bundle is not signed: the one in the statement is.
  if (typeof statement?.["predicateType"] !== "string") return undefined;
  const signatures: unknown = envelope["signatures"];
  const first: unknown = Array.isArray(signatures) ? signatures[0] : undefined;
  const keyId = isJsonObject(first) ? first["keyid"] : undefined;
  const loggedAt = readLogTime(bundle["verificationMaterial"]);
  return {
    predicateType: statement["predicateType"],
    bundle,
    ...(typeof keyId === "string" && keyId !== "" ? { keyId } : {}),
    ...(loggedAt === undefined ? {} : { loggedAt }),
    subjects: readSubjects(statement["subject"]),
  };
}

function readSubjects(value: unknown): Attestation["subjects"] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isJsonObject(entry) || !isJsonObject(entry["digest"])) return [];
    const name = entry["name"];
    const sha512 = entry["digest"]["sha512"];
    return typeof name === "string" && typeof sha512 === "string" ? [{ name, sha512 }] : [];
  });
}

function readLogTime(material: unknown): Date | undefined {
  const entries: unknown = isJsonObject(material) ? material["tlogEntries"] : undefined;
  const first: unknown = Array.isArray(entries) ? entries[0] : undefined;
  const seconds = isJsonObject(first) ? Number(first["integratedTime"]) : Number.NaN;
  return Number.isFinite(seconds) && seconds > 0 ? new Date(seconds * 1000) : undefined;
}
