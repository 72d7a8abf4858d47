import { existsSync } from "node:fs";
import t from "tap";
import {
  forgetOrigin,
  originText,
  readOrigin,
  recordOrigin,
} from "../../../lib/profile/origin/origin-record.ts";
import { sha256 } from "../../../lib/sha256.ts";
import { testWorld } from "../../host-for-tests.ts";

const RECORD = "home/.local/state/paddock/origins.json";
const files = { "shipped/rust/Containerfile": "FROM x\n", "shipped/rust/below/file": "text" };

t.test("what is written down is read again, with the texts of then", async (t) => {
  const { host, write } = testWorld(t, { files });
  t.equal(readOrigin(host, "mine"), undefined);
  recordOrigin(host, "mine", "rust");
  recordOrigin(host, "other", "rust");
  write("shipped/rust/Containerfile", "FROM y\n");
  const sum = sha256("FROM x\n");
  const origin = {
    profile: "rust",
    version: "1.2.3",
    files: { Containerfile: sum, "below/file": sha256("text") },
  };
  t.same(readOrigin(host, "mine"), origin);
  t.equal(originText(host, sum), "FROM x\n");
  t.equal(originText(host, sha256("FROM y\n")), undefined);
  forgetOrigin(host, "mine");
  t.equal(readOrigin(host, "mine"), undefined);
  t.same(readOrigin(host, "other"), origin, "the others stay");
});

t.test("forgetting what was never known writes nothing", async (t) => {
  const { host, root } = testWorld(t, { files });
  forgetOrigin(host, "mine");
  t.notOk(existsSync(`${root}/${RECORD}`));
});

for (const [name, text] of [
  ["no JSON", "{"],
  ["a list", "[]"],
  ["an entry that is no object", '{"mine": 1}'],
  ["no version", '{"mine": {"profile": "rust", "files": {}}}'],
  ["files that are no texts", '{"mine": {"profile": "rust", "version": "1", "files": {"a": 1}}}'],
] as const) {
  t.test(`a broken record counts as an absent one: ${name}`, async (t) => {
    const { host } = testWorld(t, { files: { ...files, [RECORD]: text } });
    t.equal(readOrigin(host, "mine"), undefined);
    t.equal(readOrigin(host, "constructor"), undefined);
  });
}
