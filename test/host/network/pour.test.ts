import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import t from "tap";
import { bufferPool } from "../../../lib/host/network/buffer-pool.ts";
import { connect, connectPouring } from "../../../lib/host/network/connect.ts";
import { makePour } from "../../../lib/host/network/pour.ts";
import type { Test } from "tap";

async function serve(t: Test, accept: (socket: Socket) => void): Promise<number> {
  const server = createServer(accept);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const at = (port: number) => ({ addresses: ["127.0.0.1"], port, timeoutMs: 1000 });

t.test("a buffer is given back once, after the last write of it", (t) => {
  const given: Buffer[] = [];
  const pool = {
    take: () => Buffer.alloc(8),
    giveBack: (buffer: Buffer) => void given.push(buffer),
  };
  const { onread, into, close } = makePour(pool);
  let written: (() => void) | undefined;
  const to = {
    writable: true,
    writableLength: 4,
    write: (_: Buffer, done: () => void) => (written = done),
  };
  const from = { once: () => {}, resume: () => {} };
  into(from as unknown as Socket, to as unknown as Socket);
  t.equal(onread.callback(4, onread.buffer), false, "it waits while a write is on its way");
  close();
  t.strictSame(given, []);
  written?.();
  t.strictSame(given, [onread.buffer]);
  close();
  t.equal(given.length, 1);
  t.end();
});

t.test("many connections share few buffers, and each gets its own bytes", async (t) => {
  const size = 300_000;
  const port = await serve(t, (socket) => {
    socket.on("error", () => {});
    socket.once("data", (byte) => socket.end(Buffer.alloc(size, byte[0])));
  });
  const sinks = await serve(t, (socket) => {
    socket.on("error", () => {});
    // A slow reader: what is poured waits in the buffer meanwhile.
    const parts: Buffer[] = [];
    socket.on("data", (part: Buffer) => {
      parts.push(part);
      socket.pause();
      setTimeout(() => socket.resume(), 1);
    });
    socket.once("end", () => {
      const all = Buffer.concat(parts);
      socket.end(`${all.length} ${new Set(all).size}`);
    });
  });
  const pool = bufferPool();
  const once = async (value: number): Promise<string> => {
    const { socket, pourInto } = await connectPouring(at(port), pool);
    const sink = await connect(at(sinks));
    for (const each of [socket, sink]) each.on("error", () => {});
    socket.write(Buffer.from([value]));
    pourInto(sink);
    const said = await new Promise<string>((resolve) => {
      sink.once("data", (text) => resolve(text.toString()));
    });
    socket.destroy();
    sink.destroy();
    return said;
  };
  for (let round = 0; round < 4; round += 1) {
    const said = await Promise.all(Array.from({ length: 40 }, (_, index) => once(index)));
    t.strictSame(new Set(said), new Set([`${size} 1`]));
  }
});

t.test("a connection that fails gives its buffer back", async (t) => {
  let taken = 0;
  const pool = {
    take: () => {
      taken += 1;
      return Buffer.alloc(8);
    },
    giveBack: () => {
      taken -= 1;
    },
  };
  const port = await serve(t, () => {});
  await t.rejects(connectPouring(at(1), pool), { code: "ECONNREFUSED" });
  t.equal(taken, 0);
  const { socket } = await connectPouring(at(port), pool);
  t.equal(taken, 1);
  socket.destroy();
  await new Promise((resolve) => void socket.once("close", resolve));
  t.equal(taken, 0);
});
