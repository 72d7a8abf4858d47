import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { readPackument } from "../../lib/upgrade/release/packument.ts";
import type { Packument } from "../../lib/upgrade/release/packument.ts";
import type { PinnedAgent } from "../../lib/upgrade/release/agent-plan.ts";

/** The document of a case, or another of its files, as text. */
export function caseFile(id: string, file: string): string {
  return readFileSync(new URL(`../fixtures/cases/${id}/${file}`, import.meta.url), "utf8");
}

/** The package of a case. */
export function casePackument(id: string, name = "agent-cli"): Packument {
  return readPackument(name, JSON.parse(caseFile(id, "packument.json")));
}

export function integrityOf(text: string): string {
  return `sha512-${createHash("sha512").update(text).digest("base64")}`;
}

export function hashOf(text: string): string {
  return createHash("sha512").update(text).digest("hex");
}

type Fields = Readonly<Record<string, unknown>>;

/** A package whose releases have a sha512 of their own text; `fields` are merged into each entry of the document. */
export function packumentOf(
  versions: Readonly<Record<string, Fields>>,
  document: Fields = {},
  name = "agent-cli",
): Packument {
  const entries = Object.entries(versions).map(([version, fields]) => {
    const dist = { integrity: integrityOf(`${name}@${version}`), ...(fields["dist"] as Fields) };
    return [version, { name, version, ...fields, dist }] as const;
  });
  return readPackument(name, { name, versions: Object.fromEntries(entries), ...document });
}

export function pinOf(version: string, hash?: string, name = "agent-cli"): PinnedAgent {
  return { agent: "agent", package: name, version, hash: hash ?? hashOf(`${name}@${version}`) };
}
