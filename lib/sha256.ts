/**
 * sha256 over the parts one after the other, in hex. node:crypto is loaded at the first call: a launch that finds all
 * as it left it never needs it, and loading it takes longer than the rest of such a launch.
 */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
