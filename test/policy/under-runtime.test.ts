import tap from "tap";
import { withRuntime } from "../../lib/policy/edit.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";
import { underRuntime } from "../../lib/policy/under-runtime.ts";

const argv = "podman run --runtime krun --annotation krun.cpus=1 --annotation a=b image".split(" ");
const policy = readPolicy(argv);
tap.same(underRuntime(policy, "crun"), readPolicy(withRuntime(argv, "crun")), "as a launch has it");
tap.equal(underRuntime(policy, "krun"), policy);
const plain = readPolicy(["podman", "run", "--annotation", "krun.cpus=1", "image"]);
tap.same(
  underRuntime(plain, "krun"),
  readPolicy(withRuntime(["podman", "run", "--annotation", "krun.cpus=1", "image"], "krun")),
  "krun keeps its annotations",
);
