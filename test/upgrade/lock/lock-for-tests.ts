import { createHash } from "node:crypto";
import type { JsonObject } from "../../../lib/json-object.ts";
import type { AgentLock } from "../../../lib/upgrade/lock/agent-lock.ts";
import type { LockedPin } from "../../../lib/upgrade/lock/check-agent-lock.ts";

/** The integrity of a text that stands for a package's tarball. */
export function integrityOf(text: string): string {
  return `sha512-${createHash("sha512").update(text).digest("base64")}`;
}

export const PIN: LockedPin = {
  package: "@a/tool",
  version: "1.2.3",
  hash: createHash("sha512").update("tool").digest("hex"),
};

const linux = (cpu: string): JsonObject => ({
  version: "1.2.3",
  integrity: integrityOf(cpu),
  cpu: [cpu],
  optional: true,
  os: ["linux"],
});

/** The entries of a good lock of the tool, with two builds for Linux and one, without integrity, for another system. */
export const ENTRIES: Readonly<Record<string, JsonObject>> = {
  "": { name: "tool", dependencies: { "@a/tool": "1.2.3" } },
  "node_modules/@a/tool": {
    version: "1.2.3",
    integrity: integrityOf("tool"),
    dependencies: { dep: "^1.0.0" },
    optionalDependencies: {
      "@a/tool-darwin-arm64": "1.2.3",
      "@a/tool-linux-arm64": "1.2.3",
      "@a/tool-linux-x64": "1.2.3",
    },
  },
  "node_modules/@a/tool-darwin-arm64": {
    version: "1.2.3",
    cpu: ["arm64"],
    optional: true,
    os: ["darwin"],
  },
  "node_modules/@a/tool-linux-arm64": linux("arm64"),
  "node_modules/@a/tool-linux-x64": linux("x64"),
  "node_modules/dep": { version: "1.0.1", integrity: integrityOf("dep") },
};

/** A package-lock.json with other entries than the good ones; undefined takes one out. */
export function packageLock(
  entries: Readonly<Record<string, JsonObject | undefined>> = {},
): JsonObject {
  const all = Object.entries({ ...ENTRIES, ...entries });
  const packages = Object.fromEntries(all.filter(([, entry]) => entry !== undefined));
  return { name: "tool", lockfileVersion: 3, requires: true, packages };
}

/** The tool's lock with other entries than the good ones. */
export function agentLock(
  entries: Readonly<Record<string, JsonObject | undefined>> = {},
): AgentLock {
  return {
    packageJson: { name: "tool", private: true, dependencies: { "@a/tool": "1.2.3" } },
    packageLock: packageLock(entries),
    texts: { packageJson: "", packageLock: "" },
  };
}
