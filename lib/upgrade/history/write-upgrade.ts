import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import type { ProfileChange } from "../change/profile-changes.ts";
import type { ReadyAgent } from "../change/ready-agents.ts";
import { writeProfile } from "../change/write-profile.ts";
import type { WrittenProfile } from "../change/write-profile.ts";
import { readAgentLock } from "../lock/agent-lock.ts";
import { lockFolder } from "../pins/placed-pins.ts";
import { verdictText } from "../trust/verdict.ts";
import { appendEvents, keepLock, nextId } from "./history.ts";
import type { Receipt } from "./receipt.ts";

/** What was written, with its receipts, and what could not be. */
export interface WrittenUpgrade {
  readonly receipts: readonly Receipt[];
  /** The profiles that were copied first. */
  readonly copies: readonly { readonly profile: string; readonly containerfile: string }[];
  readonly failures: readonly PaddockError[];
}

/** Writes the changes, each profile as one, and a receipt for each agent; a profile that cannot be written stops no other. */
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
      const written = await writeProfile(host, change);
      const made = moves.map((move, at) => toReceipt(host, move, written, { id: first + at, run }));
      appendEvents(
        host,
        made.map((receipt) => ({ event: "upgrade", ...receipt })),
      );
      receipts.push(...made);
      const { containerfile, isCopied } = written;
      if (isCopied) copies.push({ profile: profile.name, containerfile });
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
  { containerfile }: WrittenProfile,
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
