import type { Host } from "../host.ts";
import { ask } from "../machine/asked.ts";
import type { Asked } from "../machine/asked.ts";
import { readNpmSettings } from "./npm-settings.ts";
import { createRegistry, PATIENCE, REGISTRY_LIMITS } from "./registry.ts";

const TIMEOUT_MS = 5000;

/** Asks npm's registry, as npm is configured to reach it, for one small document. */
export async function askRegistry(host: Pick<Host, "settings" | "npm">): Promise<Asked<"answers">> {
  return await ask(async () => {
    const { environment, execPath } = host.npm;
    const settings = await readNpmSettings({ environment, execPath, home: host.settings.home });
    const limits = { ...REGISTRY_LIMITS, documentTimeoutMs: TIMEOUT_MS };
    // Whether it has such keys does not matter, only that it answers.
    await createRegistry(settings, limits, PATIENCE).signingKeys("paddock");
    return "answers" as const;
  });
}
