import type { EgressWords } from "../explain/context.ts";
import { isJsonObject } from "../json-object.ts";
import type { Policy } from "../policy/policy.ts";
import { isWithin } from "../is-within.ts";

/** What is approved: what a label grants whatever a person types after it, with the hosts that the profile's egress list names. */
export interface Standing {
  readonly policy: Policy;
  readonly egress: EgressWords | undefined;
}

/**
 * A standing policy as one text: equal for two of them only if they grant the same, whatever the workspace's path is, which
 * an approval is kept under already. The spelling of a mount does not count.
 */
export function canonicalPolicy({ policy, egress }: Standing, workspace: string): string {
  const mounts = policy.mounts.map((mount) => ({
    ...mount,
    text: undefined,
    flag: undefined,
    source: mount.source === undefined ? undefined : placed(mount.source, workspace),
  }));
  return JSON.stringify({ policy: { ...policy, mounts }, egress }, sorted);
}

// An object, so that no path of a label can look like it.
function placed(source: string, workspace: string): string | { readonly inWorkspace: string } {
  return isWithin(source, workspace) ? { inWorkspace: source.slice(workspace.length) } : source;
}

function sorted(_: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The standing policy of a text that this version of Paddock has written, for a workspace; undefined for any other text. */
export function standingOf(text: string, workspace: string): Standing | undefined {
  const standing: unknown = JSON.parse(text, (_, value: unknown) =>
    isJsonObject(value) && typeof value["inWorkspace"] === "string"
      ? `${workspace}${value["inWorkspace"]}`
      : value,
  );
  return isStanding(standing) ? standing : undefined;
}

// What else is in it is known from the digest that lies beside the text.
function isStanding(value: unknown): value is Standing {
  return (
    isJsonObject(value) && isJsonObject(value["policy"]) && Array.isArray(value["policy"]["mounts"])
  );
}
