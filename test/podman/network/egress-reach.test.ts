import { readFileSync, writeFileSync } from "node:fs";
import t from "tap";
import { runlabelArguments } from "../../../lib/label/plain-runlabel.ts";
import { runPodman } from "../label-image.ts";
import { makeWorld } from "../world.ts";
import { fillWorkspace, inGuarded, makeGuarded, probe } from "./guarded.ts";
import type { Reach } from "./guarded.ts";
import { withTestNetwork } from "./test-network.ts";

t.setTimeout(0);
const network = withTestNetwork(t);
const world = makeWorld(t.testdir(), "egress-reach");
t.teardown(() => world.remove());

const LOOPBACK_PORT = 21434;
const OTHER_PORT = 21435;
const { machine, internet, lan, metadata } = network;

let places: Readonly<Record<string, string>> = {};
t.before(async () => {
  const everywhere = await network.serve("0.0.0.0");
  const bridge = await network.serve(machine.bridge);
  await network.serve("127.0.0.1", LOOPBACK_PORT);
  await network.serve("127.0.0.1", OTHER_PORT);
  await network.serve("::1", OTHER_PORT);
  places = {
    internet: `http://${internet.ipv4}/`,
    "internet, IPv6": `http://[${internet.ipv6}]/`,
    lan: `http://${lan.ipv4}/`,
    metadata: `http://${metadata.ipv4}/`,
    "metadata, IPv6": `http://[${metadata.ipv6}]/`,
    dns: "dns:192.168.77.1",
    "host service": `http://host.containers.internal:${everywhere}/`,
    "host service, second network": `http://${machine.bridge}:${bridge}/`,
    "host service, mapped IPv6": `http://[::ffff:${machine.bridge}]:${bridge}/`,
    "host loopback, the port": `http://127.0.0.1:${LOOPBACK_PORT}/`,
    "host loopback, another port": `http://127.0.0.1:${OTHER_PORT}/`,
    "host loopback, IPv6": `http://[::1]:${OTHER_PORT}/`,
  };
  fillWorkspace(world, network);
});

const OUTSIDE = [
  "internet",
  "internet, IPv6",
  "lan",
  "metadata",
  "metadata, IPv6",
  "dns",
  "host service",
  "host service, second network",
  "host service, mapped IPv6",
];
const LOOPBACK = "host loopback, the port";

function reach(reached: readonly string[]): Reach {
  return Object.fromEntries(
    Object.keys(places).map((name) => [name, reached.includes(name) ? "yes" : "no"]),
  );
}

const LOCAL = { list: `localhost:${LOOPBACK_PORT}`, ports: `-T,${LOOPBACK_PORT}` };
const PROFILES = [
  ["default", { list: undefined, from: "default" }, OUTSIDE],
  ["guarded", { list: "allowed.paddock.test" }, []],
  ["offline", { list: "none", from: "offline" }, []],
  ["one local port", LOCAL, [LOOPBACK]],
] as const;

for (const [name, options, reached] of PROFILES) {
  t.test(`what a sandbox reaches by itself: ${name}`, async (t) => {
    const profile = `reach-${name.replaceAll(" ", "-")}`;
    await makeGuarded(world, profile, options);
    const ended = await inGuarded(world, profile, probe(places));
    t.equal(ended.status, 0, ended.stderr);
    t.strictSame(JSON.parse(ended.stdout), reach(reached));
  });
}

t.test("the probe reaches all of it from the machine itself", async (t) => {
  const [, file = "", argument = ""] = probe(places);
  const here = { ...places, "host service": places["host service, second network"] };
  const { stdout } = await network.run(
    process.execPath,
    `${world.workspace}/${file}`,
    argument.replace(JSON.stringify(places), JSON.stringify(here)),
  );
  t.strictSame(JSON.parse(stdout), reach(Object.keys(places)));
});

t.test("one local port names the model's address, and no other profile does", async (t) => {
  const command = ["sh", "-c", 'echo "$OPENAI_BASE_URL $OLLAMA_HOST"; curl -sS $OLLAMA_HOST'];
  const ended = await inGuarded(world, "reach-one-local-port", command);
  const address = `http://127.0.0.1:${LOOPBACK_PORT}`;
  t.equal(ended.stdout, `${address}/v1 ${address}\nhost service\n`, ended.stderr);
  t.equal((await inGuarded(world, "reach-guarded", command)).stdout, " \n");
});

t.test("a plain runlabel has no network: it starts no proxy", async (t) => {
  // The label as it is, but for the virtual machine, which is not what this is about.
  const file = `${world.profiles}/reach-guarded/Containerfile`;
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/--runtime krun(?: --annotation \S+)*/, ""));
  const tag = "localhost/paddock:reach-guarded";
  const built = await runPodman(["build", "--quiet", "--tag", tag, "--file", file]);
  t.equal(built.status, 0, built.stderr);
  const all = { ...places, "the proxy's port": "http://127.0.0.1:3128/" };
  const words = runlabelArguments(probe(all));
  const run = ["container", "runlabel", "run", tag, "--", ...words];
  const ended = await runPodman(run, world.workspace);
  t.strictSame(JSON.parse(ended.stdout), { ...reach([]), "the proxy's port": "no" }, ended.stderr);
});
