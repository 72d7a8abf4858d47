import t from "tap";
import { fingerprint, stampOf } from "../../../lib/image/freshness/fingerprint.ts";
import { sha256 } from "../../../lib/sha256.ts";
import type { BuildInputs } from "../../../lib/image/freshness/fingerprint.ts";

const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const file = { path: "a", mode: 0o644, content: "text", modifiedAt: new Date(0), version: "1" };
const inputs: BuildInputs = {
  containerfile: "FROM x",
  files: [file],
  buildArguments: { A: "1" },
  bases: { x: "f".repeat(64) },
  authorities: "0".repeat(64),
};

t.equal(sha256(), EMPTY);
t.equal(sha256("ab"), sha256("a", new Uint8Array([98])), "parts are joined");
t.same(Object.keys(fingerprint(inputs)), [
  "Containerfile",
  "file a",
  "argument A",
  "base x",
  "authorities",
]);
t.equal(fingerprint({ ...inputs, containerfile: "" })["Containerfile"], EMPTY);

const stamp = stampOf(fingerprint(inputs));
t.match(stamp, /^[0-9a-f]{64}$/);
const different: readonly [name: string, change: Partial<BuildInputs>][] = [
  ["the Containerfile", { containerfile: "FROM x\n" }],
  ["the bytes of a file", { files: [{ ...file, content: "Text" }] }],
  ["the mode of a file", { files: [{ ...file, mode: 0o755 }] }],
  ["the name of a file", { files: [{ ...file, path: "b" }] }],
  ["one more file", { files: [file, { ...file, path: "b" }] }],
  ["no file", { files: [] }],
  ["the value of an argument", { buildArguments: { A: "2" } }],
  ["one more argument", { buildArguments: { A: "1", B: "" } }],
  ["the base's id", { bases: { x: "e".repeat(64) } }],
  ["the authorities", { authorities: "1".repeat(64) }],
  ["no authorities", { authorities: undefined }],
];
for (const [name, change] of different) {
  t.not(stampOf(fingerprint({ ...inputs, ...change })), stamp, `another stamp by ${name}`);
}
t.equal(
  stampOf(fingerprint({ ...inputs, files: [{ ...file, modifiedAt: new Date() }] })),
  stamp,
  "C15 a time is no input",
);
const two = [file, { ...file, path: "b" }];
t.equal(
  stampOf(fingerprint({ ...inputs, files: two })),
  stampOf(fingerprint({ ...inputs, files: two.toReversed() })),
  "nor is the order",
);
