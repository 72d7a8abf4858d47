import t from "tap";
import { makeWorld } from "../world.ts";
import type { Ended } from "../world.ts";
import { fillWorkspace, inGuarded, makeGuarded } from "./guarded.ts";
import { withTestNetwork } from "./test-network.ts";

t.setTimeout(0);
const network = withTestNetwork(t);
const world = makeWorld(t.testdir(), "egress-hosts");
t.teardown(() => world.remove());
const { machine, internet, elsewhere, lan, metadata } = network;

// Names that the list grants, and whose addresses are not what a list of names can grant.
const ADDRESSES = {
  "private.hosts.paddock.test": [lan.ipv4],
  "loopback.hosts.paddock.test": ["127.0.0.1"],
  "machine.hosts.paddock.test": [machine.bridge],
  "cloud.hosts.paddock.test": [metadata.ipv4],
  "mixed.hosts.paddock.test": [lan.ipv4, internet.ipv4],
};
const LIST = `allowed.paddock.test open.paddock.test:8080 *.hosts.paddock.test ${metadata.name} !denied.hosts.paddock.test`;
let port = 0;

t.before(async () => {
  for (const [name, addresses] of Object.entries(ADDRESSES)) network.dns(name, addresses);
  network.dns("open.paddock.test", [internet.ipv4]);
  network.dns("public.hosts.paddock.test", [internet.ipv4]);
  network.dns("denied.hosts.paddock.test", [elsewhere.ipv4]);
  network.dns("changing.hosts.paddock.test", [internet.ipv4], [lan.ipv4]);
  port = await network.serve("0.0.0.0");
  fillWorkspace(world, network);
  await makeGuarded(world, "egress-hosts", { list: LIST });
});

/** What curl says in the sandbox: the answer's body, then the statuses of the proxy and of the server, then its own error. */
async function curl(...words: readonly string[]): Promise<Ended> {
  const format = "\\n%{http_connect} %{http_code}";
  const command = ["curl", "-sS", "--cacert", "ca.pem", "--max-time", "8", "--write-out", format];
  return await inGuarded(world, "egress-hosts", [...command, ...words]);
}

/** What reached the servers with a path that only one test asks for. */
function requests(path: string): readonly unknown[] {
  return network.seen().filter((seen) => seen.kind !== "dns" && seen.path.includes(path));
}

const ALLOWED: ReadonlyArray<readonly [name: string, url: string, expected: object]> = [
  ["a name", "https://allowed.paddock.test/a1", { kind: "https", sni: "allowed.paddock.test" }],
  ["in upper case", "https://ALLOWED.paddock.TEST/a2", { kind: "https" }],
  ["plain HTTP to a port that the list names", "http://open.paddock.test:8080/a3", { port: 8080 }],
  ["below a wildcard", "https://public.hosts.paddock.test/a4", { kind: "https", port: 443 }],
];
for (const [name, url, expected] of ALLOWED) {
  t.test(`allowed: ${name}`, async (t) => {
    const { stdout, stderr } = await curl(url);
    t.match(JSON.parse(stdout.split("\n")[0] ?? ""), expected, stderr);
    t.equal(requests(new URL(url).pathname).length, 1);
  });
}

const NO_HEADER = /proxy-authorization/i;
t.test("the proxy's password does not reach the server", async (t) => {
  await curl("http://open.paddock.test:8080/headers");
  const [seen] = requests("/headers");
  t.ok(seen);
  t.notMatch(JSON.stringify(seen), NO_HEADER);
});

const DENIED: ReadonlyArray<readonly [name: string, ...words: readonly string[]]> = [
  ["another name", "https://denied.paddock.test/d1"],
  ["a name that a denial takes out of a wildcard", "https://denied.hosts.paddock.test/d2"],
  ["the name above a wildcard", "https://hosts.paddock.test/d3"],
  ["a name that ends in an allowed one", "https://not-allowed.paddock.test/d4"],
  ["an address", `https://${internet.ipv4}/d5`],
  ["an address, IPv6", `https://[${internet.ipv6}]/d6`],
  ["plain HTTP", "http://allowed.paddock.test/d7"],
  ["plain HTTP on the port of TLS", "http://allowed.paddock.test:443/d8"],
  ["another port", "https://allowed.paddock.test:8443/d9"],
  ["the port of one name with another", "http://allowed.paddock.test:8080/d10"],
  ["LAN, by address", `https://${lan.ipv4}/d11`],
  ["LAN, by an allowed name", "https://private.hosts.paddock.test/d12"],
  ["LAN beside a public address", "https://mixed.hosts.paddock.test/d13"],
  ["metadata, by address", `http://${metadata.ipv4}/d14`],
  ["metadata, by an allowed name", "https://metadata.paddock.test/d15"],
  ["metadata, by another name", "https://cloud.hosts.paddock.test/d16"],
  ["the machine's loopback, by an allowed name", "https://loopback.hosts.paddock.test/d17"],
  ["the machine's own address, by an allowed name", "https://machine.hosts.paddock.test/d18"],
  ["the machine's loopback", "http://localhost:PORT/d19", "--noproxy", "-"],
  ["a service of the machine", `http://${machine.bridge}:PORT/d20`],
  ["a mapped address", `https://[::ffff:${lan.ipv4}]/d21`],
  ["a number for an address", "https://0x2d43590a/d22"],
  [
    "a redirect to a denied host",
    "-L",
    `https://allowed.paddock.test/redirect?to=https://denied.paddock.test/d23`,
  ],
  // curl opens a tunnel to the one name and speaks TLS to the other in it.
  ["a denied name inside an allowed tunnel", ...connectTo("denied", "allowed", "d24")],
  ["an allowed name inside a denied tunnel", ...connectTo("allowed", "denied", "d25")],
  ["no password", "--proxy", "http://127.0.0.1:3128", "https://allowed.paddock.test/d26"],
  [
    "another password",
    "--proxy",
    "http://paddock:x@127.0.0.1:3128",
    "https://allowed.paddock.test/d27",
  ],
  ["no proxy", "--noproxy", "*", "https://allowed.paddock.test/d28"],
  ["SOCKS", "--proxy", "socks5h://127.0.0.1:3128", "https://allowed.paddock.test/d29"],
];

function connectTo(inside: string, tunnel: string, path: string): readonly string[] {
  const [name, host] = [`${inside}.paddock.test`, `${tunnel}.paddock.test`];
  return ["--connect-to", `${name}:443:${host}:443`, `https://${name}/${path}`];
}

/** The statuses of the proxy's answer to CONNECT and of a plain answer; 000 where there was none. */
function expectedOf(words: readonly string[]): string {
  const line = words.join(" ");
  if (line.includes("socks5h") || line.includes("--noproxy *")) return "000 000";
  if (line.includes("--proxy ")) return "407 000";
  // The tunnel was opened before its first bytes named another host.
  if (line.endsWith("/d24")) return "200 000";
  return line.includes("http://") ? "000 403" : "403 000";
}

for (const [name, ...words] of DENIED) {
  t.test(`denied: ${name}`, async (t) => {
    const path = /\/(d\d+)/.exec(words.join(" "))?.[1] ?? "";
    const { stdout, stderr } = await curl(
      ...words.map((word) => word.replace("PORT", String(port))),
    );
    t.notMatch(stdout, /host service/, stderr);
    const reached = requests(path).filter((seen) => !JSON.stringify(seen).includes("/redirect"));
    t.strictSame(reached, []);
    t.equal(stdout.trimEnd().split("\n").at(-1), expectedOf(words), stderr);
  });
}

t.test("a name is resolved anew for each connection, and judged anew", async (t) => {
  const url = "https://changing.hosts.paddock.test";
  const first = await curl(`${url}/r1`);
  t.match(first.stdout, /"kind":"https"/, first.stderr);
  const second = await curl(`${url}/r2`);
  t.match(second.stdout, /^403 000$/m, second.stderr);
  t.strictSame(requests("/r2"), []);
});

t.test("a denial says what and why, in JSON, in the log and at the end", async (t) => {
  const { stdout, stderr } = await curl("http://denied.paddock.test/why");
  const [body = ""] = stdout.split("\n");
  const asked = { host: "denied.paddock.test", port: 80 };
  t.match(JSON.parse(body), { error: "egress-denied", ...asked, add: "denied.paddock.test:80" });
  t.match(stderr, /^1 connection was denied: denied\.paddock\.test:80\.$/m);
  t.match(stderr, /^To allow: add to LABEL paddock\.egress: denied\.paddock\.test:80$/m);
  const log = await world.paddock(["log", "--denied", "--json"]);
  t.match(log.stdout, "denied.paddock.test", log.stderr);
  t.notMatch(log.stdout, /127\.0\.0\.1:3128|authorization|\/why/);
});

t.test("F12 nothing that was denied was asked of the DNS", async (t) => {
  const asked = network.seen().flatMap((seen) => (seen.kind === "dns" ? [seen.name] : []));
  const names = new Set(asked);
  t.ok(names.has("public.hosts.paddock.test"));
  t.notOk(names.has("denied.hosts.paddock.test"));
  t.notOk(names.has("not-allowed.paddock.test"));
});
