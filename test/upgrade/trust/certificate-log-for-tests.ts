import { createHash, sign } from "node:crypto";
import type { KeyPairKeyObjectResult } from "node:crypto";

export interface CertificateLog {
  readonly publicKey: Buffer;
  readonly logID: Buffer;
  log(certificate: ArrayBuffer, issuerId: ArrayBuffer): Promise<ArrayBuffer>;
}

/** A certificate transparency log (RFC 6962); the one of @sigstore/mock writes empty signatures with newer versions of its own libraries. */
export function certificateLog(keys: KeyPairKeyObjectResult): CertificateLog {
  const publicKey = keys.publicKey.export({ type: "spki", format: "der" });
  const logID = createHash("sha256").update(publicKey).digest();
  return {
    publicKey,
    logID,
    log: async (certificate, issuerId) => {
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(BigInt(Date.now()));
      const body = firstPart(Buffer.from(certificate));
      const signed = Buffer.concat([
        Buffer.from([0, 0]),
        time,
        Buffer.from([0, 1]),
        Buffer.from(issuerId),
        sized(body, 3),
        Buffer.from([0, 0]),
      ]);
      const timestamp = Buffer.concat([
        Buffer.from([0]),
        logID,
        time,
        // No extensions; SHA-256 and ECDSA.
        Buffer.from([0, 0, 4, 3]),
        sized(sign("sha256", signed, keys.privateKey), 2),
      ]);
      return new Uint8Array(sized(timestamp, 2)).buffer;
    },
  };
}

/** What a certificate's signature is over: the first element of its outer sequence. */
function firstPart(der: Buffer): Buffer {
  const start = headerLength(der, 0);
  const length = der.readUIntBE(start + 2, der.readUInt8(start + 1) & 0x7f || 1);
  return der.subarray(start, start + headerLength(der, start) + length);
}

function headerLength(der: Buffer, at: number): number {
  const first = der.readUInt8(at + 1);
  return first < 0x80 ? 2 : 2 + (first & 0x7f);
}

function sized(bytes: Buffer, sizeLength: number): Buffer {
  const size = Buffer.alloc(sizeLength);
  size.writeUIntBE(bytes.length, 0, sizeLength);
  return Buffer.concat([size, bytes]);
}
