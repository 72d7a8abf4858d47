import type { Expected } from "../../control/control.ts";
import { isVm } from "../../policy/is-vm.ts";
import { broken } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import type { JudgedLaunch } from "./judged-launch.ts";
import { runtimeVerdict } from "./runtime-verdict.ts";

/** Whether a tmpfs is as the label has it: krun makes one itself, and serves every further one as a shared folder. */
export function tmpfsVerdict(
  expected: Extract<Expected, { readonly kind: "tmpfs" }>,
  launch: JudgedLaunch,
): Verdict {
  const runtime = runtimeVerdict(launch);
  if (!isVm(launch.policy) || runtime.state !== "kept") return runtime;
  const all = launch.policy.mounts.filter(({ kind }) => kind === "tmpfs");
  if (all.length > 1 && expected.options.length > 0) {
    return broken(
      runtime.keeper,
      "with more than one tmpfs krun keeps neither noexec nor nosuid",
      "Keep one --tmpfs in the label",
    );
  }
  return runtime;
}
