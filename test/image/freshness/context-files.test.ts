import { chmodSync, symlinkSync } from "node:fs";
import tap from "tap";
import { contextFiles } from "../../../lib/image/freshness/context-files.ts";
import { testWorld } from "../../host-for-tests.ts";

const FILES = {
  "p/Containerfile": "FROM x",
  "p/a.txt": "a",
  "p/sub/Containerfile": "another's",
  "p/sub/b.txt": "b",
  "p/sub/deep/c.log": "c",
};

const rows: readonly [name: string, files: Record<string, string>, paths: readonly string[]][] = [
  ["all but the Containerfile", {}, ["a.txt", "sub/Containerfile", "sub/b.txt", "sub/deep/c.log"]],
  [".containerignore", { "p/.containerignore": "sub\n" }, ["a.txt"]],
  [
    ".dockerignore where there is no other",
    { "p/.dockerignore": "**/*.txt\n" },
    ["sub/Containerfile", "sub/deep/c.log"],
  ],
  [
    "the first of both alone",
    { "p/.containerignore": "a.txt\n", "p/.dockerignore": "sub\n" },
    ["sub/Containerfile", "sub/b.txt", "sub/deep/c.log"],
  ],
  [
    "a ! rule brings back what lies in an ignored folder",
    { "p/.containerignore": "sub\n!sub/deep/c.log\n" },
    ["a.txt", "sub/deep/c.log"],
  ],
  [
    "case counts",
    { "p/.containerignore": "A.TXT\n" },
    ["a.txt", "sub/Containerfile", "sub/b.txt", "sub/deep/c.log"],
  ],
];
for (const [name, files, paths] of rows) {
  tap.test(`C19 ${name}`, (t) => {
    const { host, root } = testWorld(t, { files: { ...FILES, ...files } });
    t.same(
      contextFiles(host.files, `${root}/p`).map(({ path }) => path),
      paths,
    );
    t.end();
  });
}

tap.test("a link is its target's name, wherever that leads; a mode is a file's own", (t) => {
  const { host, root } = testWorld(t, { files: { "p/a": "text", "secret/x": "" } });
  chmodSync(`${root}/p/a`, 0o750);
  symlinkSync("../secret", `${root}/p/folder`);
  symlinkSync("gone", `${root}/p/dangling`);
  t.same(
    contextFiles(host.files, `${root}/p`).map(({ path, mode, content }) => [
      path,
      mode,
      content.toString(),
    ]),
    [
      ["a", 0o750, "text"],
      ["dangling", 0, "gone"],
      ["folder", 0, "../secret"],
    ],
  );
  t.end();
});
