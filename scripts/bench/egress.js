// Measures the egress proxy against direct connections, by rounds in turn: egress.js [ROUNDS]. Client, proxy and server are
// processes of their own on loopback, all that is carried is TLS. Prints a table, and names the goals that are missed.
import { execFileSync, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { connect as tlsConnect, createServer } from "node:tls";

const NAME = "bench.example";
const CREDENTIAL = { user: "paddock", password: "bench" };
const AUTHORIZATION = Buffer.from("paddock:bench").toString("base64");
const GIGABYTE = 1_000_000_000;
const MANY = 200;
const ENOUGH_CONNECTIONS = 10_000;

const [role = "8", ...words] = process.argv.slice(2);
if (role === "server") await serve(words[0]);
else if (role === "proxy") await proxy(Number(words[0]));
else await measure(Number(role));

// Answers a line with so many bytes as it says.
async function serve(folder) {
  const block = Buffer.alloc(1 << 20, 1);
  const server = createServer(
    { key: readFileSync(`${folder}/key.pem`), cert: readFileSync(`${folder}/cert.pem`) },
    (socket) => {
      socket.on("error", () => socket.destroy());
      socket.once("data", (line) => {
        let left = Number(line.toString());
        const more = () => {
          while (left > 0) {
            const part = block.subarray(0, Math.min(left, block.length));
            left -= part.length;
            if (!socket.write(part)) return void socket.once("drain", more);
          }
          socket.end();
        };
        more();
      });
    },
  );
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
}

async function proxy(target) {
  const startedAt = performance.now();
  const { readEgress } = await import("../../dist/lib/egress/allowlist/read-egress.js");
  const { startProxy } = await import("../../dist/lib/egress/proxy/start-proxy.js");
  const { keepHeapSmall } = await import("../../dist/lib/host/small-heap.js");
  keepHeapSmall();
  const { systemNetwork } = await import("../../dist/lib/host/network/network.js");
  const list = readEgress(`github npm anthropic ${NAME}`);
  const { port } = await startProxy({
    network: {
      ...systemNetwork,
      resolve: async () => ["9.9.9.9"],
      connectPouring: (place, pool) =>
        systemNetwork.connectPouring({ ...place, addresses: ["127.0.0.1"], port: target }, pool),
    },
    list: () => list,
    credential: CREDENTIAL,
    upstream: () => undefined,
    record: () => {},
    clock: () => performance.now(),
  });
  process.on("message", () => process.send(memory()));
  process.send({ port, startMs: performance.now() - startedAt });
}

function memory() {
  const status = readFileSync("/proc/self/status", "utf8");
  const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024;
  const { user, system } = process.cpuUsage();
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM"), cpuMs: (user + system) / 1e3 };
}

async function measure(rounds) {
  const folder = mkdtempSync(`${tmpdir()}/paddock-bench-`);
  const request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1";
  const names = ["-subj", "/CN=bench", "-addext", `subjectAltName=DNS:${NAME}`];
  const files = ["-keyout", `${folder}/key.pem`, "-out", `${folder}/cert.pem`];
  execFileSync("openssl", [...request.split(" "), ...names, ...files], { stdio: "pipe" });
  const self = fileURLToPath(import.meta.url);
  const server = fork(self, ["server", folder]);
  const target = await message(server);
  const middle = fork(self, ["proxy", String(target)]);
  const { port, startMs } = await message(middle);
  const ca = readFileSync(`${folder}/cert.pem`);
  const ways = {
    direct: () => secure(ca, connect(target, "127.0.0.1")),
    proxied: async () => await secure(ca, await tunnel(port)),
  };
  try {
    // What is cold is not measured: it is the client that compiles its code.
    await firstBytes(ways, 50);
    for (const way of Object.values(ways)) await fetchBytes(way, GIGABYTE / 4);
    const rows = [
      await firstBytes(ways, rounds * 50),
      await atOnce(ways, rounds, 1),
      await atOnce(ways, rounds, MANY),
    ];
    const { peak, cpuMs } = await ask(middle);
    for (let count = 0; count < 3000; count += 1) await fetchBytes(ways.proxied, 1);
    const before = await ask(middle);
    for (let count = 0; count < ENOUGH_CONNECTIONS; count += 50) {
      await Promise.all(Array.from({ length: 50 }, () => fetchBytes(ways.proxied, 1)));
    }
    const after = await ask(middle);
    const gigabytes = 2 * rounds + 0.25;
    report(rows, { startMs, peak, cpuMs: cpuMs / gigabytes, before: before.now, after: after.now });
  } finally {
    middle.kill();
    server.kill();
    rmSync(folder, { recursive: true });
  }
}

async function firstBytes(ways, count) {
  const times = { direct: [], proxied: [] };
  for (let at = 0; at < count; at += 1) {
    for (const way of ["direct", "proxied"])
      times[way].push((await fetchBytes(ways[way], 1)).firstMs);
  }
  const [direct, proxied] = [median(times.direct), median(times.proxied)];
  const added = proxied - direct;
  return {
    name: `first byte of a new connection (${count})`,
    direct,
    proxied,
    unit: "ms",
    figure: `+${added.toFixed(2)} ms`,
    good: added <= 1,
  };
}

async function atOnce(ways, rounds, connections) {
  const rates = { direct: [], proxied: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const way of round % 2 === 0 ? ["direct", "proxied"] : ["proxied", "direct"]) {
      const startedAt = performance.now();
      const size = Math.ceil(GIGABYTE / connections);
      await Promise.all(Array.from({ length: connections }, () => fetchBytes(ways[way], size)));
      rates[way].push(GIGABYTE / 1e3 / (performance.now() - startedAt));
    }
  }
  const [direct, proxied] = [median(rates.direct), median(rates.proxied)];
  const ratio = proxied / direct;
  return {
    name: `1 GB over ${connections} at once`,
    direct,
    proxied,
    unit: "MB/s",
    figure: ratio.toFixed(2),
    good: ratio >= 0.7,
  };
}

function report(rows, { startMs, peak, cpuMs, before, after }) {
  console.log("| what | direct | through the proxy | to direct |\n| --- | ---: | ---: | ---: |");
  for (const { name, direct, proxied, unit, figure } of rows) {
    const digits = unit === "ms" ? 2 : 0;
    console.log(
      `| ${name} | ${direct.toFixed(digits)} ${unit} | ${proxied.toFixed(digits)} ${unit} | ${figure} |`,
    );
  }
  console.log(`
Proxy: started in ${startMs.toFixed(0)} ms; ${cpuMs.toFixed(0)} ms of a processor for each GB; at most ${peak.toFixed(0)} MB; ${before.toFixed(0)} MB before ${ENOUGH_CONNECTIONS} more connections, ${after.toFixed(0)} MB after.`);
  const missed = [
    ...rows.filter(({ good }) => !good).map(({ name }) => name),
    ...(peak < 120 ? [] : ["memory"]),
    ...(after - before < 20 ? [] : ["growth"]),
  ];
  if (missed.length > 0) {
    console.log(`Missed: ${missed.join(", ")}`);
  }
}

async function tunnel(port) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.write(
    `CONNECT ${NAME}:443 HTTP/1.1\r\nHost: ${NAME}\r\nProxy-Authorization: Basic ${AUTHORIZATION}\r\n\r\n`,
  );
  await new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("data", (head) => {
      socket.pause();
      if (head.toString().startsWith("HTTP/1.1 200 ")) resolve();
      else reject(new Error(head.toString()));
    });
  });
  return socket;
}

function secure(ca, socket) {
  return tlsConnect({ socket, ca, servername: NAME });
}

// What the whole of it takes, from before the connection, and until the first byte of the answer.
async function fetchBytes(open, size) {
  const startedAt = performance.now();
  const socket = await open();
  return await new Promise((resolve, reject) => {
    let [received, firstMs] = [0, 0];
    socket.once("error", reject);
    socket.once("secureConnect", () => socket.write(String(size)));
    socket.on("data", (piece) => {
      firstMs ||= performance.now() - startedAt;
      received += piece.length;
    });
    socket.once("end", () => {
      socket.end();
      if (received === size) resolve({ firstMs });
      else reject(new Error(`${received} bytes of ${size}`));
    });
  });
}

function message(child) {
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("a process of the measurement ended")));
  });
}

async function ask(child) {
  const answer = message(child);
  child.send("memory");
  return await answer;
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
