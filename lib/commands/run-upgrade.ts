import { PaddockError } from "../errors.ts";
import { throughSignals } from "../host/process/ending-signal.ts";
import type { Host } from "../host/host.ts";
import { readMinimumAge } from "../upgrade/plan/minimum-age.ts";
import { alone } from "../upgrade/alone.ts";
import { readHistory } from "../upgrade/history/history.ts";
import { chooseUndone, imagesTakenBack, takeBack } from "../upgrade/history/undo.ts";
import { writeUpgrade } from "../upgrade/history/write-upgrade.ts";
import { recoverFiles } from "../upgrade/pins/recover-files.ts";
import { profileChanges } from "../upgrade/change/profile-changes.ts";
import { prepareUpgrade } from "../upgrade/upgrade.ts";
import type { UpgradePlan, UpgradeRequest } from "../upgrade/upgrade.ts";
import { showDiffs } from "./show-upgrade/diffs.ts";
import { requireEngine } from "../launch/machine/engine-checks.ts";
import type { Receipt } from "../upgrade/history/receipt.ts";
import { giveBack } from "../upgrade/rebuild/give-back.ts";
import { rebuildImages } from "../upgrade/rebuild/rebuild.ts";
import { placedPins } from "../upgrade/history/receipt-pins.ts";
import { NOT_REBUILT, rebuildOrBack } from "../upgrade/rebuild/rebuild-or-back.ts";
import type { Rebuilt } from "../upgrade/rebuild/rebuild-or-back.ts";
import { showBuild } from "./show/show-build.ts";
import { showHistory, showUndone, showWritten } from "./show-upgrade/history.ts";
import { showPlan } from "./show-upgrade/plan.ts";
import type { UpgradeFlags } from "./upgrade.ts";

/** The status of `--check` when something can be upgraded. */
const NOT_CURRENT = 10;

/** `paddock upgrade` with its flags read; returns the exit status. */
export async function runUpgrade(host: Host, given: UpgradeFlags): Promise<number> {
  const request = readRequest(given);
  if (given.history) return showHistory(host, given);
  if (given.check) return await check(host, request, given);
  if (given["dry-run"]) return await dryRun(host, request, given);
  const onWait = (): void => host.terminal.say("waiting for another upgrade to end\n");
  return await alone(host, onWait, async () => {
    await recoverFiles(host);
    return given.undo ? await undo(host, given) : await upgrade(host, request, given);
  });
}

/** What `upgrade` does in place of an upgrade, and the flags that would say nothing to it. */
const MODES = {
  check: ["rebuild"],
  "dry-run": ["rebuild"],
  history: ["rebuild", "to", "allow-downgrade", "accept"],
  undo: ["to", "allow-downgrade", "accept"],
} as const;

function readRequest(given: UpgradeFlags): UpgradeRequest {
  const modes = (["check", "dry-run", "history", "undo"] as const).filter((name) => given[name]);
  const unused = modes.flatMap((mode) => MODES[mode].filter((name) => given[name]));
  const [one, other] = [...modes, ...unused];
  if (other !== undefined) {
    throw new PaddockError("usage", `--${one} and --${other} do not go together.`, {
      fix: "Give one of them.",
    });
  }
  if (given.to !== undefined && given.agent.length !== 1) {
    throw new PaddockError("usage", "--to is the version of one agent.", {
      fix: "Name that agent: paddock upgrade AGENT --to VERSION",
    });
  }
  return {
    agents: given.agent,
    minAgeMs: readMinimumAge(given["min-age"]),
    allowDowngrade: given["allow-downgrade"],
    accept: given.accept,
    ...(given.to === undefined ? {} : { to: given.to }),
  };
}

async function check(host: Host, request: UpgradeRequest, given: UpgradeFlags): Promise<number> {
  const plan = await prepareUpgrade(host, request);
  showPlan(host, plan, given);
  if (hasFailed(plan)) return 1;
  const isCurrent = plan.planned.every(
    (one) => !["raise", "lower", "withdrawn"].includes(one.plan.kind),
  );
  return isCurrent ? 0 : NOT_CURRENT;
}

async function dryRun(host: Host, request: UpgradeRequest, given: UpgradeFlags): Promise<number> {
  const prepared = await prepareUpgrade(host, request);
  const changes = profileChanges(prepared.ready);
  showPlan(host, prepared, given, { diffs: showDiffs(changes) });
  return hasFailed(prepared) ? 1 : 0;
}

async function upgrade(host: Host, request: UpgradeRequest, given: UpgradeFlags): Promise<number> {
  const prepared = await prepareUpgrade(host, request);
  const podman = given.rebuild ? await requireEngine(host) : undefined;
  const written = await writeUpgrade(host, profileChanges(prepared.ready));
  // A person who ends it in the middle of a build has the pins taken back too.
  const { result: rebuilt, status } = await throughSignals(async () =>
    podman === undefined ? NOT_REBUILT : await rebuild(host, podman, written.receipts),
  );
  const failures = [...prepared.failures, ...written.failures, ...rebuilt.failures];
  const { images, isRolledBack } = rebuilt;
  showPlan(host, { ...prepared, failures }, given, {
    written: written.receipts,
    images,
    isRolledBack,
  });
  showWritten(host, written, { ...given, isRolledBack });
  return status || (hasFailed({ ...prepared, failures }) ? 1 : 0);
}

/** Builds and starts what receipts changed; where that fails they are taken back. */
async function rebuild(host: Host, podman: string, receipts: readonly Receipt[]): Promise<Rebuilt> {
  if (receipts.length === 0) return NOT_REBUILT;
  // Progress is for people, whatever stdout holds.
  const shown = showBuild(host, { json: false, fresh: false });
  try {
    return await rebuildOrBack(host, podman, receipts, shown.onEvent);
  } finally {
    shown.done();
  }
}

async function undo(host: Host, given: UpgradeFlags): Promise<number> {
  const history = readHistory(host);
  const entries = chooseUndone(history, given.agent);
  const built = imagesTakenBack(history, entries);
  const podman = given.rebuild || built.length > 0 ? await requireEngine(host) : undefined;
  await takeBack(host, entries, "undone");
  const images = podman === undefined ? [] : await giveBack(host, podman, built);
  showUndone(host, { entries, images }, given);
  if (given.rebuild && podman !== undefined) await buildAgain(host, podman, entries);
  return 0;
}

/** Builds after an undo: what fails stays undone. */
async function buildAgain(host: Host, podman: string, entries: readonly Receipt[]): Promise<void> {
  const shown = showBuild(host, { json: false, fresh: false });
  try {
    await rebuildImages(host, podman, placedPins(host, entries), shown.onEvent);
  } finally {
    shown.done();
  }
}

function hasFailed({ planned, failures }: UpgradePlan): boolean {
  return failures.length > 0 || planned.some(({ plan }) => plan.kind === "failed");
}
