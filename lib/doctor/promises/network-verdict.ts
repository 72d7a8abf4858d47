import type { Expected } from "../../control/control.ts";
import { isVm } from "../../policy/is-vm.ts";
import type { Network } from "../../policy/policy.ts";
import { installCommand } from "../install.ts";
import { isAffected } from "../known-versions.ts";
import { broken, kept, undecided } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { passtDay } from "../version.ts";
import type { JudgedLaunch } from "./judged-launch.ts";

// What a rootless Podman gives where the label names no network.
const IMPLIED: Network = { mode: "pasta", options: [] };

/** Which program keeps what the label says of the network. */
export function networkVerdict(
  expected: Extract<Expected, { readonly kind: "reach" }>,
  launch: JudgedLaunch,
): Verdict {
  const { policy } = launch;
  const networks = policy.networks.length === 0 ? [IMPLIED] : policy.networks;
  const other = networks.find(({ mode }) => !["none", "pasta", "private"].includes(mode));
  if (other !== undefined) {
    return undecided(`the network ${other.mode}`, "its reach is not decided by the label alone");
  }
  if (networks.every(({ mode }) => mode === "none")) return kept("the kernel's network namespaces");
  return pastaVerdict(expected.reachable, launch);
}

function pastaVerdict(reachable: boolean, { policy, facts }: JudgedLaunch): Verdict {
  const { engine, passt } = facts;
  if (!engine.known) return undecided("pasta", engine.why, "podman info");
  if (engine.value.pasta === "") {
    return broken("pasta", "pasta is not installed", installCommand(facts, "passt"));
  }
  const day = passtDay(engine.value.pastaVersion);
  const keeper = `pasta${day === undefined ? "" : ` of ${day}`}`;
  const usesPasst = policy.annotations.some(
    ({ name, value }) => name === "krun.use_passt" && value === "1",
  );
  if (!isVm(policy) || !usesPasst) return kept(keeper);
  if (passt === undefined) {
    return broken("passt", "krun.use_passt needs passt", installCommand(facts, "passt"));
  }
  if (day === undefined) {
    return undecided("passt", "its version is not known, and not every one starts inside krun");
  }
  // What fails to start lets nothing through: only what is to be reached is lost.
  return reachable && isAffected("passt-in-krun", day)
    ? broken(
        `passt of ${day}`,
        "it does not start inside krun",
        "Install another passt, or take krun.use_passt out",
      )
    : kept(`${keeper}, passt in the machine`);
}
