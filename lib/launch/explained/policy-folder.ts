import { canonicalPolicy } from "../../approval/canonical-policy.ts";
import { recordName } from "../../approval/record-name.ts";
import type { Host } from "../../host/host.ts";
import { readJsonObject } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";
import type { PlannedLaunch } from "../launch.ts";
import { egressWords } from "./egress-words.ts";
import { agentsIn } from "./explain-launch.ts";

/** The name of the file in which a sandbox reads what it may do. */
export const POLICY_FILE = "policy.json";

/** A folder that holds a launch's policy.json, named by its content; it need not be there yet. */
export interface PolicyFolder {
  readonly path: string;
  /** What has to be written first; undefined where all is there already. */
  readonly missing:
    { readonly text: string; readonly memory: string; readonly known: Known } | undefined;
}

/** What the text of a folder came from the last time. */
interface Known {
  readonly key: string;
  readonly digest: string;
}

/**
 * Finds the folder of a launch's policy.json, and makes nothing. What the text came from the last time is remembered, so that
 * a launch like the one before neither makes the rows nor takes their digest.
 */
export async function findPolicyFolder(host: Host, launch: PlannedLaunch): Promise<PolicyFolder> {
  const { settings, files } = host;
  const { plan, survey } = launch;
  const workspace = plan.workspace.path;
  const options = {
    profile: plan.profile.name,
    version: settings.version,
    agents: agentsIn(survey),
    warnings: plan.warnings,
    workspace,
    egress: egressWords(plan.egress?.list),
  };
  const standing = { policy: plan.standing, egress: options.egress };
  const key = JSON.stringify([options, canonicalPolicy(standing, workspace)]);
  const memory = `${settings.cacheDirectory}/policies/${recordName(key)}.json`;
  const known = readJsonObject(files.readText(memory));
  if (isKnown(known) && known.key === key) {
    const path = pathOf(host, known.digest);
    if (isWhole(host, path)) return { path, missing: undefined };
  }
  const [{ agentView }, { sha256 }] = await Promise.all([
    import("../../explain/agent-view.ts"),
    import("../../sha256.ts"),
  ]);
  const text = agentView(plan.standing, options);
  const digest = sha256(text);
  return { path: pathOf(host, digest), missing: { text, memory, known: { key, digest } } };
}

/** Makes the folder, in Paddock's state, where other users of this machine cannot reach it and users of the sandbox can read it. */
export function makePolicyFolder(host: Host, { path, missing }: PolicyFolder): void {
  if (missing === undefined) return;
  const { files, settings } = host;
  files.makePrivateDirectory(`${settings.stateDirectory}/policies`);
  if (!isWhole(host, path)) {
    files.removeTree(path);
    try {
      files.createFolder(path, { texts: { [POLICY_FILE]: missing.text }, readOnly: true });
    } catch (error) {
      // Another launch was quicker.
      if (!isWhole(host, path)) throw error;
    }
  }
  files.makePrivateDirectory(`${settings.cacheDirectory}/policies`);
  files.writeWhole(missing.memory, JSON.stringify(missing.known));
}

function pathOf({ settings }: Host, digest: string): string {
  return `${settings.stateDirectory}/policies/${digest}`;
}

function isKnown(value: JsonObject | undefined): value is JsonObject & Known {
  return typeof value?.["key"] === "string" && /^[0-9a-f]{64}$/.test(String(value["digest"]));
}

// As it is made above, read-only: who changed it has made it otherwise.
function isWhole({ files }: Host, path: string): boolean {
  const facts = files.linkFacts(`${path}/${POLICY_FILE}`);
  return facts?.kind === "file" && facts.mode === 0o444 && facts.size > 0;
}
