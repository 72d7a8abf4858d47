import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** User and password of one session's proxy. */
export interface Credential {
  readonly user: string;
  readonly password: string;
}

/** A credential that no one can guess: 192 bits in letters and digits, `-` and `_`, which stand in a URL as they are. */
export function makeCredential(): Credential {
  return { user: "paddock", password: randomBytes(24).toString("base64url") };
}

/** Whether a `Proxy-Authorization` header is the credential's; how long that takes says nothing of where it differs. */
export function isAuthorized(header: string | undefined, credential: Credential): boolean {
  const [scheme, token] = /^(\S+) +(\S+)$/u.exec(header ?? "")?.slice(1) ?? [];
  if (scheme?.toLowerCase() !== "basic" || token === undefined) return false;
  const wanted = `${credential.user}:${credential.password}`;
  return timingSafeEqual(digest(Buffer.from(token, "base64")), digest(Buffer.from(wanted)));
}

function digest(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}
