import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { fileChanges } from "../change/profile-changes.ts";
import type { ProfileChange } from "../change/profile-changes.ts";
import type { ReadyAgent } from "../change/ready-agents.ts";
import { writableFolder } from "../change/writable-profile.ts";
import { replaceFiles } from "../pins/replace-files.ts";
import { readAgentLock } from "../lock/agent-lock.ts";
import { lockFolder } from "../pins/placed-pins.ts";
import { verdictText } from "../trust/verdict.ts";
import { historyChange, keepLock, nextId } from "./history.ts";
import type { Receipt } from "./receipt.ts";

/** What was written, with its receipts, and what could not be. */
export interface WrittenUpgrade {
  readonly receipts: readonly Receipt[];
  /** The profiles that were copied first. */
  readonly copies: readonly { readonly profile: string; readonly containerfile: string }[];
  readonly failures: readonly PaddockError[];
}

/** Writes the changes, each profile as one with the receipts of its agents; a profile that cannot be written stops no other. */
export async function writeUpgrade(
  host: Host,
  changes: readonly ProfileChange<ReadyAgent>[],
): Promise<WrittenUpgrade> {
  const receipts: Receipt[] = [];
  const copies: { profile: string; containerfile: string }[] = [];
  const failures: PaddockError[] = [];
  const run = nextId(host);
  for (const change of changes) {
    const { profile, moves } = change;
    const first = run + receipts.length;
    try {
      for (const [at, move] of moves.entries()) keepOldLock(host, first + at, move);
      const folder = writableFolder(host, profile);
      const containerfile = folder + profile.containerfile.slice(profile.directory.length);
      const made = moves.map((move, at) =>
        toReceipt(host, move, containerfile, { id: first + at, run }),
      );
      const events = made.map((receipt) => ({ event: "upgrade" as const, ...receipt }));
      // As one: a pin whose receipt was lost to a kill could not be taken back.
      const files = fileChanges(host.files, change, folder);
      await replaceFiles(host, [...files, historyChange(host, events)]);
      receipts.push(...made);
      if (folder !== profile.directory) copies.push({ profile: profile.name, containerfile });
    } catch (error) {
      if (!(error instanceof PaddockError)) throw error;
      failures.push(error);
    }
  }
  return { receipts, copies, failures };
}

function keepOldLock(host: Host, id: number, { placed }: ReadyAgent): void {
  const old = readAgentLock(host.files, lockFolder(placed));
  if (old.kind === "found") keepLock(host, id, old.lock.texts);
}

function toReceipt(
  host: Host,
  { placed, plan, trust, to }: ReadyAgent,
  containerfile: string,
  ids: { readonly id: number; readonly run: number },
): Receipt {
  const { agent, package: name, version, hash } = placed.pin;
  const keyId = trust?.signature.keyId;
  const workflow = trust?.provenance.workflow;
  return {
    ...ids,
    time: host.now().toISOString(),
    agent,
    package: name,
    profile: placed.profile.name,
    containerfile,
    from: { version, hash },
    to,
    integrity: verdictText(plan.facts.integrity),
    signature: verdictText(plan.facts.signature),
    ...(keyId === undefined ? {} : { signatureKey: keyId }),
    provenance: verdictText(plan.facts.provenance),
    ...(workflow && { workflow: `${workflow.repository} ${workflow.file}` }),
  };
}
