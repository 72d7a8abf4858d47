import { symlinkSync } from "node:fs";
import tap from "tap";
import { lookUpProfile, profileNames, requireProfile } from "../../lib/profile/lookup.ts";
import { testWorld } from "../host-for-tests.ts";

const own = "home/.config/paddock/profiles";

const rows: readonly [
  name: string,
  files: readonly string[],
  wanted: string,
  found:
    | { readonly path: string; readonly tag: string; readonly origin: "user" | "shipped" }
    | undefined,
][] = [
  [
    "a shipped profile",
    ["shipped/default"],
    "default",
    { path: "shipped/default", tag: "localhost/paddock:latest", origin: "shipped" },
  ],
  [
    "the person's own wins over the shipped one",
    ["shipped/default", `${own}/default`],
    "default",
    { path: `${own}/default`, tag: "localhost/paddock:latest", origin: "user" },
  ],
  [
    "latest backs default",
    ["shipped/default", `${own}/latest`],
    "default",
    { path: `${own}/latest`, tag: "localhost/paddock:latest", origin: "user" },
  ],
  [
    "latest backs default even where the person has a default too",
    [`${own}/default`, `${own}/latest`],
    "default",
    { path: `${own}/latest`, tag: "localhost/paddock:latest", origin: "user" },
  ],
  [
    "latest by its own name",
    ["shipped/default", `${own}/latest`],
    "latest",
    { path: `${own}/latest`, tag: "localhost/paddock:latest", origin: "user" },
  ],
  ["without it latest is unknown", ["shipped/default"], "latest", undefined],
  [
    "latest leaves other names alone",
    ["shipped/rust", `${own}/latest`],
    "rust",
    { path: "shipped/rust", tag: "localhost/paddock:rust", origin: "shipped" },
  ],
  [
    "latest leaves the base alone",
    ["shipped/base", `${own}/latest`],
    "base",
    { path: "shipped/base", tag: "localhost/paddock-base:latest", origin: "shipped" },
  ],
  ["a name that latest does not stand in for", [`${own}/latest`], "rust", undefined],
];
for (const [name, folders, wanted, found] of rows) {
  tap.test(name, (t) => {
    const files = Object.fromEntries(
      folders.map((folder) => [`${folder}/Containerfile`, `FROM ${folder}`]),
    );
    const { host, root } = testWorld(t, { files });
    const lookup = lookUpProfile(host, wanted);
    if (found === undefined) {
      t.equal(lookup.kind, "missing");
    } else {
      t.same(lookup, {
        kind: "found",
        profile: {
          name: wanted,
          tag: found.tag,
          directory: `${root}/${found.path}`,
          containerfile: `${root}/${found.path}/Containerfile`,
          text: `FROM ${found.path}`,
          origin: found.origin,
        },
      });
    }
    t.end();
  });
}

tap.test("an unknown profile: every path searched, every profile there is", (t) => {
  const { host, root } = testWorld(t, {
    files: {
      "shipped/base/Containerfile": "",
      "a/zed/Containerfile": "",
      "a/default/Containerfile": "",
    },
    environment: {},
  });
  const settings = { ...host.settings, profilesVariable: `${root}/a:${root}/b` };
  t.throws(() => requireProfile({ ...host, settings }, "nope"), {
    code: "profile-unknown",
    message: `There is no profile "nope"; searched: ${root}/a/nope/Containerfile, ${root}/b/nope/Containerfile, ${root}/shipped/nope/Containerfile`,
    fix: "Use one of: base, default, zed; or write that Containerfile.",
  });
  t.end();
});

for (const other of ["Dockerfile", "containerfile"]) {
  tap.test(`a profile's file is not called ${other}`, (t) => {
    const { host, root } = testWorld(t, { files: { [`${own}/mine/${other}`]: "FROM x" } });
    t.throws(() => requireProfile(host, "mine"), {
      code: "profile-unknown",
      fix: `Rename ${root}/${own}/mine/${other} to Containerfile.`,
    });
    t.end();
  });
}

tap.test("a Containerfile that cannot be read is not one that is missing", (t) => {
  const { host, root } = testWorld(t, {
    files: { [`${own}/default/Containerfile/`]: "", "shipped/default/Containerfile": "FROM x" },
  });
  const lookup = lookUpProfile(host, "default");
  t.match(lookup, { kind: "unreadable", path: `${root}/${own}/default/Containerfile` });
  t.throws(() => requireProfile(host, "default"), { code: "failed" });
  t.end();
});

tap.test("links that lead to each other stop one profile, not all", (t) => {
  const { host, root } = testWorld(t, {
    files: { [`${own}/loop/`]: "", "shipped/default/Containerfile": "FROM x" },
  });
  symlinkSync("Containerfile", `${root}/${own}/loop/Containerfile`);
  t.same(profileNames(host), ["default", "loop"]);
  t.throws(() => requireProfile(host, "loop"), { code: "failed" });
  t.equal(requireProfile(host, "default").name, "default");
  t.end();
});

tap.test("a name that is a path is refused before any file is touched", (t) => {
  const { host } = testWorld(t);
  t.throws(() => lookUpProfile(host, "../x"), { code: "usage" });
  t.end();
});

tap.test("a profile in the workspace is never found", (t) => {
  const { host } = testWorld(t, {
    files: { "home/project/profiles/evil/Containerfile": "FROM x" },
  });
  t.equal(lookUpProfile(host, "evil").kind, "missing");
  t.same(profileNames(host), []);
  t.end();
});
