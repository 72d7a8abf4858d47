/** What an integrity text says of its sha512; `problem` is words for a person. */
export type Sha512 =
  | { readonly kind: "sha512"; readonly hex: string }
  | { readonly kind: "missing"; readonly problem: string }
  | { readonly kind: "refused"; readonly problem: string };

/** The base64 of 64 bytes: 86 letters, of which the last carries two unused bits, and two `=`. */
const DIGEST = /^[A-Za-z0-9+/]{85}[AQgw]==$/u;

/**
 * The sha512 of a subresource integrity text as 128 hex digits, wherever it stands; two different ones, or one that is not
 * exactly 64 bytes, are refused (the `ssri` library takes a digest of any length).
 */
export function sha512Hex(integrity: string | undefined): Sha512 {
  const digests = (integrity ?? "")
    .split(/\s+/u)
    .filter((part) => part.startsWith("sha512-"))
    .map((part) => part.slice("sha512-".length).replace(/\?.*$/u, ""));
  const [first] = digests;
  if (first === undefined) {
    return { kind: "missing", problem: "the registry gives no sha512 for it" };
  }
  if (!digests.every((digest) => DIGEST.test(digest))) {
    return { kind: "refused", problem: "its sha512 is not 64 bytes" };
  }
  if (digests.some((digest) => digest !== first)) {
    return { kind: "refused", problem: "the registry gives two different sha512 for it" };
  }
  return { kind: "sha512", hex: Buffer.from(first, "base64").toString("hex") };
}
