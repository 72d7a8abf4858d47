import tap from "tap";
import { allKept, promiseRows } from "../../../lib/doctor/promises/promise-rows.ts";
import type { PromiseRow } from "../../../lib/doctor/promises/promise-rows.ts";
import type { Obstacle } from "../../../lib/doctor/promises/judged-launch.ts";
import type { MachineFacts } from "../../../lib/host/machine/machine-facts.ts";
import type { Policy } from "../../../lib/policy/policy.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";
import { underRuntime } from "../../../lib/policy/under-runtime.ts";
import {
  DEBIAN,
  DEFAULT_POLICY,
  FEDORA,
  NO_DELEGATION,
  NO_PODMAN,
  OLD_KRUN,
} from "../machines-for-tests.ts";

const CRUN = underRuntime(DEFAULT_POLICY, "crun");

function rows(
  facts: MachineFacts,
  policy: Policy,
  obstacles: readonly Obstacle[] = [],
): readonly PromiseRow[] {
  return promiseRows({ facts, policy, obstacles });
}

/** The promises in a state, by their controls. */
function those(all: readonly PromiseRow[], state: PromiseRow["state"]): readonly string[] {
  return all.filter((row) => row.state === state).map(({ control }) => control);
}

tap.test("Fedora with krun: all that is the machine's to keep", (t) => {
  const all = rows(FEDORA, DEFAULT_POLICY);
  t.same(those(all, "broken"), []);
  t.same(those(all, "unknown"), []);
  t.same(those(all, "image"), ["identity", "groups", "capabilities", "no-new-privileges"]);
  t.match(
    all.find(({ control }) => control === "kernel"),
    { state: "kept", keeper: "KVM, krun of crun 1.29 and libkrun 1.18.0" },
  );
  t.match(
    all.find(({ control }) => control === "memory"),
    { state: "kept", keeper: "crun 1.29 (krun)" },
  );
  t.equal(allKept(all), true, "what the image keeps is not the machine's");
  t.end();
});

tap.test("Debian 13 under crun: all of it, by crun, pasta and control groups", (t) => {
  const all = rows(DEBIAN, CRUN);
  t.equal(allKept(all), true);
  t.same(
    [...new Set(all.map(({ keeper }) => keeper))],
    ["Podman 5.4.2", "cgroups v2 (systemd)", "crun 1.21", "pasta of 2025.05.03"],
  );
  t.end();
});

tap.test("Debian 13 without krun", (t) => {
  const obstacle = { message: "The label asks for krun, which is not installed.", fix: "Do it." };
  const all = rows(DEBIAN, DEFAULT_POLICY, [obstacle]);
  t.match(all[0], { control: "start", state: "broken", reason: obstacle.message, fix: "Do it." });
  t.same(those(all, "broken").slice(0, 4), ["start", "kernel", "memory", "cpus"]);
  t.same(those(all, "unknown"), [], "what krun would keep is not kept");
  t.end();
});

tap.test("C27 no delegation: the number of processes, whatever the runtime", (t) => {
  t.same(those(rows(NO_DELEGATION, CRUN), "broken"), ["processes"]);
  const krun = { ...FEDORA, cgroups: NO_DELEGATION.cgroups };
  t.same(those(rows(krun, DEFAULT_POLICY), "broken"), ["processes"]);
  t.end();
});

tap.test("a krun that ignores its annotations", (t) => {
  const broken = rows(OLD_KRUN, DEFAULT_POLICY).filter(({ state }) => state === "broken");
  t.same(
    broken.map(({ control }) => control),
    ["memory", "cpus"],
  );
  t.match(broken[0]?.reason, "crun 1.21 ignores krun.ram_mib and krun.cpus");
  t.end();
});

tap.test("no KVM, or one that is closed", (t) => {
  for (const [kvm, fix] of [
    ["absent", /firmware/],
    ["closed", /^sudo setfacl -m u:ann:rw \/dev\/kvm$/],
  ] as const) {
    const all = rows({ ...FEDORA, kvm }, DEFAULT_POLICY);
    t.match(
      all.find(({ control }) => control === "kernel"),
      { state: "broken", keeper: "KVM", fix },
    );
  }
  t.end();
});

tap.test("no Podman: nothing of it is said to be kept", (t) => {
  const plain = readPolicy(["podman", "run", "--cap-drop=ALL", "image"]);
  const all = rows(NO_PODMAN, plain);
  t.same(those(all, "kept"), []);
  t.match(all[0], { control: "start", state: "unknown" });
  t.equal(allKept(all), false);
  t.end();
});

tap.test("a kernel without seccomp", (t) => {
  if (!DEBIAN.engine.known) throw new Error("Debian's engine is known");
  const engine = { known: true, value: { ...DEBIAN.engine.value, seccomp: false } } as const;
  t.same(those(rows({ ...DEBIAN, engine }, CRUN), "broken"), ["seccomp"]);
  t.end();
});

tap.test("every promise of a label has one row", (t) => {
  const controls = rows(FEDORA, DEFAULT_POLICY).map(({ control }) => control);
  t.equal(new Set(controls).size, controls.length);
  t.ok(controls.length > 15, String(controls.length));
  t.end();
});
