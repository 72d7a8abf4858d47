import tap from "tap";
import { canonicalPolicy, standingOf } from "../../lib/approval/canonical-policy.ts";
import { comparePolicies } from "../../lib/explain/compare.ts";
import { flagSamples, policyOf } from "../explain/policies.ts";

function canonical(flags: readonly string[], workspace = "/w"): string {
  return canonicalPolicy({ policy: policyOf(flags), egress: undefined }, workspace);
}

tap.test("the workspace's path does not count, whatever else lies beside it does", (t) => {
  t.equal(
    canonical(["-v", "/w:/x", "-v", "/w/sub:/y"]),
    canonical(["-v", "/v:/x", "-v", "/v/sub:/y"], "/v"),
  );
  t.not(canonical(["-v", "/w2:/x"]), canonical(["-v", "/v2:/x"], "/v"));
  t.not(canonical(["-v", "/w:/x"], "/w"), canonical(["-v", "/w:/x"], "/v"));
  t.end();
});

tap.test("spelling does not count", (t) => {
  t.equal(canonical(["-v", "/a:/a:ro"]), canonical(["--mount", "type=bind,src=/a,dst=/a,ro"]));
  t.equal(canonical(["-it"]), canonical(["--tty", "--interactive=true"]));
  t.end();
});

for (const { flag, none, one, other } of flagSamples()) {
  tap.test(`--${flag.name} counts, and is read back`, (t) => {
    t.not(canonical(one), canonical(none));
    t.not(canonical(one), canonical(other));
    const standing = standingOf(canonical(one), "/w");
    if (standing === undefined) throw new Error("it is not read back");
    const context = { workspace: "/w" };
    const { policy } = standing;
    t.same(comparePolicies({ policy, context }, { policy: policyOf(one), context }), []);
    t.end();
  });
}

tap.test("an egress list counts", (t) => {
  const policy = policyOf([]);
  const texts = [
    undefined,
    { allow: [], deny: [] },
    { allow: ["a"], deny: [] },
    { allow: ["a"], deny: ["b"] },
  ].map((egress) => canonicalPolicy({ policy, egress }, "/w"));
  t.equal(new Set(texts).size, 4);
  t.end();
});

tap.test("another text is none", (t) => {
  t.equal(standingOf("[]", "/w"), undefined);
  t.equal(standingOf('{"policy":{}}', "/w"), undefined);
  t.end();
});
