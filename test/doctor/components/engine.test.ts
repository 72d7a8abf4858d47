import tap from "tap";
import { engineRows } from "../../../lib/doctor/components/engine.ts";
import type { ComponentRow } from "../../../lib/doctor/components/component-row.ts";
import type { MachineFacts } from "../../../lib/host/machine/machine-facts.ts";
import { DEBIAN, FEDORA, NO_PODMAN, OLD_KRUN } from "../machines-for-tests.ts";

function row(facts: MachineFacts, name: string): ComponentRow | undefined {
  return engineRows(facts).find(({ component }) => component === name);
}

function pasta(
  value: Partial<Extract<MachineFacts["engine"], { known: true }>["value"]>,
): MachineFacts {
  if (!FEDORA.engine.known) throw new Error("Fedora's engine is known");
  return { ...FEDORA, engine: { known: true, value: { ...FEDORA.engine.value, ...value } } };
}

const silent = { known: false, why: "it hangs" } as const;
const plain = {
  known: true,
  value: { path: "/usr/bin/krun", version: "1.28", features: ["YAJL"] },
} as const;

tap.same(
  engineRows(FEDORA).map(({ component, state }) => `${component} ${state}`),
  ["Podman ok", "crun ok", "krun ok", "passt/pasta ok"],
);

const rows: readonly [name: string, facts: MachineFacts, component: string, expected: object][] = [
  ["no Podman", NO_PODMAN, "Podman", { state: "unknown", found: "Podman was not found in PATH." }],
  [
    "an old Podman",
    { ...FEDORA, podman: { known: true, value: "4.9.4" } },
    "Podman",
    {
      state: "attention",
      notes: [{ text: /\$HOME/, source: /46f247d8/ }],
      fix: "sudo dnf install podman, of 5.1 or later",
    },
  ],
  [
    "a Podman whose info does not answer",
    { ...FEDORA, engine: silent },
    "Podman",
    { state: "unknown", found: "5.8.6; it hangs" },
  ],
  [
    "a storage driver that is not told",
    pasta({ storageDriver: "" }),
    "Podman",
    { found: "5.8.6, storage unknown" },
  ],
  [
    "crun of Debian 13: only what concerns a container",
    DEBIAN,
    "crun",
    { state: "attention", notes: [{ text: /CVE-2026-47766/ }], fix: /^sudo apt install crun/ },
  ],
  ["no crun", { ...DEBIAN, crun: undefined }, "crun", { state: "missing" }],
  ["no krun", DEBIAN, "krun", { state: "missing", fix: /crun-krun or crun-vm/ }],
  ["a krun that does not answer", { ...FEDORA, krun: silent }, "krun", { state: "unknown" }],
  [
    "a krun without libkrun",
    { ...FEDORA, krun: plain },
    "krun",
    { state: "attention", found: /without libkrun: it would start an ordinary container/ },
  ],
  [
    "a libkrun that is not told",
    { ...FEDORA, libkrun: undefined },
    "krun",
    { state: "ok", found: "crun 1.29, /usr/bin/krun, libkrun of a version that is not told" },
  ],
  ["no pasta", pasta({ pasta: "" }), "passt/pasta", { state: "missing" }],
  [
    "a pasta that does not tell its day",
    pasta({ pastaVersion: "" }),
    "passt/pasta",
    { state: "unknown" },
  ],
  [
    "pasta without passt, and another network",
    { ...pasta({ rootlessNetwork: "slirp4netns" }), passt: undefined },
    "passt/pasta",
    { found: /pasta without passt, Podman's default network is slirp4netns/ },
  ],
  [
    "the passt that fails inside krun",
    pasta({ pastaVersion: "pasta 2026_10_12.1a2b3c4" }),
    "passt/pasta",
    { state: "attention", notes: [{ text: /uid_map/, source: /measured/ }] },
  ],
  ["an engine that does not answer", NO_PODMAN, "passt/pasta", { state: "unknown" }],
];
for (const [name, facts, component, expected] of rows) {
  tap.match(row(facts, component), expected, name);
}

tap.same(
  row(OLD_KRUN, "krun")?.notes.map(({ text }) => text.split(":")[0]),
  [
    "ignores krun.ram_mib and krun.cpus",
    "ignores krun.use_passt",
    "gives a krun guest with passt no address by DHCP",
    "has CVE-2026-47766",
    "starts passt without --no-map-gw",
    "breaks the Enter key in full-screen programs",
  ],
  "all that is known of an old krun",
);
