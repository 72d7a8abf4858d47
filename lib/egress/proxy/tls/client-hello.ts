/** What the first bytes of a TLS connection say. */
export type ClientHello =
  /** So far so good: more bytes are needed. */
  | { readonly kind: "incomplete" }
  /** `serverName` as it was sent (SNI, RFC 6066); undefined where there is none, as with an encrypted hello alone. */
  | { readonly kind: "hello"; readonly serverName: string | undefined }
  | { readonly kind: "wrong"; readonly why: string };

/** The first byte of a TLS connection. */
export const HANDSHAKE_RECORD = 22;

/** More than any client sends, with keys against quantum computers too. */
export const LONGEST_HELLO = 32_768;

const CLIENT_HELLO = 1;
const RECORD_HEADER = 5;
const LONGEST_RECORD = 16_384;
const HANDSHAKE_HEADER = 4;
const SERVER_NAME = 0;
const HOST_NAME = 0;

class Malformed extends Error {}

/** Reads the ClientHello from all that a client sent so far, over as many records as it takes (RFC 8446, 4.1.2 and 5.1). */
export function readClientHello(bytes: Uint8Array): ClientHello {
  try {
    const message = joinRecords(bytes);
    if (message === undefined) return { kind: "incomplete" };
    return { kind: "hello", serverName: readServerName(new Reader(message)) };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { kind: "wrong", why: error.message };
  }
}

/** The body of the handshake message that the records hold; undefined while it is not whole. */
function joinRecords(bytes: Uint8Array): Uint8Array | undefined {
  const message = new Uint8Array(bytes.length);
  let [at, joined] = [0, 0];
  while (at < bytes.length) {
    const length = recordLength(bytes, at);
    if (length === undefined) return undefined;
    const part = bytes.subarray(at + RECORD_HEADER, at + RECORD_HEADER + length);
    message.set(part, joined);
    joined += part.length;
    at += RECORD_HEADER + length;
    const end = messageEnd(message, joined);
    if (end !== undefined && joined > end) {
      throw new Malformed("its ClientHello does not end where its record ends");
    }
    if (joined === end) return message.subarray(HANDSHAKE_HEADER, end);
  }
  return undefined;
}

/** The length of the record that begins there; undefined while its header is not whole. */
function recordLength(bytes: Uint8Array, at: number): number | undefined {
  const [type, major, , high = 0, low = 0] = bytes.subarray(at, at + RECORD_HEADER);
  if (type !== HANDSHAKE_RECORD) throw new Malformed("it is not TLS");
  if (major !== undefined && major !== 3) throw new Malformed("it is not TLS");
  if (bytes.length < at + RECORD_HEADER) return undefined;
  const length = (high << 8) | low;
  if (length === 0 || length > LONGEST_RECORD) {
    throw new Malformed("a TLS record has no such length");
  }
  return length;
}

/** Where the message ends, once its own header is there. */
function messageEnd(message: Uint8Array, joined: number): number | undefined {
  const [type, high = 0, middle = 0, low = 0] = message;
  if (joined > 0 && type !== CLIENT_HELLO) throw new Malformed("it begins without a ClientHello");
  if (joined < HANDSHAKE_HEADER) return undefined;
  const length = (high << 16) | (middle << 8) | low;
  if (length > LONGEST_HELLO) throw new Malformed("its ClientHello is too long");
  return HANDSHAKE_HEADER + length;
}

function readServerName(hello: Reader): string | undefined {
  hello.skip(2 + 32); // version, random
  hello.vector(1); // session id
  hello.vector(2); // cipher suites
  hello.vector(1); // compression
  if (hello.atEnd) return undefined;
  const extensions = new Reader(hello.vector(2));
  hello.requireEnd();
  const seen = new Set<number>();
  let name: string | undefined;
  while (!extensions.atEnd) {
    const type = extensions.number(2);
    if (seen.has(type)) throw new Malformed("its ClientHello has an extension twice");
    seen.add(type);
    const body = extensions.vector(2);
    if (type === SERVER_NAME) name = readNameList(new Reader(body));
  }
  return name;
}

function readNameList(extension: Reader): string {
  const list = new Reader(extension.vector(2));
  extension.requireEnd();
  if (list.number(1) !== HOST_NAME) throw new Malformed("its server name is of an unknown kind");
  const name = Buffer.from(list.vector(2)).toString("latin1");
  list.requireEnd();
  if (!/^[\u0021-\u007E]+$/u.test(name)) throw new Malformed("its server name is no name");
  return name;
}

/** Reads numbers and vectors from the front of some bytes; what is not there is malformed. */
class Reader {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  requireEnd(): void {
    if (!this.atEnd) throw new Malformed("its ClientHello has bytes that belong to nothing");
  }

  skip(length: number): Uint8Array {
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    if (part.length < length) throw new Malformed("its ClientHello is cut off");
    this.#at += length;
    return part;
  }

  number(size: 1 | 2): number {
    return this.skip(size).reduce((value, byte) => (value << 8) | byte, 0);
  }

  /** Bytes with their length in front. */
  vector(sizeOfLength: 1 | 2): Uint8Array {
    return this.skip(this.number(sizeOfLength));
  }
}
