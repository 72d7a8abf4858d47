import tap from "tap";
import { promisedControls } from "../../../lib/control/promised-controls.ts";
import { tmpfsVerdict } from "../../../lib/doctor/promises/tmpfs-verdict.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";
import { DEBIAN, FEDORA } from "../machines-for-tests.ts";

function verdicts(flags: string, facts = FEDORA): readonly string[] {
  const policy = readPolicy(["podman", "run", ...flags.split(" "), "image"]);
  return promisedControls(policy).flatMap(({ id, expected }) =>
    expected.kind === "tmpfs"
      ? [`${id} ${tmpfsVerdict(expected, { policy, facts, obstacles: [] }).state}`]
      : [],
  );
}

const rows: readonly [name: string, flags: string, expected: readonly string[]][] = [
  [
    "crun",
    "--runtime=crun --tmpfs=/tmp:noexec,size=1m --tmpfs=/b:noexec",
    ["tmpfs:/tmp kept", "tmpfs:/b kept"],
  ],
  ["krun, one", "--runtime=krun --tmpfs=/tmp:noexec", ["tmpfs:/tmp kept"]],
  ["krun, one with a size", "--runtime=krun --tmpfs=/tmp:noexec,size=1m", ["tmpfs:/tmp kept"]],
  [
    "krun, two of which neither is noexec then",
    "--runtime=krun --tmpfs=/tmp:noexec --tmpfs=/b:noexec,size=1m",
    ["tmpfs:/tmp broken", "tmpfs:/b broken"],
  ],
  [
    "krun, the second with nothing but a size",
    "--runtime=krun --tmpfs=/tmp --tmpfs=/b:size=1m",
    ["tmpfs:/tmp kept", "tmpfs:/b kept"],
  ],
];
for (const [name, flags, expected] of rows) tap.same(verdicts(flags), expected, name);
tap.same(verdicts("--runtime=krun --tmpfs=/tmp", DEBIAN), ["tmpfs:/tmp broken"], "no krun");
