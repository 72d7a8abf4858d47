import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import t from "tap";
import { expandRunLabel } from "../../lib/label/expand-run-label.ts";
import { readRunLabel } from "../../lib/label/read-run-label.ts";
import { BASE, buildBase, buildShippedImages, DEFAULT, runProgram } from "./shipped-images.ts";
import type { Ended } from "./shipped-images.ts";

t.setTimeout(0);
const podman = process.env["PADDOCK_PODMAN"] ?? "podman";
const shippedBase = new URL("../../profiles/base", import.meta.url).pathname;
const folder = realpathSync(
  t.testdir({
    home: { ".local": { share: { paddock: { homes: { default: {} } } } } },
    "work  it's $HOME #1": {},
    "plain blanks  too": {},
    planted: {
      id: "#!/bin/sh\necho 0 planted\n",
      setpriv: "#!/bin/sh\necho planted as $(/usr/bin/id -u)\n",
    },
    "passwd-without-ai": "root:x:0:0:root:/root:/bin/bash\n",
    empty: "",
  }),
);
const home = `${folder}/home`;
const workspace = `${folder}/work  it's $HOME #1`;
for (const name of ["id", "setpriv"]) chmodSync(`${folder}/planted/${name}`, 0o755);
const owner = process.getuid?.();
const KRUN_FLAGS = /^krun\.(?:ram_mib|cpus|use_passt)=\d+$/;

let label = "";
t.before(async () => {
  await buildShippedImages();
  const format = '{{index .Config.Labels "run"}}';
  label = (await runProgram([podman, "image", "inspect", "--format", format, DEFAULT])).stdout;
});

/** The shipped label's argv under crun: without krun's annotations, and without a terminal. */
function crunArgv(command: readonly string[]): string[] {
  const argv = expandRunLabel(readRunLabel(label), { home, cwd: workspace, image: DEFAULT });
  const kept = argv.filter((word, index) => {
    const annotation = word === "--annotation" && KRUN_FLAGS.test(argv[index + 1] ?? "");
    return !annotation && !KRUN_FLAGS.test(word) && word !== "-it";
  });
  return [podman, ...kept.slice(1).map((word) => (word === "krun" ? "crun" : word)), ...command];
}

function inSandbox(command: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return runProgram(crunArgv(command), { cwd: workspace, env });
}

const PRIVILEGES = "grep -E '^(Uid|Gid|Groups|Cap|NoNewPrivs|Seccomp:)' /proc/self/status";
const DROPPED = {
  Uid: "1000 1000 1000 1000",
  Gid: "1000 1000 1000 1000",
  Groups: "1000",
  NoNewPrivs: "1",
  CapInh: "0000000000000000",
  CapPrm: "0000000000000000",
  CapEff: "0000000000000000",
  CapBnd: "0000000000000000",
  CapAmb: "0000000000000000",
  Seccomp: "2",
};

/** `Name:<blanks>value` lines, blanks made single. */
function readStatus(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.includes(":"));
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...values] = line.trim().split(/[:\s]+/);
      return [name, values.join(" ")];
    }),
  );
}

t.test("A23-A33 the run label grants this and nothing else", async (test) => {
  const argv = expandRunLabel(readRunLabel(label), { home, cwd: workspace, image: DEFAULT });
  const words = argv.map((word) =>
    word
      .replace(home, "HOME")
      .replace(workspace, "PWD")
      .replace(/(?<==)\d+(?=m?$)/, "N"),
  );
  const expected = [
    "podman run --rm -it --detach-keys= --pull=never --hostname paddock-latest",
    "--runtime krun --annotation krun.ram_mib=N --annotation krun.cpus=N --annotation krun.use_passt=N",
    "--network pasta --http-proxy=false",
    "--cap-drop ALL --security-opt no-new-privileges --read-only --read-only-tmpfs=false",
    "--tmpfs /tmp:rw,noexec,nosuid,nodev,size=Nm --pids-limit 1024",
    "--userns keep-id:uid=1000,gid=N --user ai",
    "--volume HOME/.local/share/paddock/homes/default:/home/ai:z",
    "--volume PWD:/home/ai/sandbox:z --workdir /home/ai/sandbox",
    DEFAULT,
  ];
  test.same(words, expected.join(" ").split(" "));
});

t.test("A27 A50 under crun: the user, and no privilege in any set", async (test) => {
  const { status, stdout, stderr } = await inSandbox(["sh", "-c", PRIVILEGES]);
  test.equal(status, 0, stderr);
  test.same(readStatus(stdout), DROPPED);
});

t.test("A28 nothing is writable but the home, the workspace and /tmp", async (test) => {
  const probe =
    'for folder; do if touch "$folder/probe" 2>/dev/null; then echo "$folder"; fi; done';
  const folders = ["/", "/usr/local/bin", "/etc", "/root", "/run", "/var/tmp", "/dev/shm", "/tmp"];
  const all = [...folders, "/home", "/home/ai", "/home/ai/sandbox"];
  const { stdout } = await inSandbox(["sh", "-c", probe, "sh", ...all]);
  test.same(stdout.split("\n"), ["/tmp", "/home/ai", "/home/ai/sandbox"]);
});

t.test("A29 F01 /tmp has its options, and code runs in TMPDIR instead", async (test) => {
  const mounted = await inSandbox(["grep", " /tmp ", "/proc/self/mounts"]);
  const [, , type, options = ""] = mounted.stdout.split(" ");
  test.equal(type, "tmpfs");
  const expected = ["rw", "noexec", "nosuid", "nodev"];
  test.same(
    expected.filter((option) => !options.split(",").includes(option)),
    [],
    options,
  );
  test.match(options, /(?:^|,)size=2097152k(?:,|$)/);

  const copyAndRun = 'cp /bin/true "$1/program" && "$1/program"';
  const cases = [
    { where: "/tmp", status: 126 },
    { where: "$TMPDIR", status: 0 },
    { where: "$BUN_TMPDIR", status: 0 },
  ];
  for (const { where, status } of cases) {
    const ended = await inSandbox(["sh", "-c", `set -- "${where}"; ${copyAndRun}`]);
    test.equal(ended.status, status, `${where}: ${ended.stderr}`);
  }
});

t.test("A32 F04 what the sandbox writes belongs to the user outside", async (test) => {
  const write = "echo in > file; echo in > ~/file; pwd";
  const { status, stdout } = await inSandbox(["sh", "-c", write]);
  test.equal(status, 0);
  test.equal(stdout, "/home/ai/sandbox");
  for (const path of [`${workspace}/file`, `${home}/.local/share/paddock/homes/default/file`]) {
    test.equal(readFileSync(path, "utf8"), "in\n");
    test.equal(statSync(path).uid, owner);
  }
});

t.test("A25 pasta's interface, and no proxy variable of the host", async (test) => {
  const proxies = {
    http_proxy: "http://u:p@proxy.invalid",
    HTTPS_PROXY: "http://u:p@proxy.invalid",
  };
  const { stdout } = await inSandbox(["sh", "-c", "ls /sys/class/net; env"], proxies);
  const lines = stdout.split("\n");
  const firstVariable = lines.findIndex((line) => line.includes("="));
  test.equal(firstVariable, 2, "lo and one more");
  test.ok(lines.slice(0, firstVariable).includes("lo"));
  test.same(
    lines.filter((line) => /proxy/i.test(line)),
    [],
  );
});

t.test("A7 the environment", async (test) => {
  const { stdout } = await inSandbox(["env"]);
  const environment = new Map(
    stdout.split("\n").map((line) => {
      const [name = "", ...rest] = line.split("=");
      return [name, rest.join("=")];
    }),
  );
  const expected = {
    HOME: "/home/ai",
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    IS_SANDBOX: "1",
    TMPDIR: "/home/ai/.cache/tmp",
    BUN_TMPDIR: "/home/ai/.cache/tmp",
    NODE_EXTRA_CA_CERTS: "/etc/ssl/certs/ca-certificates.crt",
  };
  for (const [name, value] of Object.entries(expected))
    test.equal(environment.get(name), value, name);
});

t.test("A63 D14 D16 the agents are those that are pinned, and start", async (test) => {
  const text = readFileSync(`${shippedBase}/Containerfile`, "utf8");
  const pin = (name: string): string | undefined =>
    new RegExp(`^ARG ${name}=(\\S+)$`, "m").exec(text)?.[1];
  for (const [command, name] of [
    ["opencode", "OPENCODE_AI"],
    ["gemini", "GEMINI_CLI"],
  ] as const) {
    test.match(pin(`${name}_HASH`), /^[0-9a-f]{128}$/, `${name}_HASH`);
    const { status, stdout, stderr } = await inSandbox([command, "--version"]);
    test.equal(status, 0, stderr);
    test.equal(stdout, pin(`${name}_VER`), command);
  }
});

t.test("A17 the command's status is the launch's", async (test) => {
  const cases = [
    { name: "success", command: ["true"], status: 0 },
    { name: "its own", command: ["sh", "-c", "exit 7"], status: 7 },
    { name: "not executable", command: ["/etc/passwd"], status: 126 },
    { name: "not found", command: ["no-such-command"], status: 127 },
  ];
  for (const { name, command, status } of cases)
    test.equal((await inSandbox(command)).status, status, name);
});

t.test("A9 a login shell has the prompt, the tools and a home without files", async (test) => {
  const script =
    'command -v starship bat fd shellcheck rg vim make git; echo "${PROMPT_COMMAND[*]}"';
  const shell = await inSandbox(["bash", "-lic", script]);
  test.equal(shell.status, 0, shell.stderr);
  test.match(shell.stdout, /starship_precmd/);
  const files = [
    "run",
    "--rm",
    "--entrypoint",
    "find",
    DEFAULT,
    "/home/ai",
    "/tmp",
    "-mindepth",
    "1",
  ];
  test.equal((await runProgram([podman, ...files])).stdout, "");
});

t.test(
  "A42 A47 as root, the entrypoint drops every privilege and stays where it is",
  async (test) => {
    const show = `${PRIVILEGES}; pwd; echo "$HOME $USER $LOGNAME"`;
    const flags = ["--rm", "--user", "0", "--workdir", "/usr/share", DEFAULT];
    const { status, stdout, stderr } = await runProgram([
      podman,
      "run",
      ...flags,
      "sh",
      "-c",
      show,
    ]);
    test.equal(status, 0, stderr);
    test.same(readStatus(stdout), DROPPED);
    test.match(stdout, /^\/usr\/share\n\/home\/ai ai ai$/m);
  },
);

t.test("A47 a drop that fails starts nothing", async (test) => {
  const cases = [
    { name: "no capability to drop with", flags: ["--cap-drop", "ALL"] },
    { name: "no user", flags: ["--volume", `${folder}/passwd-without-ai:/etc/passwd:ro`] },
    { name: "no setpriv", flags: ["--volume", `${folder}/empty:/usr/bin/setpriv:ro`] },
    { name: "no id", flags: ["--volume", `${folder}/empty:/usr/bin/id:ro`] },
  ];
  for (const { name, flags } of cases) {
    const run = ["run", "--rm", "--user", "0", ...flags, DEFAULT, "echo", "started"];
    const { status, stdout, stderr } = await runProgram([podman, ...run]);
    test.not(status, 0, name);
    test.equal(stdout, "", name);
    test.match(stderr, /setpriv|\/usr\/bin\/id/, name);
  }
});

t.test("the drop does not believe in PATH", async (test) => {
  const path = [
    "--env",
    "PATH=/planted:/usr/bin:/bin",
    "--volume",
    `${folder}/planted:/planted:ro`,
  ];
  const run = ["run", "--rm", "--user", "0", ...path, DEFAULT, "/usr/bin/id", "-u"];
  const { status, stdout, stderr } = await runProgram([podman, ...run]);
  test.equal(status, 0, stderr);
  test.equal(stdout, "1000");
});

t.test("F01 what Bun left behind goes after an hour", async (test) => {
  await inSandbox([
    "sh",
    "-c",
    `cd "$TMPDIR" && touch .new.so kept && touch -d "2 hours ago" .old.so kept`,
  ]);
  const list = 'cd "$TMPDIR" && ls -A .new.so .old.so kept 2>/dev/null';
  const { stdout } = await inSandbox(["sh", "-c", list]);
  test.same(stdout.split("\n"), [".new.so", "kept"]);
});

t.test(
  "A37 plain runlabel starts the unmodified label where the directory's name has blanks",
  async (test) => {
    mkdirSync(`${homedir()}/.local/share/paddock/homes/default`, { recursive: true });
    const cwd = `${folder}/plain blanks  too`;
    writeFileSync(`${cwd}/show`, `echo in > file; ${PRIVILEGES}; tty; exit 0\n`);
    // The label wants a terminal: script(1) gives it one.
    const command = `${podman} container runlabel run ${DEFAULT} -- sh show`;
    const { status, stdout } = await runProgram(["script", "-qefc", command, "/dev/null"], { cwd });
    test.equal(status, 0, stdout);
    test.same(readStatus(stdout.slice(stdout.indexOf("Uid:"))), DROPPED);
    test.match(stdout, /\/dev\//);
    test.equal(readFileSync(`${cwd}/file`, "utf8"), "in\n");
    test.equal(statSync(`${cwd}/file`).uid, owner);
  },
);

t.test("the base has no run label", async (test) => {
  const format = "{{json .Config.Labels}}";
  const labels = await runProgram([podman, "image", "inspect", "--format", format, BASE]);
  test.notMatch(labels.stdout, /"run"/i);
});

t.test("D15 a build stops where what it gets is not what was announced", async (test) => {
  const lock = "agents/opencode-ai/package-lock.json";
  const changed = (edit: (text: string) => string): string => {
    const copy = t.testdirName + "-changed";
    cpSync(shippedBase, copy, { recursive: true });
    writeFileSync(`${copy}/${lock}`, edit(readFileSync(`${copy}/${lock}`, "utf8")));
    return copy;
  };
  writeFileSync(`${folder}/authority`, "-----BEGIN CERTIFICATE-----\n");
  const cases = [
    {
      name: "authorities",
      flags: [
        "--secret",
        `id=paddock-ca,src=${folder}/authority`,
        "--build-arg",
        `PADDOCK_CA_SHA256=${"0".repeat(64)}`,
      ],
      context: shippedBase,
      said: /paddock-ca: FAILED/,
    },
    {
      name: "an agent's package",
      flags: ["--build-arg", `OPENCODE_AI_HASH=${"0".repeat(128)}`],
      context: shippedBase,
      said: /opencode-ai-[\d.]+\.tgz: FAILED/,
    },
    {
      name: "an agent's lock, with another version",
      flags: [],
      context: changed((text) => text.replaceAll(/"version": "[\d.]+"/g, '"version": "0.0.1"')),
      said: /package-lock\.json does not lock opencode-ai/,
    },
  ];
  for (const { name, flags, context, said } of cases) {
    const { status, stdout, stderr } = await buildBase(flags, context);
    test.not(status, 0, name);
    test.match(`${stdout}${stderr}`, said, name);
  }
});
