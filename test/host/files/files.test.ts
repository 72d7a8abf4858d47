import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import t from "tap";
import { systemFiles as files } from "../../../lib/host/files/files.ts";

const root = t.testdir({
  "a.txt": "text",
  folder: { b: "", a: "" },
  link: t.fixture("symlink", "a.txt"),
  dangling: t.fixture("symlink", "gone"),
  circle: t.fixture("symlink", "circle"),
});

for (const path of [`${root}/gone`, `${root}/a.txt/below`]) {
  t.equal(files.readText(path), undefined);
  t.equal(files.readBytes(path), undefined);
  t.equal(files.facts(path), undefined);
  t.equal(files.linkFacts(path), undefined);
  t.equal(files.linkTarget(path), undefined);
  t.equal(files.list(path), undefined);
  t.equal(files.realPath(path), undefined);
  t.equal(files.may(path, "read"), false);
}
t.throws(() => files.readText(`${root}/folder`), { code: "EISDIR" }, "any other failure is thrown");
t.throws(() => files.linkTarget(`${root}/a.txt`), { code: "EINVAL" });

t.equal(files.readText(`${root}/a.txt`), "text");
t.same(files.list(`${root}/folder`), ["a", "b"]);
t.equal(files.facts(`${root}/link`)?.kind, "file");
t.equal(files.facts(`${root}/folder`)?.kind, "directory");
t.equal(files.facts("/dev/null")?.kind, "other");
t.equal(files.linkFacts(`${root}/link`)?.kind, "link");
t.equal(files.facts(`${root}/dangling`), undefined);
t.equal(files.linkTarget(`${root}/dangling`), "gone");
t.equal(files.realPath(`${root}/circle`), undefined);
t.equal(files.realPath(`${root}/circle/below`), undefined);
t.throws(() => files.readText(`${root}/circle`), { code: "ELOOP" }, "no absent file, for its text");
chmodSync(`${root}/a.txt`, 0o640);
t.match(files.facts(`${root}/a.txt`), { mode: 0o640, size: 4, uid: process.getuid?.() ?? -1 });

const before = files.facts(`${root}/a.txt`)?.version;
t.equal(files.facts(`${root}/a.txt`)?.version, before);
writeFileSync(`${root}/a.txt`, "TEXT");
t.not(files.facts(`${root}/a.txt`)?.version, before, "of the same size, and still another version");

files.makePrivateDirectory(`${root}/x/y`);
t.equal(statSync(`${root}/x`).mode & 0o777, 0o700);
t.equal(statSync(`${root}/x/y`).mode & 0o777, 0o700);
mkdirSync(`${root}/open`, { mode: 0o755 });
files.makePrivateDirectory(`${root}/open`);
t.equal(statSync(`${root}/open`).mode & 0o777, 0o755, "an existing one stays as it is");

files.writeWhole(`${root}/x/new`, "one");
files.writeWhole(`${root}/x/new`, "two");
t.equal(readFileSync(`${root}/x/new`, "utf8"), "two");
t.equal(statSync(`${root}/x/new`).mode & 0o777, 0o600);
mkdirSync(`${root}/x/folder/full`, { recursive: true });
t.throws(() => files.writeWhole(`${root}/x/folder`, "text"), "a folder cannot be replaced");
t.same(readdirSync(`${root}/x`).toSorted(), ["folder", "new", "y"], "nothing is left beside it");
t.throws(() => files.writeWhole(`${root}/gone/x`, "text"), { code: "ENOENT" });

symlinkSync(`${root}/x`, `${root}/to-x`);
files.remove(`${root}/to-x`);
t.equal(files.linkFacts(`${root}/to-x`), undefined);
t.equal(files.facts(`${root}/x`)?.kind, "directory", "the link alone was removed");
files.remove(`${root}/gone`);
files.link("a.txt", `${root}/again`);
t.equal(files.readText(`${root}/again`), "TEXT");

t.test("a pipe is refused, for it would wait for its writer", { timeout: 10_000 }, (t) => {
  const path = `${t.testdir()}/pipe`;
  execFileSync("mkfifo", [path]);
  t.throws(() => files.readText(path), { message: "It is a pipe, not a file." });
  t.throws(() => files.readBytes(path), { message: "It is a pipe, not a file." });
  t.end();
});
