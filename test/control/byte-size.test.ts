import t from "tap";
import { byteSize, sizeInWords } from "../../lib/control/byte-size.ts";

const SIZES: ReadonlyArray<readonly [string, number, string]> = [
  ["0", 0, "0 bytes"],
  ["1000", 1000, "1000 bytes"],
  ["512b", 512, "512 bytes"],
  ["1k", 1024, "1 KiB"],
  ["2048M", 2 ** 31, "2 GiB"],
  ["1.5g", 1.5 * 2 ** 30, "1.5 GiB"],
  ["3MiB", 3 * 2 ** 20, "3 MiB"],
  ["3mb", 3 * 2 ** 20, "3 MiB"],
  ["50%", Number.NaN, "an unreadable size"],
  ["", Number.NaN, "an unreadable size"],
  ["-1", Number.NaN, "an unreadable size"],
  ["1x", Number.NaN, "an unreadable size"],
];

for (const [text, bytes, words] of SIZES) {
  t.test(`a size: ${JSON.stringify(text)}`, async (test) => {
    test.ok(Object.is(byteSize(text), bytes));
    test.equal(sizeInWords(byteSize(text)), words);
  });
}
