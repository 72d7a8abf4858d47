import t from "tap";
import { capabilityNames } from "../../../lib/prove/judge/capability-names.ts";

const SETS: ReadonlyArray<readonly [string, readonly string[]]> = [
  ["0000000000000000", []],
  ["0000000000000001", ["CHOWN"]],
  ["0000010000000000", ["CHECKPOINT_RESTORE"]],
  ["0000020000000001", ["CHOWN", "number 41"]],
  ["8000000000000000", ["number 63"]],
  [
    "00000000800405fb",
    "CHOWN DAC_OVERRIDE FOWNER FSETID KILL SETGID SETUID SETPCAP NET_BIND_SERVICE SYS_CHROOT SETFCAP".split(
      " ",
    ),
  ],
];

for (const [set, names] of SETS) {
  t.test(set, async (test) => test.same(capabilityNames(set), names));
}
