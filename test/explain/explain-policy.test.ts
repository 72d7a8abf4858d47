import tap from "tap";
import { explainPolicy, grantsOf } from "../../lib/explain/explain-policy.ts";
import { FLAGS } from "../../lib/policy/flags.ts";
import { CONTEXT, DEFAULT_POLICY, flagSamples, policyOf, WORKSPACE } from "./policies.ts";

const HOME = "/home/ann/.local/share/paddock/homes/default";

tap.test("B42-B49 the shipped label, row by row", (t) => {
  const rows = explainPolicy(DEFAULT_POLICY, {
    ...CONTEXT,
    agents: { opencode: "1.18.3", gemini: "0.4.1" },
    sharedFolders: { [HOME]: ["go", "rust"] },
  });
  t.same(
    rows.map(({ topic, text }) => `${topic}: ${text}`),
    [
      "sandbox: a microVM with a kernel of its own (krun)",
      "sandbox: 8192 MiB of memory",
      "sandbox: 4 processors",
      "sandbox: at most 1024 processes of the VM's monitor; those inside the VM are not counted",
      "sandbox: the VM's network goes through passt (krun.use_passt=1)",
      "sandbox: root inside the VM; on this machine the VM's monitor has no capability",
      "sandbox: the VM's monitor cannot gain privileges (no-new-privileges)",
      "sandbox: the VM's monitor runs as ai; its user 1000 is you, as far as files are concerned (keep-id:uid=1000,gid=1000)",
      "sandbox: calls itself paddock-latest",
      "can write: nothing of the image, which is read-only",
      `can write: ${HOME}, as /home/ai (labelled for every sandbox where SELinux is on)`,
      `can write: the workspace ${WORKSPACE}, as /home/ai/sandbox (labelled for every sandbox where SELinux is on)`,
      "can write: /tmp, in memory, gone when it ends: no program starts from there, no setuid, no devices, at most 2048 MiB (krun does not hold this)",
      "can write: no place in memory but those named here",
      "can read: the image, the mounts named here, and nothing else of this machine's disk",
      "can reach: any host: the internet, your local network, cloud metadata, and what this machine offers on its network addresses; names resolve; nothing that listens on this machine's 127.0.0.1",
      "can run: whatever the image localhost/paddock:latest holds, never fetched at a launch",
      "can run: starts the image's own command, in /home/ai/sandbox",
      "can run: the agents opencode 1.18.3, gemini 0.4.1",
      "can see: none of this machine's proxy variables",
      "can see: your terminal; no key leaves it running behind you",
      `can see: the logins, settings and histories in ${HOME}, shared by all sessions of this profile and of the profiles go, rust`,
      "ends when: its command ends, or the terminal is closed",
      "ends when: then the container is removed",
      "warning: nothing limits to which hosts it can send what it sees",
      `warning: what lies in ${HOME} is seen and changed by other profiles too: go, rust`,
    ],
  );
  t.end();
});

const BARE = policyOf([]);
const SECRET_FLAGS = new Set(["env", "env-merge", "creds", "decryption-key"]);

for (const { flag, none, one, other } of flagSamples()) {
  tap.test(`--${flag.name} has a row of its own words`, (t) => {
    const texts = (argv: readonly string[]): readonly string[] =>
      explainPolicy(policyOf(argv), CONTEXT)
        .filter(({ flags }) => flags.includes(flag.name))
        .map(({ topic, text }) => `${topic}: ${text}`);
    const without = new Set(
      explainPolicy(policyOf(none), CONTEXT).map(({ topic, text }) => `${topic}: ${text}`),
    );
    const said = texts(one);
    t.ok(said.length > 0, `${one.join(" ")} is spoken of`);
    t.ok(
      said.some((text) => !without.has(text)),
      `${one.join(" ")} changes what is said`,
    );
    // A value that may be a secret is named only.
    if (!SECRET_FLAGS.has(flag.name))
      t.notSame(said, texts(other), `${other.join(" ")} is said otherwise`);
    t.notMatch(said.join("\n"), /without words of its own/);
    t.end();
  });
}

tap.test("no flag is spoken of that Podman does not have", (t) => {
  const names = new Set(FLAGS.map(({ name }) => name));
  const spoken = flagSamples().flatMap(({ one }) =>
    explainPolicy(policyOf(one), CONTEXT).flatMap(({ flags }) => flags),
  );
  t.same(
    [...new Set(spoken)].filter((name) => !names.has(name)),
    [],
  );
  t.end();
});

tap.test("one grant of a key, also where a flag is given twice", (t) => {
  const flags = [
    "--security-opt",
    "mask=/a",
    "--security-opt",
    "mask=/b",
    "-v",
    "/a:/x",
    "-v",
    "/b:/x",
  ];
  const keys = grantsOf(policyOf(flags), CONTEXT).map(({ key }) => key);
  t.same(keys.length, new Set(keys).size);
  t.ok(keys.includes("security mask #2"));
  t.end();
});

const ROWS: readonly [
  name: string,
  flags: readonly string[],
  topic: string,
  text: string | RegExp,
][] = [
  [
    "plain crun",
    ["--runtime", "crun"],
    "sandbox",
    "a container that shares this machine's kernel (crun)",
  ],
  [
    "no runtime",
    [],
    "sandbox",
    /shares this machine's kernel \(the runtime that Podman is set to\)/,
  ],
  [
    "an annotation that only krun reads",
    ["--annotation", "krun.ram_mib=64"],
    "sandbox",
    /krun.ram_mib=64 for krun, which is not used here/,
  ],
  ["no memory cap", [], "sandbox", "memory without a limit"],
  [
    "krun without annotations",
    ["--runtime=krun"],
    "sandbox",
    "as much memory as krun gives by default",
  ],
  [
    "--memory sets a machine's memory",
    ["--runtime=krun", "-m", "2g"],
    "sandbox",
    "at most 2 GiB of memory",
  ],
  ["one processor", ["--runtime=krun", "--annotation=krun.cpus=1"], "sandbox", "1 processor"],
  ["a limit of 0 is none", ["-m", "0", "--cpus", "0"], "sandbox", "processors without a limit"],
  ["no process cap", ["--pids-limit=-1"], "sandbox", "processes without a limit"],
  [
    "capabilities",
    ["--cap-drop=ALL", "--cap-add=net_admin"],
    "sandbox",
    "the capabilities NET_ADMIN",
  ],
  ["all capabilities", ["--cap-add=all"], "sandbox", "every capability"],
  ["privileged", ["--privileged"], "sandbox", /^every capability \(--privileged/],
  ["seccomp", ["--security-opt", "seccomp=unconfined"], "sandbox", /no filter of system calls/],
  ["host processes", ["--pid=host"], "sandbox", "processes: this machine's (--pid=host)"],
  ["a device", ["--device", "/dev/fuse"], "sandbox", "devices of this machine: /dev/fuse"],
  [
    "writable root",
    ["--rm"],
    "can write",
    "everything in its own copy of the image, gone when it ends",
  ],
  ["Podman's own tmpfs", ["--read-only"], "can write", /^\/dev, \/run, \/tmp and \/var\/tmp/],
  ["read-only mount", ["-v", "/srv/x:/x:ro"], "can read", "/srv/x, as /x"],
  ["overlay", ["-v", "/srv/x:/x:O"], "can read", /set aside/],
  [
    "named volume",
    ["-v", "cache:/x"],
    "can write",
    "Podman's volume cache, as /x, which outlives the sandbox",
  ],
  ["offline", ["--network=none"], "can reach", "nothing: this sandbox is offline"],
  ["host network", ["--network=host"], "can reach", /every service on its own 127.0.0.1/],
  [
    "one host port",
    ["--network=pasta:-T,11434"],
    "can reach",
    /of this machine's 127.0.0.1 only port 11434$/,
  ],
  [
    "one host port and nothing else",
    ["--network=pasta:-T,11434,--outbound-if4,lo,-I,tap0,-a,198.18.0.1,-n,32,-4,--no-udp"],
    "can reach",
    "port 11434 of this machine's 127.0.0.1, and nothing else: no other host, no names",
  ],
  [
    "bound, but for one option: nothing is promised",
    ["--network=pasta:-T,11434,-o,127.0.0.1,--ipv4-only,--map-guest-addr,none"],
    "can reach",
    /^any host, as far as pasta lets it/,
  ],
  [
    "all host loopback",
    ["--network=pasta:--map-gw"],
    "can reach",
    /every service on this machine's 127.0.0.1/,
  ],
  ["a port for all", ["-p", "8080:80"], "can reach", "other machines reach it at the port 8080:80"],
  [
    "a port for this machine",
    ["-p", "127.0.0.1:8080:80"],
    "can reach",
    /^programs of this machine/,
  ],
  ["proxy variables", [], "can see", "this machine's proxy variables, with any password in them"],
  [
    "a secret in a variable is named only",
    ["-e", "TOKEN=hunter2", "-e", "LANG"],
    "can see",
    "the variables TOKEN, as the label sets them, and this machine's own values of LANG",
  ],
  [
    "under krun they stay readable",
    ["--runtime=krun", "-e", "A=1"],
    "can see",
    /everyone in the VM can read them$/,
  ],
  ["detached", ["-d"], "ends when", /--detach/],
  ["kept", [], "ends when", "then the container is kept, with all it wrote"],
  ["timeout", ["--timeout=60"], "ends when", "at the latest after 60 seconds"],
];
for (const [name, flags, topic, text] of ROWS) {
  tap.test(`in words: ${name}`, (t) => {
    const rows = explainPolicy(policyOf(flags), CONTEXT).filter((row) => row.topic === topic);
    const found = rows.some((row) =>
      typeof text === "string" ? row.text === text : text.test(row.text),
    );
    t.ok(found, JSON.stringify(rows.map((row) => row.text)));
    t.notMatch(JSON.stringify(rows), /hunter2/);
    t.end();
  });
}

tap.test("what a person typed is not repeated, what the label says is", (t) => {
  const policy = policyOf([], ["sh", "-c", "hunter2"]);
  const starts = (typedWords: number): string[] =>
    explainPolicy(policy, { ...CONTEXT, typedWords })
      .map(({ text }) => text)
      .filter((text) => text.startsWith("starts"));
  t.same(starts(0), ['starts "sh" "-c" "hunter2"']);
  t.same(starts(2), ['starts "sh" what was typed for this launch']);
  t.same(starts(3), ["starts what was typed for this launch"]);
  t.end();
});

tap.test("exceptions, warnings and refusals; the hosts of a list", (t) => {
  const finding = { rule: "x", message: "m", fix: "f" };
  const rows = explainPolicy(BARE, {
    ...CONTEXT,
    egress: { allow: ["a.example", "b.example"], deny: ["c.example"] },
    warnings: ["two repositories"],
    findings: [
      { ...finding, severity: "error" },
      {
        ...finding,
        severity: "note",
        allow: "device=/dev/fuse",
        message: "Allowed by the profile: it",
      },
      { ...finding, severity: "warning", message: "w" },
    ],
  }).map(({ topic, text }) => `${topic}: ${text}`);
  t.ok(rows.includes("can reach: through Paddock's proxy 2 places: a.example, b.example"));
  t.ok(rows.includes("can reach: never c.example"));
  t.same(rows.slice(-7), [
    "allowed: Allowed by the profile: it",
    "warning: a launch is refused: m",
    "warning: w",
    "warning: nothing limits to which hosts it can send what it sees",
    "warning: a fault in this machine's kernel would let it out: it has none of its own",
    "warning: its system can be written: what runs in it may become another than the image's",
    "warning: two repositories",
  ]);
  t.end();
});
