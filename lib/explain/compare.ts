import type { Policy } from "../policy/policy.ts";
import type { GrantContext } from "./context.ts";
import { grantsOf } from "./explain-policy.ts";
import type { Extent, Grant, Topic } from "./row.ts";

/** One grant that differs between two policies; `before` or `after` is absent where one of them has no such grant. */
export interface Change {
  /** `changed`: neither a widening nor, for certain, a narrowing. */
  readonly kind: "widened" | "narrowed" | "changed";
  readonly topic: Topic;
  readonly before?: string;
  readonly after?: string;
}

export interface Compared {
  readonly policy: Policy;
  readonly context: GrantContext;
}

/** What a policy grants otherwise than another one, widenings first. What cannot be shown to be a narrowing never counts as one. */
export function comparePolicies(before: Compared, after: Compared): readonly Change[] {
  const old = byKey(grantsOf(before.policy, before.context));
  const now = byKey(grantsOf(after.policy, after.context));
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((key) =>
    compareGrants(old.get(key), now.get(key)),
  );
  const order = ["widened", "changed", "narrowed"];
  return changes.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Whether a policy grants nothing that another one did not: only then is its approval that of the other. */
export function isNoWider(changes: readonly Change[]): boolean {
  return changes.every(({ kind }) => kind === "narrowed");
}

function byKey(grants: readonly Grant[]): ReadonlyMap<string, Grant> {
  return new Map(grants.map((one) => [one.key, one]));
}

function compareGrants(before: Grant | undefined, after: Grant | undefined): Change[] {
  const grant = after ?? before;
  const kind =
    before && after ? compareExtents(before.extent, after.extent) : presence(before, after);
  if (grant === undefined || kind === undefined) return [];
  return [
    {
      kind,
      topic: grant.topic,
      ...(before && { before: before.text }),
      ...(after && { after: after.text }),
    },
  ];
}

function presence(before: Grant | undefined, after: Grant | undefined): Change["kind"] | undefined {
  const without = (after ?? before)?.without;
  if (without === undefined) return undefined;
  if (without === "unclear") return "changed";
  return (without === "narrower") === (after !== undefined) ? "widened" : "narrowed";
}

function compareExtents(before: Extent, after: Extent): Change["kind"] | undefined {
  if (before.exact !== after.exact) return "changed";
  const more =
    after.level > before.level || after.members.some((name) => !before.members.includes(name));
  const less =
    after.level < before.level || before.members.some((name) => !after.members.includes(name));
  if (more && less) return "changed";
  return more ? "widened" : less ? "narrowed" : undefined;
}
