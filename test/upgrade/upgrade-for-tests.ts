import { readFileSync } from "node:fs";
import type { Test } from "tap";
import { testWorld } from "../host-for-tests.ts";
import type { World, WorldOptions } from "../host-for-tests.ts";
import { fakeRegistry, reply } from "../host/registry/registry-for-tests.ts";
import type { Reply } from "../host/registry/registry-for-tests.ts";
import { PROFILES } from "../profiles-for-tests.ts";
import { hashOf, integrityOf } from "./packument-for-tests.ts";

/** A Containerfile that pins `agent-cli` 1.0.0, with a lock beside it. */
export const PINNED = containerfileOf("1.0.0");

export function containerfileOf(version: string): string {
  return [
    "FROM docker.io/library/node:24",
    "# renovate: datasource=npm depName=agent-cli",
    `ARG AGENT_CLI_VER=${version}`,
    `ARG AGENT_CLI_HASH=${hashOf(`agent-cli@${version}`)}`,
    "COPY agents /agents",
    "",
  ].join("\n");
}

/** The lock of a version as the fake npm makes it. */
export function lockOf(version: string): string {
  const packages = {
    "": { name: "agent-cli", dependencies: { "agent-cli": version } },
    "node_modules/agent-cli": {
      version,
      integrity: integrityOf(`agent-cli@${version}`),
      bin: { agent: "bin/agent.js" },
    },
  };
  const lock = { name: "agent-cli", lockfileVersion: 3, requires: true, packages };
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

export function manifestOf(version: string): string {
  const manifest = { name: "agent-cli", private: true, dependencies: { "agent-cli": version } };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Releases 1.0.0 and 2.0.0, both old enough. */
export function document(fields: Readonly<Record<string, unknown>> = {}): object {
  const release = (version: string): object => ({
    name: "agent-cli",
    version,
    dist: { integrity: integrityOf(`agent-cli@${version}`) },
    ...fields,
  });
  return {
    name: "agent-cli",
    "dist-tags": { latest: "2.0.0" },
    time: { "1.0.0": "2025-01-01T00:00:00.000Z", "2.0.0": "2025-12-01T00:00:00.000Z" },
    versions: { "1.0.0": release("1.0.0"), "2.0.0": release("2.0.0") },
  };
}

// It locks what it is asked for, as npm would with this registry. One Node takes such a file for a module, another does not.
const NPM = `
const { readFileSync, writeFileSync } = process.getBuiltinModule("node:fs");
const { createHash } = process.getBuiltinModule("node:crypto");
const folder = process.argv.find((word) => word.startsWith("--prefix=")).slice(9);
const { name, dependencies } = JSON.parse(readFileSync(folder + "/package.json", "utf8"));
const [[key, version]] = Object.entries(dependencies);
const integrity = "sha512-" + createHash("sha512").update(key + "@" + version).digest("base64");
const packages = {
  "": { name, dependencies },
  ["node_modules/" + key]: { version, integrity, bin: { agent: "bin/agent.js" } },
};
const lock = { name, lockfileVersion: 3, requires: true, packages };
writeFileSync(folder + "/package-lock.json", JSON.stringify(lock));
`;

export interface UpgradeWorld extends World {
  readonly read: (path: string) => string;
}

/** A world whose base pins an agent, with a registry of its own and an npm that locks what it is asked for. */
export async function upgradeWorld(
  t: Test,
  options: WorldOptions & { readonly answers?: Readonly<Record<string, Reply>> } = {},
): Promise<UpgradeWorld> {
  const answers: Readonly<Record<string, Reply>> = {
    "/agent-cli": { status: 200, body: JSON.stringify(document()) },
    "/agent-cli/-/agent-cli-2.0.0.tgz": { status: 200, body: "agent-cli@2.0.0" },
    ...options.answers,
  };
  const registry = await fakeRegistry(t, (request, response) =>
    reply(response, answers[request.url ?? ""] ?? { status: 404, body: "{}" }),
  );
  const world = testWorld(t, {
    ...options,
    files: {
      "home/.npmrc": `registry=${registry.address}\n`,
      ".git/": "",
      "shipped/default/Containerfile": PROFILES["shipped/default/Containerfile"],
      "shipped/base/Containerfile": PINNED,
      "shipped/base/agents/agent-cli/package.json": manifestOf("1.0.0"),
      "shipped/base/agents/agent-cli/package-lock.json": lockOf("1.0.0"),
      ...options.files,
    },
  });
  world.write("bin/npm", `#!${process.execPath}${NPM}`, 0o755);
  return { ...world, read: (path) => readFileSync(`${world.root}/${path}`, "utf8") };
}
