import { KNOWN_VERSIONS, isAffected } from "../doctor/known-versions.ts";
import { versionText } from "../host/podman/engine.ts";
import type { Host } from "../host/host.ts";
import { findRuntime, readRuntime } from "../host/machine/runtime.ts";
import { isVm } from "../policy/is-vm.ts";
import type { Policy } from "../policy/policy.ts";
import type { Surroundings } from "./surroundings.ts";

type Given = Pick<Surroundings, "report" | "outside" | "targets" | "places">;

/** What this machine says of itself, beside what was measured in the sandbox. */
export async function gatherSurroundings(
  host: Host,
  policy: Policy,
  given: Given,
): Promise<Surroundings> {
  const fact = (path: string): string => host.files.readText(path)?.trim() ?? "";
  const version = isVm(policy) ? await krunVersion(host) : undefined;
  return {
    report: given.report,
    outside: given.outside,
    targets: given.targets,
    places: given.places,
    vm: isVm(policy),
    host: {
      release: fact("/proc/sys/kernel/osrelease"),
      bootId: fact("/proc/sys/kernel/random/boot_id"),
      tmpfs: tmpfsDevices(fact("/proc/self/mountinfo")),
    },
    ignored: version === undefined ? undefined : whyIgnored(version),
  };
}

function tmpfsDevices(mountInfo: string): ReadonlySet<string> {
  const lines = mountInfo.split("\n").filter((line) => line.includes(" - tmpfs "));
  return new Set(lines.flatMap((line) => line.split(" ")[2] ?? []));
}

async function krunVersion(host: Host): Promise<string | undefined> {
  const path = findRuntime(host, "krun");
  if (path === undefined) return undefined;
  const facts = readRuntime(path, await versionText(host, path));
  return facts.known ? facts.value.version : undefined;
}

function whyIgnored(version: string): string | undefined {
  if (!isAffected("krun-caps", version)) return undefined;
  const known = KNOWN_VERSIONS.find(({ name }) => name === "krun-caps");
  return `crun ${version} ${known?.effect ?? "ignores it"}, needs ${known?.before ?? "a later one"}`;
}
