import tap from "tap";
import { diagnose } from "../../lib/doctor/diagnosis.ts";
import { underRuntime } from "../../lib/policy/under-runtime.ts";
import { DEBIAN, DEFAULT_POLICY } from "./machines-for-tests.ts";

tap.test("a machine that keeps all, and one thing that it does not", (t) => {
  const policy = underRuntime(DEFAULT_POLICY, "crun");
  const good = diagnose(DEBIAN, "default", { kind: "read", policy, obstacles: [] });
  t.match(good, { paddock: "1.2.3", profile: "default", runtime: "crun", kept: true });
  const obstacles = [{ message: "It does not start.", fix: "Mend it." }];
  t.equal(diagnose(DEBIAN, "default", { kind: "read", policy, obstacles }).kept, false);
  t.end();
});

tap.test("a label that cannot be read: the components are shown all the same", (t) => {
  const words = { message: "No label.", fix: "Write one." };
  const { components, ...rest } = diagnose(DEBIAN, "mine", { kind: "unreadable", ...words });
  t.same(rest, {
    paddock: "1.2.3",
    profile: "mine",
    runtime: undefined,
    unreadable: words,
    promises: [],
    kept: false,
  });
  t.equal(components.length, 13);
  t.end();
});
