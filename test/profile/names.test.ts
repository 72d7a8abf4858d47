import t from "tap";
import {
  imageTag,
  isProfileName,
  profileOfImage,
  requireProfileName,
} from "../../lib/profile/names.ts";

const names: readonly [name: string, ok: boolean][] = [
  ["default", true],
  ["a", true],
  ["0-a.b_c", true],
  ["a".repeat(63), true],
  ["a".repeat(64), false],
  ["", false],
  ["-a", false],
  [".a", false],
  ["A", false],
  ["a/b", false],
  ["../a", false],
  ["a..b", false],
  ["a b", false],
  ["a:b", false],
  ["a\n", false],
  ["ä", false],
];
for (const [name, ok] of names) {
  t.equal(isProfileName(name), ok, JSON.stringify(name));
  if (ok) t.doesNotThrow(() => requireProfileName(name));
  else t.throws(() => requireProfileName(name), { code: "usage" });
}

const tags: readonly [name: string, tag: string][] = [
  ["base", "localhost/paddock-base:latest"],
  ["default", "localhost/paddock:latest"],
  ["latest", "localhost/paddock:latest"],
  ["rust", "localhost/paddock:rust"],
];
for (const [name, tag] of tags) t.equal(imageTag(name), tag, name);

const references: readonly [reference: string, profile: string | undefined][] = [
  ["localhost/paddock-base:latest", "base"],
  ["localhost/paddock-base", "base"],
  ["paddock-base", "base"],
  ["localhost/paddock-base:other", undefined],
  ["localhost/paddock:latest", "default"],
  ["paddock", "default"],
  ["localhost/paddock:rust", "rust"],
  ["docker.io/library/paddock:latest", undefined],
  ["localhost/paddock@sha256:abc", undefined],
  ["localhost/paddock2", undefined],
  ["localhost/other/paddock", undefined],
  ["node:24", undefined],
];
for (const [reference, profile] of references)
  t.equal(profileOfImage(reference), profile, reference);
