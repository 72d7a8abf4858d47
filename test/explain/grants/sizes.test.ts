import tap from "tap";
import { readSize, sizeInWords } from "../../../lib/explain/grants/sizes.ts";

const CASES: readonly [text: string, bytes: number | undefined, words: string][] = [
  ["1024", 1024, "1024 bytes"],
  ["2048m", 2048 * 2 ** 20, "2048 MiB"],
  ["2gb", 2 * 2 ** 30, "2 GiB"],
  ["1.5GiB", 1.5 * 2 ** 30, "1.5 GiB"],
  ["50%", undefined, "50%"],
  ["", undefined, ""],
];
for (const [text, bytes, words] of CASES) {
  tap.test(JSON.stringify(text), (t) => {
    t.equal(readSize(text), bytes);
    t.equal(sizeInWords(text), words);
    t.end();
  });
}
