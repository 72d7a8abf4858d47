import tap from "tap";
import {
  krunVerdict,
  machineVerdict,
  runtimeVerdict,
} from "../../../lib/doctor/promises/runtime-verdict.ts";
import type { MachineFacts } from "../../../lib/host/machine/machine-facts.ts";
import type { RuntimeFacts } from "../../../lib/host/machine/runtime.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";
import { DEBIAN, FEDORA, NO_PODMAN } from "../machines-for-tests.ts";

const bare = (version: string): { known: true; value: RuntimeFacts } => ({
  known: true,
  value: { path: "/usr/bin/x", version, features: ["YAJL"] },
});
const silent = { known: false, why: "it hangs" } as const;

const rows: readonly [
  name: string,
  facts: MachineFacts,
  flags: string,
  feature: "CAP" | "SECCOMP" | undefined,
  expected: object,
][] = [
  ["crun by name", DEBIAN, "--runtime=crun", "CAP", { state: "kept", keeper: "crun 1.21" }],
  ["Podman's choice", DEBIAN, "--rm", undefined, { state: "kept", keeper: "crun 1.21" }],
  ["a choice that is not told", NO_PODMAN, "--rm", undefined, { state: "unknown" }],
  ["another runtime", DEBIAN, "--runtime=runc", undefined, { state: "unknown", keeper: "runc" }],
  [
    "no crun",
    { ...DEBIAN, crun: undefined },
    "--runtime=crun",
    undefined,
    { state: "broken", fix: "sudo apt install crun" },
  ],
  [
    "a crun that does not answer",
    { ...DEBIAN, crun: silent },
    "--runtime=crun",
    undefined,
    { state: "unknown", reason: "it hangs" },
  ],
  [
    "a crun without seccomp",
    { ...DEBIAN, crun: bare("1.21") },
    "--runtime=crun",
    "SECCOMP",
    { state: "broken", reason: "it was built without SECCOMP" },
  ],
  ["krun", FEDORA, "--runtime=krun", undefined, { state: "kept" }],
  ["krun with seccomp", FEDORA, "--runtime=krun", "SECCOMP", { state: "kept" }],
  [
    "krun that is not there",
    DEBIAN,
    "--runtime=krun",
    "SECCOMP",
    { state: "broken", reason: "krun is not installed" },
  ],
  [
    "krun without seccomp",
    {
      ...FEDORA,
      krun: { known: true, value: { path: "/k", version: "1.29", features: ["LIBKRUN"] } },
    },
    "--runtime=krun",
    "SECCOMP",
    { state: "broken", reason: "it was built without SECCOMP", fix: "sudo dnf install crun-krun" },
  ],
];
for (const [name, facts, flags, feature, expected] of rows) {
  const policy = readPolicy(["podman", "run", flags, "image"]);
  tap.match(runtimeVerdict({ policy, facts, obstacles: [] }, feature), expected, name);
}

tap.match(krunVerdict({ ...FEDORA, krun: bare("1.29") }), {
  state: "broken",
  reason: "it was built without libkrun",
});
tap.match(krunVerdict({ ...FEDORA, krun: silent }), { state: "unknown", reason: "it hangs" });
tap.match(krunVerdict({ ...FEDORA, libkrun: undefined }), {
  state: "kept",
  keeper: "krun of crun 1.29",
});
tap.match(machineVerdict(DEBIAN), { state: "broken", keeper: "krun" });
