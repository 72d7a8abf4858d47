import tap from "tap";
import { networkVerdict } from "../../../lib/doctor/promises/network-verdict.ts";
import type { MachineFacts } from "../../../lib/host/machine/machine-facts.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";
import { FEDORA, NO_PODMAN } from "../machines-for-tests.ts";

function withPasta(pasta: string, pastaVersion: string): MachineFacts {
  if (!FEDORA.engine.known) throw new Error("Fedora's engine is known");
  return {
    ...FEDORA,
    engine: { known: true, value: { ...FEDORA.engine.value, pasta, pastaVersion } },
  };
}

const OCTOBER = withPasta("/usr/bin/pasta", "pasta 2026_10_12.1a2b3c4");
const PASST = "--runtime=krun --annotation=krun.use_passt=1 --network=pasta";

const rows: readonly [
  name: string,
  facts: MachineFacts,
  flags: string,
  reachable: boolean,
  expected: object,
][] = [
  ["none", NO_PODMAN, "--network=none", false, { state: "kept" }],
  ["pasta", FEDORA, "--network=pasta", true, { state: "kept", keeper: "pasta of 2025.05.03" }],
  ["no flag", FEDORA, "--rm", true, { state: "kept", keeper: "pasta of 2025.05.03" }],
  [
    "pasta of an unknown day",
    withPasta("/usr/bin/pasta", ""),
    "--network=pasta",
    true,
    { state: "kept", keeper: "pasta" },
  ],
  ["a network of Podman's", FEDORA, "--network=mine", true, { state: "unknown" }],
  ["an engine that does not answer", NO_PODMAN, "--network=pasta", true, { state: "unknown" }],
  [
    "C36 no pasta",
    withPasta("", ""),
    "--network=pasta",
    true,
    { state: "broken", fix: "sudo dnf install passt" },
  ],
  [
    "C35 passt in the machine",
    FEDORA,
    PASST,
    true,
    { state: "kept", keeper: /passt in the machine/ },
  ],
  [
    "C35 no passt",
    { ...FEDORA, passt: undefined },
    PASST,
    true,
    { state: "broken", keeper: "passt" },
  ],
  [
    "a passt of an unknown day",
    withPasta("/usr/bin/pasta", ""),
    PASST,
    true,
    { state: "unknown", keeper: "passt" },
  ],
  [
    "the passt that does not start inside krun",
    OCTOBER,
    PASST,
    true,
    { state: "broken", keeper: "passt of 2026.10.12", reason: "it does not start inside krun" },
  ],
  ["what is kept away stays away", OCTOBER, PASST, false, { state: "kept" }],
  ["the same passt outside krun", OCTOBER, "--network=pasta", true, { state: "kept" }],
  [
    "krun without passt",
    OCTOBER,
    "--runtime=krun --network=pasta",
    true,
    { state: "kept", keeper: "pasta of 2026.10.12" },
  ],
];
for (const [name, facts, flags, reachable, expected] of rows) {
  const policy = readPolicy(["podman", "run", ...flags.split(" "), "image"]);
  const reach = { kind: "reach", place: "internet", reachable } as const;
  tap.match(networkVerdict(reach, { policy, facts, obstacles: [] }), expected, name);
}
