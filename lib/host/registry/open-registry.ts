import type { Host } from "../host.ts";
import { createBundleVerifier } from "./bundle-verifier.ts";
import type { BundleVerifier } from "./bundle-verifier.ts";
import { readNpmSettings } from "./npm-settings.ts";
import { createRegistry } from "./registry.ts";
import type { Registry } from "./registry.ts";

/** The registries, and what checks the attestations that they serve. */
export interface OpenRegistry {
  readonly registry: Registry;
  readonly verifyBundle: BundleVerifier;
}

/** The registries as npm's own configuration reaches them. */
export async function openRegistry(host: Pick<Host, "settings" | "npm">): Promise<OpenRegistry> {
  const { home, cacheDirectory } = host.settings;
  const { environment, execPath } = host.npm;
  return {
    registry: createRegistry(await readNpmSettings({ environment, execPath, home })),
    verifyBundle: createBundleVerifier({ cacheDirectory: `${cacheDirectory}/sigstore` }),
  };
}
