import t from "tap";
import { readPolicy } from "../../../lib/policy/read-policy.ts";
import { parseAllow } from "../../../lib/policy/rules/allow.ts";
import type { RuleContext } from "../../../lib/policy/rules/finding.ts";
import { judge } from "../../../lib/policy/rules/judge.ts";

const IMAGE = "localhost/paddock:latest";
/** Symbolic links of the machine in these tests. */
const LINKS: Readonly<Record<string, string>> = {
  "/work/homelink": "/home/u",
  "/work/rootlink": "/",
  "/work/keys": "/mnt/keys",
  "/home/u/.kube": "/mnt/kube",
  "/var/run": "/run",
};

function realPath(path: string): string {
  const link = Object.keys(LINKS).find((from) => path === from || path.startsWith(`${from}/`));
  if (link === undefined) return path;
  return `${LINKS[link] ?? ""}${path.slice(link.length)}`.replace(/^\/\//, "/");
}

function findings(words: readonly string[], allow = "", image = IMAGE) {
  const context: RuleContext = {
    image: IMAGE,
    home: "/home/u",
    dataHome: "/home/u/.local/share/paddock",
    protectedPaths: [
      "/home/u/.config/paddock",
      "/home/u/.local/state/paddock",
      "/home/u/.cache/paddock",
    ],
    runtimeDir: "/run/user/1000",
    workspace: "/work",
    allow: parseAllow(allow),
    realPath,
  };
  const quiet = ["--rm", "--http-proxy=false"];
  return judge(readPolicy(["podman", "run", ...quiet, ...words, image, "sh"]), context);
}

/** Severity and rule of each finding. */
function rules(words: readonly string[], allow?: string, image?: string): string[] {
  return findings(words, allow, image).map(({ severity, rule }) => `${severity} ${rule}`);
}

const QUIET: readonly (readonly string[])[] = [
  [],
  [
    "-it",
    "--runtime",
    "krun",
    "--annotation",
    "krun.cpus=4",
    "--network",
    "pasta",
    "--cap-drop",
    "ALL",
  ],
  [
    "--security-opt",
    "no-new-privileges",
    "--read-only",
    "--tmpfs",
    "/tmp:rw,noexec",
    "--pids-limit",
    "1024",
  ],
  ["--security-opt=no-new-privileges:false", "--security-opt=no-new-privileges"],
  ["--security-opt=mask=/proc/x", "--security-opt=proc-opts=hidepid=2"],
  ["--userns", "keep-id:uid=1000,gid=1000", "--user", "1000:1000", "--detach-keys="],
  ["-v", "/home/u/.local/share/paddock/homes/default:/home/ai:z", "-v", "/work:/home/ai/w:z"],
  ["-v", ".:/w", "-v", "./sub:/s", "-v", "/home/u/code:/c:Z", "-v", "/var/tmp/x:/x"],
  ["-v", "/etc/localtime:/etc/localtime:ro", "-v", "/usr/share/doc:/doc:ro"],
  ["-v", "/work/x:/o:O", "--mount", "type=volume,src=cache,dst=/c", "--mount=type=tmpfs,dst=/t"],
  ["--mount=type=image,src=localhost/tools,dst=/t", "--mount=type=glob,src=/work/*.txt,dst=/t"],
  ["-p", "127.0.0.1:80:80", "-p", "[::1]:81:81", "--ipc=private", "--pid=private", "--uts=private"],
  ["--network", "pasta:-T,8080", "--network=none"],
  ["-v", "/home/ai/.cache", "--annotation=krun.use_passt=1", "--name=x"],
  ["--memory=8GiB", "--memory-swap=-1", "--shm-size=64m", "--pids-limit=-1", "--cpus=.5"],
  ["--memory=1.5gb", "--memory-reservation=1024", "--pids-limit=0", "--cpus=4"],
  ["-e", "A=B", "--hosts-file=none", "--log-opt=max-size=1m", "--preserve-fds=0"],
  [
    "--pull=never",
    "--restart=no",
    "--log-level=debug",
    "--cgroups=split",
    "--seccomp-policy=default",
  ],
];
for (const words of QUIET) {
  t.test(`says nothing about ${words.join(" ")}`, async (test) => {
    test.same(findings(words), []);
  });
}

/** Refused, and allowed by the word if there is one. */
const REFUSED: readonly (readonly [words: string, rule: string, allow?: string])[] = [
  ["--privileged", "privileged", "privileged"],
  ["--cap-add=net_admin", "cap-add", "cap-add=NET_ADMIN"],
  ["--cap-add CAP_SYS_ADMIN", "cap-add", "cap-add=CAP_SYS_ADMIN"],
  ["--cap-add=ALL", "cap-add", "cap-add=all"],
  ["--network=host", "network", "network=host"],
  ["--net host", "network", "network=host"],
  ["--network=ns:/proc/1/ns/net", "network", "network=ns:/proc/1/ns/net"],
  ["--network=container:x", "network", "network=container:x"],
  ["--network=pasta:--map-gw", "network", "network=host-loopback"],
  ["--network=pasta:-T,auto", "network", "network=host-loopback"],
  ["--network=pasta:-Tall", "network", "network=host-loopback"],
  ["--network=slirp4netns:allow_host_loopback=true", "network", "network=host-loopback"],
  ["--annotation krun.ram_mb=1", "annotation", "annotation=krun.ram_mb"],
  ["--annotation=run.oci.krun.cpus=4", "annotation", "annotation=run.oci.krun.cpus"],
  ["--annotation=krun.disk.0.path=/x", "annotation", "annotation=krun.disk.0.path"],
  ["--annotation=run.oci.handler=krun", "annotation", "annotation=run.oci.handler"],
  ["--annotation=run.oci.hooks.stdout=/x", "annotation", "annotation=run.oci.hooks.stdout"],
  [
    "--annotation=org.systemd.property.MemoryMax=1",
    "annotation",
    "annotation=org.systemd.property.MemoryMax",
  ],
  ["--annotation=krun.cpus=17", "krun-number"],
  ["--annotation=krun.cpus=", "krun-number"],
  ["--annotation=krun.ram_mib=128", "krun-number"],
  ["--annotation=krun.ram_mib=8g", "krun-number"],
  ["--annotation=krun.use_passt=yes", "krun-number"],
  ["--memory=8gigs", "limit"],
  ["--memory=-1", "limit"],
  ["--memory-swap=-2", "limit"],
  ["--shm-size=.5g", "limit"],
  ["--pids-limit=unlimited", "limit"],
  ["--pids-limit=-2", "limit"],
  ["--pids-limit=1e3", "limit"],
  ["--cpus=inf", "limit"],
  ["--cpus=-1", "limit"],
  ["--cpus 4,5", "limit"],
  ["--name=a/b", "name"],
  ["--name /work", "name"],
  ["--pid=host", "pid", "pid=host"],
  ["--ipc=host", "ipc", "ipc=host"],
  ["--uts host", "uts", "uts=host"],
  ["--cgroupns=host", "cgroupns", "cgroupns=host"],
  ["--userns=host", "userns", "userns=host"],
  ["--pid=container:x", "pid", "pid=container:x"],
  ["--ipc=ns:/proc/1/ns/ipc", "ipc", "ipc=ns:/proc/1/ns/ipc"],
  ["--security-opt=seccomp=unconfined", "security-opt", "security-opt=seccomp=unconfined"],
  ["--security-opt seccomp:unconfined", "security-opt", "security-opt=seccomp=unconfined"],
  [
    "--security-opt=seccomp=/work/weak.json",
    "security-opt",
    "security-opt=seccomp=/work/weak.json",
  ],
  ["--security-opt=apparmor=unconfined", "security-opt", "security-opt=apparmor:unconfined"],
  ["--security-opt=label=disable", "security-opt", "security-opt=label=disable"],
  ["--security-opt=label=nested", "security-opt", "security-opt=label=nested"],
  ["--security-opt=label=type:spc_t", "security-opt", "security-opt=label=type:spc_t"],
  ["--security-opt=unmask=/proc/kcore", "security-opt", "security-opt=unmask=/proc/kcore"],
  ["--security-opt=systempaths=unconfined", "security-opt", "security-opt=systempaths=unconfined"],
  ["--security-opt=proc-opts=rw", "security-opt", "security-opt=proc-opts=rw"],
  [
    "--security-opt=no-new-privileges:false",
    "security-opt",
    "security-opt=no-new-privileges:false",
  ],
  [
    "--security-opt=no-new-privileges --security-opt=no-new-privileges=0",
    "security-opt",
    "security-opt=no-new-privileges=0",
  ],
  ["--security-opt=new=1", "security-opt", "security-opt=new=1"],
  ["--device=/dev/fuse:/dev/fuse:rwm", "device", "device=/dev/fuse"],
  ["--gpus=all", "gpus", "gpus=all"],
  ["--device-cgroup-rule=a", "device-cgroup-rule", "device-cgroup-rule"],
  ["--seccomp-policy=image", "seccomp-policy"],
  ["--volumes-from=x:ro", "volumes-from", "volumes-from=x"],
  ["--pod=x", "pod"],
  ["--pod-id-file=x", "pod"],
  ["--pull=always", "pull"],
  ["--pull=newer", "pull"],
  ["--pull=missing", "pull"],
  ["--pull=never --pull=missing", "pull"],
  ["--rmi", "remove-image"],
  ["--env-host", "env-host", "env-host"],
  ["-e *", "env-host", "env-host"],
  ["--env-file=.env", "host-file", "env-file=.env"],
  ["--label-file=l", "host-file", "label-file=l"],
  ["--cidfile=/tmp/c", "host-file", "cidfile=/tmp/c"],
  ["--pidfile=/tmp/c", "host-file", "pidfile=/tmp/c"],
  ["--conmon-pidfile=/tmp/c", "host-file", "conmon-pidfile=/tmp/c"],
  ["--log-opt=path=/tmp/l", "host-file", "log-opt=path=/tmp/l"],
  ["--health-log-destination=/tmp", "host-file", "health-log-destination=/tmp"],
  ["--init-path=/work/init", "host-file", "init-path=/work/init"],
  ["--hosts-file=/work/hosts", "host-file", "hosts-file=/work/hosts"],
  ["--secret=token,type=env", "host-file", "secret=token"],
  ["--preserve-fds=1", "host-file", "preserve-fds=1"],
  ["--preserve-fd=3", "host-file", "preserve-fd=3"],
  ["--cidfile=/home/u/.config/paddock/x", "host-file"],
  ["--runtime=/work/evil", "runtime-path", "runtime=/work/evil"],
  ["--runtime-flag=--root=/x", "host-file", "runtime-flag=--root=/x"],
  ["--hooks-dir=/work/hooks", "engine-flag"],
  ["--root=/work/store", "engine-flag"],
  ["--imagestore=/work/store", "engine-flag"],
  ["--conmon=/work/conmon", "engine-flag"],
  ["--default-mounts-file=/work/m", "engine-flag"],
  ["--cpu-profile=/work/p", "engine-flag"],
  ["--transient-store", "engine-flag"],
];
for (const [words, rule, allow] of REFUSED) {
  t.test(`refuses ${words}`, async (test) => {
    const split = words.split(" ");
    test.same(rules(split), [`error ${rule}`]);
    if (allow === undefined) test.equal(findings(split)[0]?.allow, undefined);
    else test.same(rules(split, allow), [`note ${rule}`], `allowed by ${allow}`);
  });
}

/** Mount sources that are refused; `allow` is whether `mount=` can allow them. */
const SOURCES: readonly (readonly [source: string, rule: string, allow: boolean])[] = [
  ["/", "mount-root", false],
  ["//", "mount-root", false],
  ["/work/..", "mount-root", false],
  ["/work/rootlink", "mount-root", false],
  ["/home", "mount-home", false],
  ["/home/u", "mount-home", false],
  ["/home/u/", "mount-home", false],
  ["/home/u/code/..", "mount-home", false],
  ["/work/homelink", "mount-home", false],
  ["/home/u/.config/paddock", "mount-protected", false],
  ["/home/u/.config/paddock/profiles/x", "mount-protected", false],
  ["/home/u/.config", "mount-protected", false],
  ["/work/homelink/.cache/paddock", "mount-protected", false],
  ["/run/user/1000/podman/podman.sock", "mount-socket", true],
  ["/run/user/1000", "mount-socket", true],
  ["/run/podman/podman.sock", "mount-socket", true],
  ["/var/run/docker.sock", "mount-socket", true],
  ["/run", "mount-socket", true],
  ["/tmp", "mount-socket", true],
  ["/srv/docker.sock", "mount-socket", true],
  ["/tmp/ssh-XXX/agent.77", "mount-socket", true],
  ["/home/u/.ssh", "mount-credentials", true],
  ["/home/u/.ssh/id_ed25519", "mount-credentials", true],
  ["/home/u/.aws", "mount-credentials", true],
  ["/home/u/.gnupg", "mount-credentials", true],
  ["/home/u/.config/gh", "mount-credentials", true],
  ["/home/u/.netrc", "mount-credentials", true],
  ["/home/u/.local/share/containers", "mount-credentials", true],
  ["/home/u/.local/share", "mount-credentials", true],
  ["/mnt/kube", "mount-credentials", true],
  ["/home/u/.bashrc", "mount-startup", true],
  ["/home/u/.local/bin", "mount-startup", true],
  ["/etc", "mount-system", true],
  ["/etc/cron.d", "mount-system", true],
  ["/usr/local/bin", "mount-system", true],
  ["/proc", "mount-system", true],
  ["/dev/shm", "mount-system", true],
  ["/sys/fs/cgroup", "mount-system", true],
  ["/var/lib/x", "mount-system", true],
];
for (const [source, rule, allow] of SOURCES) {
  t.test(`refuses the mount of ${source}`, async (test) => {
    for (const words of [
      ["-v", `${source}:/m`],
      [`--mount=type=bind,src=${source},dst=/m`],
      ["-v", `/work/low:/m:O,upperdir=${source},workdir=/work/w`],
    ]) {
      test.same(rules(words), [`error ${rule}`], words.join(" "));
    }
    const word = `mount=${source}`;
    test.same(rules(["-v", `${source}:/m`], word), [`${allow ? "note" : "error"} ${rule}`], word);
    test.equal(findings(["-v", `${source}:/m`])[0]?.allow !== undefined, allow);
  });
}

t.test("reading is enough to refuse all but the startup files and the system's", async (test) => {
  for (const [source, rule] of SOURCES) {
    const reads = /^mount-(?:startup|system)$/.test(rule) && !/^\/(?:proc|dev|sys)/.test(source);
    test.same(rules(["-v", `${source}:/m:ro`]), reads ? [] : [`error ${rule}`], source);
  }
});

t.test(
  "C29 a workspace that is the home, or above, is refused where the label mounts it",
  async (test) => {
    for (const cwd of ["/", "/home", "/home/u", "/home/u/", "/home/u/.."]) {
      test.match(rules(["-v", `${cwd}:/w:z`])[0], /^error mount-(?:root|home)$/, cwd);
    }
  },
);

t.test("C04 a link allows nothing but what the label names", async (test) => {
  test.same(rules(["-v", "/work/homelink/.ssh:/m"]), ["error mount-credentials"]);
  test.same(rules(["-v", "/work/homelink/.ssh:/m"], "mount=/work"), ["error mount-credentials"]);
  test.same(rules(["-v", "/work/homelink/.ssh:/m"], "mount=~/.ssh"), ["error mount-credentials"]);
  test.same(rules(["-v", "/work/homelink/.ssh:/m"], "mount=/work/homelink/.ssh"), [
    "note mount-credentials",
  ]);
  test.match(findings(["-v", "/work/homelink/.ssh:/m"])[0]?.message, /a link to \/home\/u\/\.ssh/);
});

t.test("a word for a folder allows what is in it, with ~/ for the home", async (test) => {
  test.same(rules(["-v", "/home/u/.ssh/known_hosts:/m:ro"], "mount=~/.ssh"), [
    "note mount-credentials",
  ]);
  test.same(rules(["-v", "/home/u/.ssh:/m:ro"], "mount=~/.ssh/known_hosts"), [
    "error mount-credentials",
  ]);
  test.same(rules(["-v", "/home/u/.sshx:/m:ro"]), []);
});

t.test("A05 a label with the whole host in it", async (test) => {
  const words = [
    "-it",
    "--name",
    "NAME",
    "--privileged",
    "--net=host",
    "--pid=host",
    "-e",
    "NAME=NAME",
    "-v",
    "/:/host",
  ];
  test.same(rules(words), ["error privileged", "error pid", "error network", "error mount-root"]);
  test.same(rules(words, "privileged network=host pid=host"), [
    "error mount-root",
    "note privileged",
    "note pid",
    "note network",
  ]);
});

t.test("A13 a relative source is a named volume", async (test) => {
  test.same(rules(["-v", "pkg:/rpms/:Z", "-v", "dist:/target"]), [
    "warning named-volume",
    "warning named-volume",
  ]);
  test.match(findings(["-v", "pkg:/rpms"])[0]?.fix, /\$PWD\/pkg/);
});

t.test("C23 relabelling what the host needs", async (test) => {
  test.same(rules(["-v", "/home/u:/home/ai:Z", "-v", "/work:/w:Z"]), [
    "error mount-home",
    "error relabel-host",
  ]);
  for (const option of ["z", "Z", "U"]) {
    test.same(rules(["-v", `/usr/share/x:/x:ro,${option}`]), ["error relabel-host"], option);
    test.same(rules(["-v", `/home/u/.ssh:/x:ro,${option}`], "mount=~/.ssh"), [
      "error relabel-host",
      "note mount-credentials",
    ]);
  }
  test.same(rules(["--mount=type=bind,src=/etc/x,dst=/x,ro=true,relabel=shared"]), [
    "error relabel-host",
  ]);
  test.same(rules(["-v", "/home/u/.local/share/paddock/homes/default:/h:Z"]), [
    "warning relabel-private",
  ]);
});

t.test("F05 a socket in a VM", async (test) => {
  test.same(rules(["-v", "/work/x.sock:/x", "--runtime=krun"]), ["warning socket-krun"]);
  test.same(rules(["-v", "/work/x.sock:/x", "--runtime=crun"]), []);
  test.same(rules(["-v", "/tmp/ssh-a/agent.1:/agent", "--runtime=krun"]), [
    "error mount-socket",
    "warning socket-krun",
  ]);
});

t.test("F18 a path from a variable is judged like any other", async (test) => {
  test.same(rules(["-v", "//:/c"]), ["error mount-root"]);
  test.same(rules(["-v", "/home/u/./:/c"]), ["error mount-home"]);
});

t.test("other mounts", async (test) => {
  test.same(rules(["--mount=type=volume,src=v,dst=/b,volume-opt=device=/"]), [
    "error volume-options",
  ]);
  test.same(rules(["--mount=type=image,src=/x,dst=/b"]), ["error mount-image"]);
  test.same(rules(["--mount=type=image,src=dir:/x,dst=/b"]), ["error mount-image"]);
  test.same(rules(["--mount=type=glob,src=/home/u/*,dst=/b"]), ["error mount-home"]);
  test.same(rules(["--mount=type=glob,src=/home/u/.ssh/id*,dst=/b"]), ["error mount-credentials"]);
  test.same(rules(["--mount=type=glob,src=/*,dst=/b,ro"]), ["error mount-root"]);
  test.same(rules(["--mount=type=bind,dst=/etc/x"]), ["error mount-system"]);
  test.same(rules(["-v", "/work:/w:rshared"]), ["warning propagation"]);
});

const IMAGES: readonly (readonly [image: string, rules: readonly string[]])[] = [
  [IMAGE, []],
  ["localhost/paddock", ["note image-spelling"]],
  ["paddock:latest", ["note image-spelling"]],
  ["paddock", ["note image-spelling"]],
  ["IMAGE", ["error image"]],
  ["localhost/paddock:other", ["error image"]],
  ["localhost/paddock-base:latest", ["error image"]],
  ["docker.io/library/paddock:latest", ["error image"]],
  ["example.org/paddock", ["error image"]],
  ["localhost/paddock@sha256:0000", ["error image"]],
  ["dir:/work/x", ["error image"]],
];
for (const [image, want] of IMAGES) {
  t.test(`the image ${image}`, async (test) => {
    test.same(rules([], "", image), want);
  });
}

t.test("a root file system in place of an image", async (test) => {
  test.same(rules(["--rootfs"]), ["error image"]);
});

const WARNED: readonly (readonly [words: string, finding: string])[] = [
  ["--rm=false", "warning kept"],
  ["-d", "warning detach"],
  ["--replace --name=x", "warning replace"],
  ["--http-proxy", "warning http-proxy"],
  ["-p 8080:80", "warning publish"],
  ["-P", "warning publish"],
  ["--group-add=keep-groups", "note keep-groups"],
  ["--uidmap=0:0:1", "warning id-map"],
  ["--cgroup-parent=x", "warning cgroups"],
  ["--cgroups=disabled", "warning cgroups"],
  ["--restart=always", "warning restart"],
  ["--requires=x", "warning requires"],
  ["--sig-proxy=false", "warning sig-proxy"],
  ["--authfile=x", "warning pull-flag"],
  ["--tls-verify=false", "warning pull-flag"],
  ["-e TOKEN", "note environment"],
  ["-e AWS*", "warning environment"],
  ["-v /work", "warning anonymous-volume"],
  ["-v /home/u/x", "warning anonymous-volume"],
];
for (const [words, finding] of WARNED) {
  t.test(`warns of ${words}`, async (test) => {
    test.same(rules(words.split(" ")), [finding]);
  });
}

t.test("a person's own folders may be mounted wherever they lie", async (test) => {
  for (const source of [
    "/home/u/src/project",
    "/srv/project",
    "/opt/project",
    "/mnt/disk/project",
  ]) {
    test.same(rules(["-v", `${source}:/m:z`]), [], source);
  }
});

/** What is advised where the words tell what was meant. */
const ADVICE: readonly (readonly [words: string, fix: string, image?: string])[] = [
  ["--annotation=krun.ram_mb=1", "Did you mean krun.ram_mib?"],
  ["--annotation=run.oci.krun.cpus=4", "Did you mean krun.cpus?"],
  ["--annotation=run.oci.keep_original_groups=1", "Write --group-add keep-groups."],
  ["--annotation=krun.disk.0.path=/x", "Leave it out."],
  ["--security-opt=no-new-priviledges", "Did you mean no-new-privileges?"],
  ["--security-opt=frobnicate", "Leave it out."],
  ["--init", "Write =false right after the flag before it.", "false"],
];
for (const [words, fix, image] of ADVICE) {
  t.test(`advises on ${words} ${image ?? ""}`, async (test) => {
    test.equal(findings(words.split(" "), "", image)[0]?.fix, fix);
  });
}
