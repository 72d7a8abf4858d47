import { createPublicKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { isJsonObject } from "../../json-object.ts";

/** A key that a registry signs with. */
export interface RegistryKey {
  readonly keyId: string;
  readonly key: KeyObject;
  /** After this time it signs nothing more. */
  readonly expires?: Date;
}

/**
 * The keys of the document that a registry publishes; undefined where it lists none, as where there is no such document. One
 * that cannot be read is left out, so that what it signed fails.
 */
export function readRegistryKeys(document: unknown): readonly RegistryKey[] | undefined {
  const entries: unknown = isJsonObject(document) ? document["keys"] : undefined;
  if (entries === undefined) return undefined;
  if (!Array.isArray(entries)) return [];
  if (entries.length === 0) return undefined;
  return entries.flatMap((entry: unknown) => {
    const key = readKey(entry);
    return key === undefined ? [] : [key];
  });
}

function readKey(entry: unknown): RegistryKey | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { keyid: keyId, key, expires } = entry;
  if (typeof keyId !== "string" || keyId === "" || typeof key !== "string") return undefined;
  const expiry = typeof expires === "string" ? new Date(expires) : undefined;
  if (expiry !== undefined && Number.isNaN(expiry.getTime())) return undefined;
  try {
    return {
      keyId,
      key: createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" }),
      ...(expiry === undefined ? {} : { expires: expiry }),
    };
  } catch {
    return undefined;
  }
}

/** Whether a key was still in use at `time`; with no time that can be told, only a key that never expires is. */
export function wasInUse(key: RegistryKey, time: Date | undefined): boolean {
  if (key.expires === undefined) return true;
  return time !== undefined && time < key.expires;
}
