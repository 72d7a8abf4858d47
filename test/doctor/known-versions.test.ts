import tap from "tap";
import { isAffected, KNOWN_VERSIONS, knownOf } from "../../lib/doctor/known-versions.ts";
import type { VersionedComponent } from "../../lib/doctor/known-versions.ts";

const rows: readonly [component: VersionedComponent, version: string, names: readonly string[]][] =
  [
    ["podman", "4.9.4", ["runlabel-home"]],
    ["podman", "5.1.0", []],
    ["crun", "1.21", ["krun-caps", "krun-passt", "krun-dhcp", "cve-2026-47766", "krun-gateway"]],
    ["crun", "1.27", ["krun-passt", "krun-dhcp", "cve-2026-47766", "krun-gateway"]],
    ["crun", "1.27.1", ["krun-dhcp", "cve-2026-47766", "krun-gateway"]],
    ["crun", "1.28", ["krun-gateway"]],
    ["crun", "1.29", []],
    ["libkrun", "1.17.4", ["enter-key"]],
    ["libkrun", "1.18.0", []],
    ["passt", "2025.05.03", []],
    ["passt", "2026.09.30", []],
    ["passt", "2026.10.01", ["passt-in-krun"]],
    ["passt", "2026.10.31", ["passt-in-krun"]],
    ["passt", "2026.11.01", []],
  ];
for (const [component, version, names] of rows) {
  tap.same(
    knownOf(component, version).map(({ name }) => name),
    names,
    `${component} ${version}`,
  );
}

tap.ok(isAffected("krun-caps", "1.26.9"));
tap.notOk(isAffected("krun-caps", "1.27"));

for (const row of KNOWN_VERSIONS) {
  tap.match(row.source, /release notes|commit|measured/, `${row.name} says where it is known from`);
}
tap.equal(new Set(KNOWN_VERSIONS.map(({ name }) => name)).size, KNOWN_VERSIONS.length);
