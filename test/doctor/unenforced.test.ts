import tap from "tap";
import { hasLimits, unenforcedLimits } from "../../lib/doctor/unenforced.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";

const policy = (...flags: string[]): ReturnType<typeof readPolicy> =>
  readPolicy(["podman", "run", ...flags, "image"]);

tap.equal(hasLimits(policy("--read-only")), false);
tap.equal(hasLimits(policy("--pids-limit", "-1")), false, "no limit at all");
tap.equal(hasLimits(policy("--pids-limit", "8")), true);
tap.equal(hasLimits(policy("--runtime", "krun")), false, "a kernel of its own is no limit");

tap.same(
  unenforcedLimits(policy("--pids-limit", "8", "--memory=1g"), {
    cgroups: { kind: "v1" },
    krunVersion: undefined,
  }).map(({ id, control }) => [id, control.flags]),
  [
    ["memory", ["--memory=1g"]],
    ["processes", ["--pids-limit=8"]],
  ],
);
tap.same(
  unenforcedLimits(policy("--pids-limit", "8"), {
    cgroups: { kind: "unknown", why: "no file" },
    krunVersion: undefined,
  }),
  [],
  "what is not known stops nothing",
);
