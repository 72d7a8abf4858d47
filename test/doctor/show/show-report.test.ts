import tap from "tap";
import { diagnose } from "../../../lib/doctor/diagnosis.ts";
import { showReport } from "../../../lib/doctor/show/show-report.ts";
import type { MachineFacts } from "../../../lib/host/machine/machine-facts.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";
import { DEFAULT_POLICY, FEDORA, OLD_KRUN } from "../machines-for-tests.ts";

const personal = {
  user: "ann",
  home: "/home/ann",
  hostName: "anns-laptop.example",
  workspace: "/home/ann/secret-client",
};
const TOKEN = "npm_AbCdEfGh0123456789AbCdEfGh0123456789";
const HOSTILE = /\bann\b|\/home\/ann|anns-laptop|secret-client|npm_AbC|hunter2|0123456789/;

tap.test("a report says what a bug report needs", (t) => {
  const text = showReport(
    diagnose(FEDORA, "default", { kind: "read", policy: DEFAULT_POLICY, obstacles: [] }),
    personal,
  );
  t.match(text, /^Paddock 1\.2\.3, profile default, runtime krun$/m);
  t.match(text, /^krun: ok: crun 1\.29, \/usr\/bin\/krun, libkrun 1\.18\.0$/m);
  t.match(text, /^kernel: kept: KVM, krun of crun 1\.29 and libkrun 1\.18\.0$/m);
  t.notMatch(text, HOSTILE);
  const launch = { kind: "read", policy: DEFAULT_POLICY, obstacles: [] } as const;
  const old = showReport(diagnose(OLD_KRUN, "default", launch), personal);
  t.match(old, /^memory: broken: .*: crun 1\.21 ignores krun\.ram_mib/m);
  t.end();
});

tap.test("no name, path or secret, wherever one was put", (t) => {
  const said = `ann@anns-laptop: /home/ann/x: https://ann:hunter2@anns-laptop.example/ ${TOKEN}`;
  const silent = { known: false, why: said } as const;
  const facts: MachineFacts = {
    ...FEDORA,
    system: { ...FEDORA.system, distribution: `Linux of ann on anns-laptop` },
    kvm: "closed",
    podman: silent,
    engine: silent,
    crun: silent,
    krun: silent,
    cgroups: { kind: "unknown", why: said },
    subordinateIds: [{ path: "/home/ann/subuid", count: 0 }],
    runtimeDirectory: { kind: "absent", path: "/home/ann/run" },
    registry: { known: false, why: "The registry at npm.acme.example cannot be reached." },
  };
  const policy = readPolicy([
    "podman",
    "run",
    "--volume=/home/ann/secret-client:/home/ann/secret-client",
    `--tmpfs=/home/ann/${TOKEN}`,
    "--pids-limit=5",
    "image",
  ]);
  const obstacles = [{ message: said, fix: said }];
  const read = diagnose(facts, "default", { kind: "read", policy, obstacles });
  const unread = diagnose(facts, "default", { kind: "unreadable", message: said, fix: said });
  for (const diagnosis of [read, unread]) {
    const text = showReport(diagnosis, personal);
    t.notMatch(text, HOSTILE);
    t.match(text, /USER|HOST/, "it was there");
  }
  t.match(showReport(read, personal), /^mount:WORKSPACE: /m);
  t.match(showReport(read, personal), /^npm registry: unknown$/m);
  t.notMatch(showReport(read, personal), "acme");
  t.end();
});
