import { connect as netConnect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { connect } from "node:tls";
import * as fc from "fast-check";
import t from "tap";
import { LONGEST_HELLO, readClientHello } from "../../../../lib/egress/proxy/tls/client-hello.ts";

/** What Node's own TLS sends first. */
async function realHello(options: object): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.once("data", (bytes) => {
        socket.destroy();
        server.close();
        resolve(bytes);
      });
    });
    server.listen(0, "127.0.0.1", () => {
      const socket = netConnect((server.address() as AddressInfo).port, "127.0.0.1");
      socket.on("error", reject);
      connect({ socket, ...options }).on("error", () => {});
    });
  });
}

const u8 = (value: number): Buffer => Buffer.from([value]);
const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const u24 = (value: number): Buffer => Buffer.from([value >> 16, (value >> 8) & 255, value & 255]);
const vector = (bytes: Buffer, size: 1 | 2): Buffer =>
  Buffer.concat([size === 1 ? u8(bytes.length) : u16(bytes.length), bytes]);
const extension = (type: number, body: Buffer): Buffer =>
  Buffer.concat([u16(type), vector(body, 2)]);
const nameEntry = (name: string, kind = 0): Buffer =>
  Buffer.concat([u8(kind), vector(Buffer.from(name, "latin1"), 2)]);
const sni = (...entries: readonly Buffer[]): Buffer =>
  extension(0, vector(Buffer.concat(entries), 2));
const ECH = extension(0xfe0d, Buffer.alloc(200, 7));

function message(...extensions: readonly Buffer[]): Buffer {
  return Buffer.concat([
    u16(0x0303),
    Buffer.alloc(32, 1),
    vector(Buffer.alloc(32, 2), 1),
    vector(u16(0x1301), 2),
    vector(u8(0), 1),
    vector(Buffer.concat(extensions), 2),
  ]);
}

function handshake(body: Buffer, type = 1): Buffer {
  return Buffer.concat([u8(type), u24(body.length), body]);
}

/** In records of so many bytes. */
function records(bytes: Buffer, size = 16_384): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    parts.push(Buffer.from([22, 3, 1]), u16(part.length), part);
  }
  return Buffer.concat(parts);
}

const hello = (...extensions: readonly Buffer[]): Buffer =>
  records(handshake(message(...extensions)));

t.test("what Node itself sends", async (t) => {
  for (const options of [
    { servername: "api.example.com" },
    { servername: "api.example.com", maxVersion: "TLSv1.2" },
    { servername: "api.example.com", ALPNProtocols: ["h2", "http/1.1"] },
  ]) {
    const bytes = await realHello(options);
    t.strictSame(readClientHello(bytes), { kind: "hello", serverName: "api.example.com" });
    for (let end = 0; end < bytes.length; end += 1) {
      t.equal(readClientHello(bytes.subarray(0, end)).kind, "incomplete");
    }
  }
  const bare = await realHello({ host: "127.0.0.1" });
  t.strictSame(readClientHello(bare), { kind: "hello", serverName: undefined });
});

const NAMED = { kind: "hello", serverName: "a.example" };
const ROWS: readonly (readonly [name: string, bytes: Buffer, expected: object])[] = [
  ["one record", hello(sni(nameEntry("a.example"))), NAMED],
  ["records of one byte", records(handshake(message(sni(nameEntry("a.example")))), 1), NAMED],
  [
    "records that cut the header",
    records(handshake(message(sni(nameEntry("a.example")))), 3),
    NAMED,
  ],
  [
    "early data in a record after it",
    Buffer.concat([hello(sni(nameEntry("a.example"))), Buffer.from([23, 3, 3, 0, 1, 9])]),
    NAMED,
  ],
  [
    "upper case as it is",
    hello(sni(nameEntry("A.Example"))),
    { kind: "hello", serverName: "A.Example" },
  ],
  ["an encrypted hello beside the name", hello(ECH, sni(nameEntry("a.example"))), NAMED],
  ["an encrypted hello alone", hello(ECH), { kind: "hello", serverName: undefined }],
  [
    "no extensions",
    records(handshake(message().subarray(0, -2))),
    { kind: "hello", serverName: undefined },
  ],
  ["HTTP", Buffer.from("GET / HTTP/1.1\r\n"), { kind: "wrong", why: "it is not TLS" }],
  ["SSL 2", Buffer.from([0x80, 0x2e, 1, 3, 1]), { kind: "wrong", why: "it is not TLS" }],
  ["version 2", Buffer.from([22, 2, 0, 0, 5]), { kind: "wrong", why: "it is not TLS" }],
  ["an alert", Buffer.from([21, 3, 3, 0, 2, 2, 40]), { kind: "wrong", why: "it is not TLS" }],
  ["an empty record", Buffer.from([22, 3, 1, 0, 0]), { kind: "wrong", why: /no such length/ }],
  ["a record too long", Buffer.from([22, 3, 1, 0x40, 1]), { kind: "wrong", why: /no such length/ }],
  [
    "another message",
    records(handshake(message(), 2)),
    { kind: "wrong", why: /without a ClientHello/ },
  ],
  ["a message too long", records(Buffer.from([1, 1, 0, 0])), { kind: "wrong", why: /too long/ }],
  [
    "another message in its record",
    records(Buffer.concat([handshake(message()), handshake(message(sni(nameEntry("b.example"))))])),
    { kind: "wrong", why: /does not end/ },
  ],
  [
    "an alert amid it",
    Buffer.concat([
      records(handshake(message()))
        .subarray(0, 5 + 10)
        .fill(10, 4, 5),
      Buffer.from([21, 3, 3, 0, 2, 2, 40]),
    ]),
    { kind: "wrong", why: "it is not TLS" },
  ],
  [
    "two names",
    hello(sni(nameEntry("a.example"), nameEntry("b.example"))),
    { kind: "wrong", why: /belong to nothing/ },
  ],
  [
    "the extension twice",
    hello(sni(nameEntry("a.example")), sni(nameEntry("b.example"))),
    { kind: "wrong", why: /twice/ },
  ],
  [
    "a name of another kind",
    hello(sni(nameEntry("a.example", 1))),
    { kind: "wrong", why: /unknown kind/ },
  ],
  ["an empty list", hello(extension(0, u16(0))), { kind: "wrong", why: /cut off/ }],
  ["an empty extension", hello(extension(0, Buffer.alloc(0))), { kind: "wrong", why: /cut off/ }],
  ["an empty name", hello(sni(nameEntry(""))), { kind: "wrong", why: /no name/ }],
  [
    "a name with a zero byte",
    hello(sni(nameEntry("a.example\0.evil"))),
    { kind: "wrong", why: /no name/ },
  ],
  [
    "a name that is not ASCII",
    hello(sni(nameEntry("\u00e9.example"))),
    { kind: "wrong", why: /no name/ },
  ],
  [
    "bytes after the name",
    hello(extension(0, Buffer.concat([vector(nameEntry("a.example"), 2), u8(0)]))),
    { kind: "wrong", why: /belong to nothing/ },
  ],
  [
    "bytes after the extensions",
    records(handshake(Buffer.concat([message(), u8(0)]))),
    { kind: "wrong", why: /belong to nothing/ },
  ],
  [
    "cut inside",
    records(handshake(message(sni(nameEntry("a.example"))).subarray(0, 60))),
    { kind: "wrong", why: /cut off/ },
  ],
];
for (const [name, bytes, expected] of ROWS) {
  t.test(name, (t) => {
    t.match(readClientHello(bytes), expected);
    t.end();
  });
}

t.test("a hello without an end has an end", (t) => {
  const endless = records(Buffer.concat([u8(1), u24(LONGEST_HELLO + 1), Buffer.alloc(20_000)]), 1);
  t.match(readClientHello(endless), { kind: "wrong", why: /too long/ });
  t.end();
});

t.test("a hello that is cut anywhere is incomplete or wrong, never another name", (t) => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 400 }), (at, size) => {
      const bytes = records(handshake(message(sni(nameEntry("a.example")))), size);
      const read = readClientHello(bytes.subarray(0, at % bytes.length));
      return read.kind === "incomplete";
    }),
    { numRuns: 1000 },
  );
  t.end();
});

t.test("garbage, and hellos with changed bytes, are read without a throw", (t) => {
  const base = hello(ECH, sni(nameEntry("a.example")));
  const changes = fc.array(fc.tuple(fc.nat(base.length - 1), fc.nat(255)), { maxLength: 6 });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), changes), (random) => {
      const bytes = Buffer.from(random instanceof Uint8Array ? random : base);
      if (!(random instanceof Uint8Array)) for (const [at, value] of random) bytes[at] = value;
      return ["incomplete", "hello", "wrong"].includes(readClientHello(bytes).kind);
    }),
    { numRuns: 5000 },
  );
  t.end();
});
