import { execFileSync } from "node:child_process";
import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
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

tap.test("a pipe is not read, which would wait for its writer", { timeout: 10_000 }, (t) => {
  const { host, root } = testWorld(t, { files: { "p/Containerfile": "FROM x" } });
  execFileSync("mkfifo", [`${root}/p/pipe`]);
  t.same(
    contextFiles(host.files, `${root}/p`).map(({ path, content }) => [path, content]),
    [["pipe", ""]],
  );
  t.end();
});

tap.test("a name that is not UTF-8 is refused, for it cannot be looked at", (t) => {
  const { host, root } = testWorld(t, { files: { "p/Containerfile": "FROM x" } });
  writeFileSync(Buffer.concat([Buffer.from(`${root}/p/a`), Buffer.from([0xff])]), "");
  t.throws(() => contextFiles(host.files, `${root}/p`), {
    code: "failed",
    message: `${root}/p/a\uFFFD has a name that is not UTF-8 text.`,
  });
  t.end();
});

const unreadable: readonly [
  name: string,
  files: Record<string, string>,
  denied: string,
  message: string | undefined,
][] = [
  ["a file", { "p/f": "" }, "f", "f is part of a build and cannot be read."],
  ["a folder", { "p/d/f": "" }, "d", "d is part of a build and cannot be read."],
  ["an ignored folder", { "p/d/f": "", "p/.containerignore": "d\n" }, "d", undefined],
  ["an ignored file", { "p/f": "", "p/.containerignore": "f\n" }, "f", undefined],
  [
    "the list of ignored files",
    { "p/.containerignore": "f\n" },
    ".containerignore",
    ".containerignore is part of a build and cannot be read.",
  ],
  [
    "a pattern",
    { "p/f": "", "p/.containerignore": "[\n" },
    "nothing",
    ".containerignore has a pattern that cannot be read.",
  ],
];
for (const [name, files, denied, message] of unreadable) {
  tap.test(`what cannot be read is named: ${name}`, (t) => {
    const { host, root } = testWorld(t, { files: { "p/Containerfile": "FROM x", ...files } });
    const refusing =
      <T>(read: (path: string) => T) =>
      (path: string): T => {
        if (path === `${root}/p/${denied}`) throw new Error("EACCES");
        return read(path);
      };
    const { readText, readBytes, list } = host.files;
    const closed = {
      ...host.files,
      readText: refusing(readText),
      readBytes: refusing(readBytes),
      list: refusing(list),
      may: (path: string) => path !== `${root}/p/${denied}`,
    };
    const readAll = (): unknown => contextFiles(closed, `${root}/p`).map(({ content }) => content);
    if (message === undefined) t.doesNotThrow(readAll);
    else t.throws(readAll, { code: "failed", message: `${root}/p/${message}` });
    t.end();
  });
}
