import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import type { Test } from "tap";
import { runProgram } from "../shipped-images.ts";
import type { Ended } from "../shipped-images.ts";
import { ADDRESSES, serversFolder } from "./addresses.ts";

/** What reached a server beyond the machine: a request, or a question to the DNS. */
export type Seen =
  | {
      readonly kind: "http" | "https";
      readonly address: string;
      readonly port: number;
      readonly host: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly sni?: string | false;
    }
  | {
      readonly kind: "dns";
      readonly address: string;
      readonly name: string;
      readonly type?: string;
    };

/** The network of a test: this process is on its machine, and nothing leads out of it. */
export interface TestNetwork {
  readonly machine: typeof ADDRESSES.machine;
  readonly internet: typeof ADDRESSES.internet;
  readonly elsewhere: typeof ADDRESSES.elsewhere;
  readonly lan: typeof ADDRESSES.lan;
  readonly metadata: typeof ADDRESSES.metadata;
  /** The authority of every HTTPS server, a file in PEM; its certificate is for *.paddock.test and *.hosts.paddock.test. */
  readonly authority: string;
  /**
   * Makes the DNS answer a name, which must be the test's own: test files run at the same time. Of several answers, each a
   * list of addresses, the first is given first, and the last from then on.
   */
  readonly dns: (name: string, ...answers: readonly (readonly string[])[]) => void;
  /** What reached the servers since `withTestNetwork`, other tests' requests too: look for names and paths of your own. */
  readonly seen: () => readonly Seen[];
  /** An HTTP server of the machine, on a port that the kernel chooses or the one given; it answers `host service`. */
  readonly serve: (address: string, port?: number) => Promise<number>;
  /** Runs a program on the machine to its end. */
  readonly run: (...argv: readonly string[]) => Promise<Ended>;
}

/** The test network, which `scripts/test-network` starts; a test that is not in it fails. */
export function withTestNetwork(t: Test): TestNetwork {
  const folder = serversFolder();
  const own = Object.values(networkInterfaces()).flat();
  if (
    !existsSync(`${folder}/ready`) ||
    !own.some((each) => each?.address === ADDRESSES.machine.ipv4)
  )
    throw new Error("this test runs in the network of scripts/test-network");
  const read = (): readonly string[] =>
    existsSync(`${folder}/seen.jsonl`)
      ? readFileSync(`${folder}/seen.jsonl`, "utf8").split("\n").filter(Boolean)
      : [];
  const before = read().length;
  return {
    ...ADDRESSES,
    authority: `${folder}/ca.pem`,
    dns: (name, ...answers) => writeFileSync(`${folder}/names/${name}`, JSON.stringify(answers)),
    seen: () =>
      read()
        .slice(before)
        .map((line) => JSON.parse(line) as Seen),
    serve: async (address, port = 0) => await serve(t, address, port),
    run: async (...argv) => await runProgram(argv),
  };
}

async function serve(t: Test, host: string, port: number): Promise<number> {
  const server = createServer((_, response) => response.end("host service\n"));
  await new Promise<void>((resolve, reject) =>
    server.on("error", reject).listen({ host, port }, resolve),
  );
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
