import { hasLimits, unenforcedLimits } from "../../doctor/unenforced.ts";
import type { Unenforced } from "../../doctor/unenforced.ts";
import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { readCgroups } from "../../host/machine/cgroups.ts";
import { isVm } from "../../policy/is-vm.ts";
import type { Policy } from "../../policy/policy.ts";
import { requireVm } from "./vm-checks.ts";

/**
 * Checks the machine for one launch: that its virtual machine can start, and that its limits are enforced. A limit that is
 * known not to be stops the launch, unless it is accepted by name; the accepted ones are returned in words. What is read
 * are a few small files; a version that was asked before is remembered.
 */
export async function requireMachine(
  host: Host,
  policy: Policy,
  accepted: readonly string[],
): Promise<readonly string[]> {
  const krun = isVm(policy) ? await requireVm(host) : undefined;
  if (!hasLimits(policy)) return [];
  const missing = unenforcedLimits(policy, {
    cgroups: readCgroups(host),
    krunVersion: krun?.known === true ? krun.value.version : undefined,
  });
  const refused = missing.filter(({ id }) => !accepted.includes(id));
  if (refused.length > 0) refuse(refused);
  return missing.map(
    ({ control, verdict }) =>
      `not enforced here: ${control.flags.join(" ")} (${verdict.reason ?? ""})`,
  );
}

function refuse(refused: readonly Unenforced[]): never {
  const lines = refused.map(
    ({ control, verdict }) =>
      `This machine does not enforce ${control.flags.join(" ")}: ${verdict.reason ?? ""}.`,
  );
  const ways = refused.map(({ id }) => `--accept-unenforced ${id}`).join(" ");
  throw new PaddockError("host-unready", lines.join("\n  "), {
    fix: `${refused[0]?.verdict.fix ?? ""}\n  Or start without: ${ways}`,
  });
}
