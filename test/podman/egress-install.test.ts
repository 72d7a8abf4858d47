import { lookup } from "node:dns/promises";
import { existsSync } from "node:fs";
import t from "tap";
import { buildShippedImages, runProgram } from "./shipped-images.ts";
import { makeWorld } from "./world.ts";
import { inGuarded, makeGuarded } from "./network/guarded.ts";

// The one test of a list that leaves this machine: an agent's own install, through the registry that npm here is told to use.
t.setTimeout(0);
const world = makeWorld(t.testdir(), "egress-install");
t.before(buildShippedImages);
t.teardown(() => world.remove());

const PACKAGE = "isexe";

async function registry(): Promise<URL> {
  const npm = (process.env["PADDOCK_NODE24"] ?? "").replace(/bin\/node$/, "bin/npm");
  const said = await runProgram([process.execPath, npm, "config", "get", "registry"]);
  return new URL(said.stdout.trim());
}

/** The words that open a registry: its name, and its addresses where they are a company's own. */
async function wordsFor({ hostname, port, protocol }: URL): Promise<readonly string[]> {
  const suffix = protocol === "http:" ? `:${port || 80}` : port && `:${port}`;
  const found = await lookup(hostname, { all: true });
  const addresses = found.map(({ address, family }) => (family === 6 ? `[${address}]` : address));
  return [hostname, ...addresses].map((host) => `${host}${suffix}`);
}

t.test(
  "npm installs a package inside guarded, from the registry and from nowhere else",
  async (t) => {
    const url = await registry();
    const install = [
      "npm",
      "install",
      "--no-audit",
      "--no-fund",
      `--registry=${url.href}`,
      PACKAGE,
    ];
    await makeGuarded(world, "install-denied", { list: "github" });
    const denied = await inGuarded(world, "install-denied", install);
    t.not(denied.status, 0);
    t.match(denied.stderr, `denied: ${url.hostname}`);
    t.notOk(existsSync(`${world.workspace}/node_modules/${PACKAGE}`));

    // Some registries have other addresses by the minute; a reserved one is denied unless the list names it.
    let [listed, allowed] = [await wordsFor(url), denied];
    for (let turn = 1; turn <= 3; turn += 1) {
      await makeGuarded(world, `install-allowed-${turn}`, { list: listed.join(" ") });
      allowed = await inGuarded(world, `install-allowed-${turn}`, install);
      const now = await wordsFor(url);
      if (now.every((word) => listed.includes(word))) break;
      listed = listed.concat(now.filter((word) => !listed.includes(word)));
    }
    t.equal(allowed.status, 0, allowed.stderr);
    t.ok(existsSync(`${world.workspace}/node_modules/${PACKAGE}/package.json`));
  },
);
