/** A port of this machine that greets whoever connects. */
export interface Listener {
  readonly address: string;
  readonly port: number;
  readonly close: () => void;
}

/** Connections of this machine's own: what a sandbox is tried against. */
export interface Connections {
  /** The machine's addresses but for loopback and link-local ones. */
  readonly addresses: () => Promise<readonly string[]>;
  /** Listens on a port that the kernel chooses and says the greeting to whoever connects. */
  readonly listen: (address: string, greeting: string) => Promise<Listener>;
  readonly connects: (address: string, port: number) => Promise<boolean>;
  /** Whether a name server answers there, asked for the root's servers, a question that names nobody. */
  readonly answersDns: (address: string) => Promise<boolean>;
}

const PATIENCE_MS = 2000;
const ROOT_SERVERS = Buffer.from([16, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1]);

/** The real network. Its modules are loaded when they are used: a launch never needs them. */
export const systemConnections: Connections = {
  addresses: async () => {
    const { networkInterfaces } = await import("node:os");
    const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const own = all.filter(({ internal, address }) => !internal && !address.startsWith("fe80"));
    return own.map(({ address }) => address);
  },
  listen: async (address, greeting) => {
    const { createServer } = await import("node:net");
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(greeting);
    });
    await new Promise<void>((resolve, reject) =>
      server.on("error", reject).listen({ host: address, port: 0 }, resolve),
    );
    const bound = server.address();
    const port = typeof bound === "object" ? (bound?.port ?? 0) : 0;
    return { address, port, close: () => void server.close() };
  },
  connects: async (address, port) => {
    const { connect } = await import("node:net");
    return await new Promise<boolean>((resolve) => {
      const socket = connect({ host: address, port, timeout: PATIENCE_MS });
      const end = (connected: boolean) => (): void => {
        socket.destroy();
        resolve(connected);
      };
      socket.on("connect", end(true)).on("error", end(false)).on("timeout", end(false));
    });
  },
  answersDns: async (address) => {
    const { createSocket } = await import("node:dgram");
    return await new Promise<boolean>((resolve) => {
      const socket = createSocket(address.includes(":") ? "udp6" : "udp4");
      const end = (answered: boolean): void => {
        clearTimeout(timer);
        socket.close();
        resolve(answered);
      };
      const timer = setTimeout(end, PATIENCE_MS, false);
      socket.on("message", () => end(true)).on("error", () => end(false));
      socket.send(ROOT_SERVERS, 53, address);
    });
  },
};
