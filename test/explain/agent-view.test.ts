import tap from "tap";
import { agentView } from "../../lib/explain/agent-view.ts";
import type { AgentViewOptions } from "../../lib/explain/agent-view.ts";
import { DEFAULT_POLICY, flagSamples, policyOf, WORKSPACE } from "./policies.ts";

interface View {
  readonly rows: readonly { readonly topic: string; readonly text: string }[];
  readonly denied: readonly { readonly denied: string; readonly ask: string }[];
}

function view(flags: readonly string[] | undefined, more: Partial<AgentViewOptions> = {}): View {
  const options = {
    profile: "go",
    version: "1",
    agents: {},
    warnings: [],
    workspace: WORKSPACE,
    egress: undefined,
  };
  const policy = flags === undefined ? DEFAULT_POLICY : policyOf(flags);
  return JSON.parse(agentView(policy, { ...options, ...more })) as View;
}

function denied(flags: readonly string[] | undefined, more?: Partial<AgentViewOptions>): string[] {
  return view(flags, more).denied.map((one) => one.denied);
}

tap.test("the shipped label: what it may do, and what it may not, with what to ask for", (t) => {
  const { rows, denied: all } = view(undefined, { agents: { opencode: "1.2" }, warnings: ["w"] });
  const texts = new Set(rows.map(({ topic, text }) => `${topic}: ${text}`));
  t.ok(
    texts.has(
      `can write: the workspace ${WORKSPACE}, as /home/ai/sandbox (labelled for every sandbox where SELinux is on)`,
    ),
  );
  t.ok(texts.has("can run: the agents opencode 1.2"));
  t.ok(texts.has("warning: w"));
  t.same(
    all.map((one) => one.denied),
    [
      "to change the system: to install packages, or to write outside the places named above",
      "to see any other file of the host, its credentials and keys among them",
      "to start programs that lie in /tmp",
      "to reach other services on the host's 127.0.0.1",
      "to become another user, with sudo for instance",
      "to use more memory, processors or processes than named above",
    ],
  );
  t.equal(all[0]?.ask, "a line in the Containerfile of the profile go, then paddock build go");
  t.end();
});

const CASES: readonly [name: string, flags: string, has: string, hasNot: string][] = [
  [
    "offline",
    "--network=none",
    "to reach any host: there is no network",
    "to reach other services",
  ],
  ["the host's network", "--network=host", "to become", "to reach"],
  ["read-only mount", "-v /a:/a:ro", "to write in /a", "to change the system"],
  ["kept container", "", "to see any other file", "to keep what is installed"],
  [
    "writable system",
    "--rm",
    "to keep what is installed in the system: it is gone when the sandbox ends",
    "to change",
  ],
];
for (const [name, flags, has, hasNot] of CASES) {
  tap.test(name, (t) => {
    const all = denied(flags.split(" ").filter(Boolean));
    t.ok(
      all.some((one) => one.startsWith(has)),
      all.join("\n"),
    );
    t.notOk(
      all.some((one) => one.startsWith(hasNot)),
      all.join("\n"),
    );
    t.end();
  });
}

tap.test(
  "with an egress list the hosts are named, and what else is asked for is the label's",
  (t) => {
    const guarded = view(["--network=none"], { egress: { allow: ["a.example"], deny: [] } });
    t.match(guarded.denied.map(({ ask }) => ask).join("\n"), "paddock.egress label");
    t.ok(guarded.rows.some(({ text }) => text.includes("a.example")));
    t.end();
  },
);

// A path of the host that is no mount, and a value that may be a secret: none of them reaches the sandbox.
// What the sandbox is told of, with what the label says of it.
const SPOKEN_OF: ReadonlySet<string> = new Set(
  "volume mount tmpfs rootfs device name hostname label user workdir network publish entrypoint annotation security-opt userns runtime pull stop-signal stop-timeout timeout group-add cap-add cap-drop detach-keys gpus device-cgroup-rule volumes-from pid ipc uts cgroupns".split(
    " ",
  ),
);
const LIMITS = /^(?:memory|cpu|pids|blkio|device-|ulimit|shm)/;

const SECRET = "/home/ann/secret-place";
for (const { flag } of flagSamples().filter((sample) => sample.flag.kind === "value")) {
  if (SPOKEN_OF.has(flag.name) || LIMITS.test(flag.name)) continue;
  tap.test(`--${flag.name} is not repeated in the sandbox`, (t) => {
    const text = agentView(policyOf([`--${flag.name}=A=${SECRET}`]), {
      profile: "go",
      version: "1",
      agents: {},
      warnings: [],
      workspace: WORKSPACE,
      egress: undefined,
    });
    t.notMatch(text, SECRET);
    t.end();
  });
}
