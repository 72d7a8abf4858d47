import ssri from "ssri";

/** Bytes of a sha512. */
const SHA512_BYTES = 64;

/**
 * The sha512 of an integrity text as 128 hex digits, wherever it stands among other algorithms; undefined where there is none of exactly
 * 64 bytes, or two different ones.
 */
export function sha512Hex(integrity: unknown): string | undefined {
  if (typeof integrity !== "string") return undefined;
  const found = integrity
    .split(/\s+/u)
    .filter((token) => token.toLowerCase().startsWith("sha512-"))
    .map((token) => ssri.parse(token, { single: true }).digest);
  const [digest, ...others] = new Set(found);
  if (digest === undefined || others.length > 0) return undefined;
  const bytes = Buffer.from(digest, "base64");
  // Node's decoder passes over what is no base64: only a digest that it writes the same way was whole.
  const isWhole = bytes.length === SHA512_BYTES && bytes.toString("base64") === digest;
  return isWhole ? bytes.toString("hex") : undefined;
}
