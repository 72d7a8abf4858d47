import { execFileSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { TLSSocket } from "node:tls";
import { ADDRESSES, PORTS, serversFolder } from "./addresses.ts";
import { readQuestion, writeAnswer } from "./dns-message.ts";

// Everything that there is beyond the test's machine, in one process: it serves on every address of its namespace.
const folder = serversFolder();
rmSync(folder, { recursive: true, force: true });
mkdirSync(`${folder}/names`, { recursive: true });

function record(seen: object): void {
  appendFileSync(`${folder}/seen.jsonl`, `${JSON.stringify(seen)}\n`);
}

function answerRequest(request: IncomingMessage, response: ServerResponse): void {
  const { socket, headers, url = "/" } = request;
  const secure = socket instanceof TLSSocket;
  const { pathname, searchParams } = new URL(url, "http://host");
  const seen = {
    kind: secure ? "https" : "http",
    address: (socket.localAddress ?? "").replace(/^::ffff:/, ""),
    port: socket.localPort,
    host: headers.host,
    path: url,
    headers,
    ...(secure ? { sni: (socket as TLSSocket & { servername?: string | false }).servername } : {}),
  };
  record(seen);
  if (pathname === "/redirect") {
    response.writeHead(302, { location: searchParams.get("to") ?? "/" }).end();
  } else if (pathname === "/bytes") {
    response.end(Buffer.alloc(Number(searchParams.get("count"))));
  } else {
    response.end(`${JSON.stringify(seen)}\n`);
  }
}

const names = [
  "DNS:paddock.test",
  "DNS:*.paddock.test",
  "DNS:*.hosts.paddock.test",
  `IP:${ADDRESSES.internet.ipv4}`,
];
execFileSync(
  "openssl",
  "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=Paddock"
    .split(" ")
    .concat("-keyout", `${folder}/key.pem`, "-out", `${folder}/ca.pem`)
    .concat("-addext", `subjectAltName=${names.join(",")}`),
);
const tls = {
  key: readFileSync(`${folder}/key.pem`),
  cert: readFileSync(`${folder}/ca.pem`),
};

const listener: RequestListener = answerRequest;
const listening = [
  ...PORTS.http.map((port) => ({ server: createServer(listener), port })),
  ...PORTS.https.map((port) => ({ server: createSecureServer(tls, listener), port })),
].map(
  async ({ server, port }) =>
    await new Promise<void>((resolve) => server.listen({ port, host: "::" }, resolve)),
);

// One answer for a name is a list of addresses; of several the first is given first, and the last from then on.
const asked = new Map<string, number>();
function answersTo(name: string, type: string | undefined): readonly string[] | undefined {
  let text: string;
  try {
    text = readFileSync(`${folder}/names/${name.replaceAll("/", "_")}`, "utf8");
  } catch {
    return undefined;
  }
  const answers = JSON.parse(text) as readonly (readonly string[])[];
  const count = asked.get(`${name} ${type}`) ?? 0;
  asked.set(`${name} ${type}`, count + 1);
  return answers[Math.min(count, answers.length - 1)];
}

// A socket for each address, since an answer must come from the address that was asked.
const resolvers = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses.map(({ address }) => address))
  .filter((address) => !address.startsWith("fe80"))
  .map(async (address) => {
    const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
    socket.on("message", (query, sender) => {
      const question = readQuestion(query);
      if (question === undefined) return;
      const { name, type } = question;
      record({ kind: "dns", address, name, type });
      socket.send(writeAnswer(query, answersTo(name, type)), sender.port, sender.address);
    });
    await new Promise<void>((resolve) => socket.bind(53, address, resolve));
  });

for (const { name, ...host } of [
  ADDRESSES.internet,
  ADDRESSES.elsewhere,
  ADDRESSES.lan,
  ADDRESSES.metadata,
])
  writeFileSync(`${folder}/names/${name}`, JSON.stringify([Object.values(host)]));
await Promise.all([...listening, ...resolvers]);
writeFileSync(`${folder}/ready`, "");
