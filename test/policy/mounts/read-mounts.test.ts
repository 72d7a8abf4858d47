import t from "tap";
import type { Mount } from "../../../lib/policy/mounts/mount.ts";
import { readMount, readTmpfs, readVolume } from "../../../lib/policy/mounts/read-mounts.ts";

type Expected = Partial<Mount>;

const plain = { readOnly: false, chown: false, options: [] } as const;

// Each compared with podman create and inspect, 5.4.2.
const VOLUMES: readonly (readonly [text: string, expected: Expected])[] = [
  ["/a:/b", { kind: "bind", source: "/a", destination: "/b" }],
  ["./a:/b", { kind: "bind", source: "./a", destination: "/b" }],
  ["../a:/b", { kind: "bind", source: "../a", destination: "/b" }],
  [".:/b", { kind: "bind", source: ".", destination: "/b" }],
  ["pkg:/rpms/:Z", { kind: "volume", source: "pkg", destination: "/rpms/", relabel: "private" }],
  ["~/a:/b", { kind: "volume", source: "~/a", destination: "/b" }],
  ["/b", { kind: "volume", destination: "/b" }],
  ["/a:/b:ro", { kind: "bind", source: "/a", destination: "/b", readOnly: true }],
  ["/a:/b:rw", { kind: "bind", source: "/a", destination: "/b" }],
  ["/a:/b:z", { kind: "bind", source: "/a", destination: "/b", relabel: "shared" }],
  ["/a:/b:U", { kind: "bind", source: "/a", destination: "/b", chown: true }],
  [
    "/a:/b:rslave,noexec,nosuid",
    {
      kind: "bind",
      source: "/a",
      destination: "/b",
      propagation: "rslave",
      options: ["noexec", "nosuid"],
    },
  ],
  ["/a:/b:O", { kind: "overlay", source: "/a", destination: "/b" }],
  ["pkg:/b:O", { kind: "volume", source: "pkg", destination: "/b" }],
];
for (const [text, expected] of VOLUMES) {
  t.test(`-v ${text}`, async (test) => {
    test.same(readVolume(text), { ...plain, ...expected, flag: "volume", text });
  });
}

const MOUNTS: readonly (readonly [text: string, expected: Expected])[] = [
  ["type=bind,src=/a,dst=/b", { kind: "bind", source: "/a", destination: "/b" }],
  ["type=bind,source=/a,destination=/b", { kind: "bind", source: "/a", destination: "/b" }],
  ["target=/b,type=bind,src=/a", { kind: "bind", source: "/a", destination: "/b" }],
  ["type=bind,dst=/b", { kind: "bind", source: "/b", destination: "/b" }],
  ['type=bind,"src=/a,""x""",dst=/b', { kind: "bind", source: '/a,"x"', destination: "/b" }],
  ["type=bind,src=/a=b,dst=/b", { kind: "bind", source: "/a=b", destination: "/b" }],
  ["type=bind,src=/a,dst=/b,ro", { kind: "bind", source: "/a", destination: "/b", readOnly: true }],
  [
    "type=bind,src=/a,dst=/b,readonly=TRUE",
    { kind: "bind", source: "/a", destination: "/b", readOnly: true },
  ],
  ["type=bind,src=/a,dst=/b,ro=false", { kind: "bind", source: "/a", destination: "/b" }],
  // Podman takes only the words true and false, and silently mounts for writing otherwise.
  ["type=bind,src=/a,dst=/b,ro=1", { kind: "bind", source: "/a", destination: "/b" }],
  [
    "type=bind,src=/a,dst=/b,rw=false",
    { kind: "bind", source: "/a", destination: "/b", readOnly: true },
  ],
  [
    "type=bind,src=/a,dst=/b,relabel=shared",
    { kind: "bind", source: "/a", destination: "/b", relabel: "shared" },
  ],
  [
    "type=bind,src=/a,dst=/b,Z",
    { kind: "bind", source: "/a", destination: "/b", relabel: "private" },
  ],
  [
    "type=bind,src=/a,dst=/b,U=true",
    { kind: "bind", source: "/a", destination: "/b", chown: true },
  ],
  ["type=bind,src=/a,dst=/b,chown=false", { kind: "bind", source: "/a", destination: "/b" }],
  [
    "type=bind,src=/a,dst=/b,bind-propagation=rshared,noexec",
    { kind: "bind", source: "/a", destination: "/b", propagation: "rshared", options: ["noexec"] },
  ],
  [
    "type=volume,src=v,dst=/b,volume-opt=o=bind",
    { kind: "volume", source: "v", destination: "/b", options: ["volume-opt=o=bind"] },
  ],
  ["src=v,dst=/b", { kind: "volume", source: "v", destination: "/b" }],
  [
    "type=tmpfs,dst=/b,tmpfs-size=1m",
    { kind: "tmpfs", destination: "/b", options: ["tmpfs-size=1m"] },
  ],
  ["type=ramfs,dst=/b", { kind: "ramfs", destination: "/b" }],
  ["type=devpts,dst=/b", { kind: "devpts", destination: "/b" }],
  ["type=glob,src=/a/*", { kind: "glob", source: "/a/*" }],
  ["type=image,src=i,dst=/b", { kind: "image", source: "i", destination: "/b", readOnly: true }],
  ["type=image,src=i,dst=/b,rw=true", { kind: "image", source: "i", destination: "/b" }],
  ["type=artifact,src=i,dst=/b", { kind: "artifact", source: "i", destination: "/b" }],
];
for (const [text, expected] of MOUNTS) {
  t.test(`--mount ${text}`, async (test) => {
    test.same(readMount(text), { ...plain, ...expected, flag: "mount", text });
  });
}

t.test("--tmpfs", async (test) => {
  const text = "/tmp:rw,noexec,size=2048m";
  const options = ["noexec", "size=2048m"];
  test.same(readTmpfs(text), {
    ...plain,
    kind: "tmpfs",
    destination: "/tmp",
    options,
    flag: "tmpfs",
    text,
  });
  test.same(readTmpfs("/tmp:ro").readOnly, true);
});

const REFUSED: readonly (readonly [string, (text: string) => Mount, string])[] = [
  ["F05 an empty source", readVolume, ":/agent"],
  ["four parts", readVolume, "/a:/b:ro:z"],
  ["a relative destination", readVolume, "/a:b"],
  ["a relative destination of a tmpfs", readTmpfs, "tmp"],
  ["a relative destination of a mount", readMount, "type=bind,src=/a,dst=b"],
  ["no destination", readMount, "type=bind,src=/a"],
  ["an empty source of a mount", readMount, "type=bind,src=,dst=/b"],
  ["two sources", readMount, "type=bind,src=/a,source=/c,dst=/b"],
  ["two destinations", readMount, "type=bind,src=/a,dst=/b,target=/c"],
  ["two types", readMount, "type=bind,type=tmpfs,dst=/b"],
  ["an unknown option", readVolume, "/a:/b:tmpcopyup"],
  ["an empty option", readVolume, "/a:/b:"],
  ["an unknown option of a mount", readMount, "type=bind,src=/a,b,dst=/c"],
  ["a relabel that is neither", readMount, "type=bind,src=/a,dst=/c,relabel=all"],
  ["an unknown type", readMount, "type=cgroup,dst=/b"],
  ["a quote in the middle", readMount, 'type=bind,src=/a"b,dst=/b'],
];
for (const [name, read, text] of REFUSED) {
  t.test(`refuses ${name}`, async (test) => {
    test.throws(() => read(text), { code: "argv-invalid" });
  });
}
