import tap from "tap";
import { comparePolicies, isNoWider } from "../../lib/explain/compare.ts";
import type { Change } from "../../lib/explain/compare.ts";
import { CONTEXT, DEFAULT_FLAGS, flagSamples, policyOf } from "./policies.ts";

function compare(before: readonly string[], after: readonly string[]): readonly Change[] {
  return comparePolicies(
    { policy: policyOf(before), context: CONTEXT },
    { policy: policyOf(after), context: CONTEXT },
  );
}

for (const { flag, none, one, other } of flagSamples()) {
  tap.test(`--${flag.name} makes a difference`, (t) => {
    t.same(compare(one, one), []);
    const [added, removed, changed] = [compare(none, one), compare(one, none), compare(one, other)];
    for (const changes of [added, removed, changed]) t.ok(changes.length > 0, "is seen");
    t.notOk(isNoWider(added) && isNoWider(removed), "not both ways are a narrowing");
    t.end();
  });
}

type Case = readonly [name: string, before: string, after: string, kind: Change["kind"]];
const CASES: readonly Case[] = [
  ["more memory", "-m 1g", "-m 2048m", "widened"],
  ["no memory cap", "-m 1g", "", "widened"],
  [
    "more of a machine's memory",
    "--runtime=krun --annotation krun.ram_mib=1",
    "--runtime=krun --annotation krun.ram_mib=2",
    "widened",
  ],
  ["fewer processes", "--pids-limit=100", "--pids-limit=99", "narrowed"],
  ["from Podman's default", "", "--pids-limit=100", "narrowed"],
  ["a kernel shared", "--runtime=krun", "--runtime=crun", "widened"],
  ["a capability", "--cap-drop=ALL", "--cap-drop=ALL --cap-add=NET_RAW", "widened"],
  ["capabilities dropped", "", "--cap-drop=ALL", "narrowed"],
  ["one for another", "--cap-drop=ALL --cap-add=KILL", "--cap-drop=ALL --cap-add=CHOWN", "changed"],
  ["privileges can be gained", "--security-opt=no-new-privileges", "", "widened"],
  ["no filter of system calls", "", "--security-opt=seccomp=unconfined", "changed"],
  ["another user", "--user=ai", "--user=root", "changed"],
  ["writable root", "--read-only", "--read-only=false", "widened"],
  ["a mount", "", "-v /a:/a:ro", "widened"],
  ["a mount gone", "-v /a:/a", "", "narrowed"],
  ["a mount for writing", "-v /a:/a:ro", "-v /a:/a", "widened"],
  ["a mount for reading", "-v /a:/a", "-v /a:/a:ro", "narrowed"],
  ["another folder", "-v /a:/x", "-v /b:/x", "changed"],
  ["a protection in a mount gone", "-v /a:/a -v /a/.git:/a/.git:ro", "-v /a:/a", "changed"],
  ["programs may start", "--tmpfs /t:noexec", "--tmpfs /t", "changed"],
  ["a network", "--network=none", "--network=pasta", "widened"],
  ["a network less", "--network=pasta", "--network=none", "narrowed"],
  ["a host port", "--network=pasta", "--network=pasta:-T,1", "widened"],
  [
    "only a host port",
    "--network=pasta:-T,1",
    "--network=pasta:-T,1,--outbound-if4,lo,-I,tap0,-a,198.18.0.1,-n,32,-4,--no-udp",
    "narrowed",
  ],
  ["options of unknown effect", "--network=pasta", "--network=pasta:-x", "changed"],
  ["offline instead of what Podman is set to", "", "--network=none", "narrowed"],
  ["unknown options gone", "--network=pasta:-x", "--network=pasta", "changed"],
  ["an image with Podman's own places in memory", "", "--read-only", "narrowed"],
  ["the host's network", "--network=pasta", "--network=host", "widened"],
  ["a variable's value", "-e A=1", "-e A=2", "changed"],
  ["proxy variables", "--http-proxy=false", "", "widened"],
  ["kept container", "--rm", "", "widened"],
  ["another image pull", "--pull=never", "--pull=always", "changed"],
];
function words(text: string): string[] {
  return text.split(" ").filter(Boolean);
}

for (const [name, before, after, kind] of CASES) {
  tap.test(`${kind}: ${name}`, (t) => {
    const changes = compare(words(before), words(after));
    t.equal(changes[0]?.kind, kind, JSON.stringify(changes));
    t.equal(isNoWider(changes), kind === "narrowed");
    t.end();
  });
}

tap.test("the same in other words is no difference", (t) => {
  t.same(compare(["-m", "2g"], ["-m", "2048m"]), []);
  t.same(compare(["-v", "/a:/a:ro"], ["--mount", "type=bind,src=/a,dst=/a,ro=true"]), []);
  t.end();
});

tap.test("one flag of the shipped label: one difference, in the words of the rows", (t) => {
  const changed = DEFAULT_FLAGS.map((word) => (word === "pasta" ? "none" : word));
  t.same(
    compare(DEFAULT_FLAGS, changed).map(({ kind, topic, after }) => ({ kind, topic, after })),
    [{ kind: "narrowed", topic: "can reach", after: "nothing: this sandbox is offline" }],
  );
  t.end();
});

tap.test(
  "an egress list: a host more widens, a list where there was none is not taken for less",
  (t) => {
    const policy = policyOf([]);
    const of = (allow?: readonly string[], deny: readonly string[] = []) => ({
      policy,
      context: { ...CONTEXT, egress: allow && { allow, deny } },
    });
    t.equal(comparePolicies(of(["a"]), of(["a", "b"]))[0]?.kind, "widened");
    t.equal(comparePolicies(of(["a", "b"]), of(["a"]))[0]?.kind, "narrowed");
    t.equal(comparePolicies(of(["a"]), of())[0]?.kind, "changed");
    t.equal(comparePolicies(of(["a"]), of(["a"], ["b"]))[0]?.kind, "narrowed");
    t.equal(comparePolicies(of(["a"], ["b"]), of(["a"]))[0]?.kind, "widened", "a denial gone");
    t.end();
  },
);
