import { createHash } from "node:crypto";
import t from "tap";
import { sha512Hex } from "../../../lib/upgrade/lock/integrity.ts";

const sum = (algorithm: string, text: string): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest("base64")}`;
const hex = createHash("sha512").update("a").digest("hex");
const good = sum("sha512", "a");

const cases: Record<string, [integrity: unknown, hash: string | undefined]> = {
  "D07 alone": [good, hex],
  "D07 behind sha1 and extra blanks, with an option": [` ${sum("sha1", "a")}   ${good}?x `, hex],
  "D07 twice the same": [`${good} ${good}`, hex],
  "D07 two different ones": [`${good} ${sum("sha512", "b")}`, undefined],
  "D06 sha1 only": [sum("sha1", "a"), undefined],
  "D06 sha256 only": [sum("sha256", "a"), undefined],
  "D06 nothing": ["", undefined],
  "D06 no text": [undefined, undefined],
  "a sha512 of 63 bytes": [`sha512-${Buffer.alloc(63).toString("base64")}`, undefined],
  "a sha512 of 65 bytes": [`sha512-${Buffer.alloc(65).toString("base64")}`, undefined],
  "a sha512 with a letter that is no base64": [good.replace(/.==$/, "!=="), undefined],
  "a whole one beside a cut one": [`${good} ${good.slice(0, 40)}`, undefined],
};
for (const [name, [integrity, hash]] of Object.entries(cases))
  t.equal(sha512Hex(integrity), hash, name);
