import { verify } from "node:crypto";
import { printable } from "../../printable.ts";
import type { Release } from "../release/release.ts";
import { wasInUse } from "./registry-keys.ts";
import type { RegistryKey } from "./registry-keys.ts";
import type { Verdict } from "./verdict.ts";

export interface SignatureCheck {
  readonly verdict: Verdict;
  /** The key that signed, where the verdict is "ok". */
  readonly keyId?: string;
}

/**
 * Checks the registry's ECDSA signatures over `name@version:integrity`, all of them, as npm does; "not offered" when the
 * registry publishes no keys (`undefined`), since nothing can then be checked.
 */
export function checkSignature(
  release: Release,
  keys: readonly RegistryKey[] | undefined,
  publishedAt: Date | undefined,
): SignatureCheck {
  if (keys === undefined) return { verdict: "not offered" };
  if (release.signatures.length === 0) {
    return failed("the registry signs its releases, and this one has no signature");
  }
  if (release.integrity === undefined) return failed("there is no integrity that is signed");
  const message = Buffer.from(`${release.name}@${release.version}:${release.integrity.trim()}`);
  let keyId = "";
  for (const signature of release.signatures) {
    const shown = printable(signature.keyId);
    const key = keys.find((one) => one.keyId === signature.keyId);
    if (key === undefined) return failed(`the registry does not publish the key ${shown}`);
    if (!wasInUse(key, publishedAt)) return failed(`the key ${shown} had expired`);
    if (!isSignedBy(message, key, signature.signature)) {
      return failed(`the signature with the key ${shown} is wrong`);
    }
    keyId = key.keyId;
  }
  return { verdict: "ok", keyId };
}

function isSignedBy(message: Buffer, key: RegistryKey, signature: string): boolean {
  try {
    return verify("sha256", message, key.key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

function failed(reason: string): SignatureCheck {
  return { verdict: { failed: reason } };
}
