import type { Host } from "../host.ts";
import { createBundleVerifier } from "./bundle-verifier.ts";
import type { BundleVerifier } from "./bundle-verifier.ts";
import { readNpmSettings } from "./npm-settings.ts";
import { createRegistry, PATIENCE, REGISTRY_LIMITS } from "./registry.ts";
import type { Registry } from "./registry.ts";

/** The registries, and what checks the attestations that they serve. */
export interface OpenRegistry {
  readonly registry: Registry;
  readonly verifyBundle: BundleVerifier;
}

/** The registries as npm's own configuration reaches them. */
export async function openRegistry(
  host: Pick<Host, "settings" | "npm" | "terminal">,
): Promise<OpenRegistry> {
  const { home, cacheDirectory } = host.settings;
  const { environment, execPath } = host.npm;
  const settings = await readNpmSettings({ environment, execPath, home });
  // A registry that answers late may take minutes: nobody should look at a still screen for so long.
  const onRetry = (said: string): void => host.terminal.say(`${said}\n`);
  return {
    registry: createRegistry(settings, REGISTRY_LIMITS, { ...PATIENCE, onRetry }),
    verifyBundle: createBundleVerifier({ cacheDirectory: `${cacheDirectory}/sigstore` }),
  };
}
