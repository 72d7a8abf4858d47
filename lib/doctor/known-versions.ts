import { compareVersions } from "./version.ts";

export type VersionedComponent = "podman" | "crun" | "libkrun" | "passt";

/** The name of a row of the table. */
export type KnownVersionName =
  | "runlabel-home"
  | "krun-caps"
  | "krun-passt"
  | "krun-dhcp"
  | "cve-2026-47766"
  | "krun-gateway"
  | "enter-key"
  | "passt-in-krun";

/** What is known of some versions of a component. */
export interface KnownVersion {
  readonly name: KnownVersionName;
  readonly component: VersionedComponent;
  /** The first version that has it; absent: it was always so. */
  readonly from?: string;
  /** The first version without it. */
  readonly before: string;
  /** What these versions do or lack, after the component's name and version. */
  readonly effect: string;
  /** `launch`: no sandbox starts; `limit`: a cap of the label is not there; `note`: no promise is broken by it. */
  readonly weight: "launch" | "limit" | "note";
  readonly source: string;
}

/** The versions that matter, each with where it is known from. passt's versions are days. */
export const KNOWN_VERSIONS: readonly KnownVersion[] = [
  {
    name: "runlabel-home",
    component: "podman",
    before: "5.1",
    effect: "puts nothing in place of $HOME in a run label",
    weight: "launch",
    source: "Podman commit 46f247d8, first in 5.1.0; seen with 4.3.1",
  },
  {
    name: "krun-caps",
    component: "crun",
    before: "1.27",
    effect: "ignores krun.ram_mib and krun.cpus",
    weight: "limit",
    source: "crun 1.27 release notes; measured with 1.27.1",
  },
  {
    name: "krun-passt",
    component: "crun",
    before: "1.27.1",
    effect: "ignores krun.use_passt: the network is libkrun's own, with the same reach",
    weight: "note",
    source: "crun 1.27.1 release notes; measured with 1.27.1",
  },
  {
    name: "krun-dhcp",
    component: "crun",
    before: "1.28",
    effect: "gives a krun guest with passt no address by DHCP",
    weight: "note",
    source: "crun 1.28 release notes",
  },
  {
    name: "cve-2026-47766",
    component: "crun",
    before: "1.28",
    effect: "has CVE-2026-47766: an image with a link at /dev can change files of the host",
    weight: "note",
    source: "crun 1.28 release notes",
  },
  {
    name: "krun-gateway",
    component: "crun",
    before: "1.29",
    effect: "starts passt without --no-map-gw: the gateway's address leads back to the container",
    weight: "note",
    source: "crun 1.29 release notes",
  },
  {
    name: "enter-key",
    component: "libkrun",
    before: "1.18",
    effect: "breaks the Enter key in full-screen programs",
    weight: "note",
    source: "libkrun 1.18 release notes",
  },
  {
    name: "passt-in-krun",
    component: "passt",
    from: "2026.10.01",
    before: "2026.11.01",
    effect: "does not start inside krun: it cannot open /proc/PID/uid_map",
    weight: "launch",
    source: "measured in a microVM of crun 1.27.1 and libkrun 1.18; the passt of 2025-05-03 starts",
  },
];

/** What is known of one version of a component. */
export function knownOf(component: VersionedComponent, version: string): readonly KnownVersion[] {
  return KNOWN_VERSIONS.filter(
    (row) =>
      row.component === component &&
      compareVersions(version, row.before) < 0 &&
      (row.from === undefined || compareVersions(version, row.from) >= 0),
  );
}

/** Whether a version has what a row of the table says. */
export function isAffected(name: KnownVersionName, version: string): boolean {
  return KNOWN_VERSIONS.some(
    (row) => row.name === name && knownOf(row.component, version).includes(row),
  );
}
