import t from "tap";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";
import { partFinder } from "../../lib/containerfile/part-finder.ts";

/** Each character of the first label's value as the file has it, with its line and column. */
function places(text: string): string[] {
  const containerfile = parseContainerfile(text);
  const part = partFinder(containerfile);
  const value = containerfile.labels[0]?.value;
  if (value === undefined) return [];
  return Array.from(value.text, (character, index) => {
    const { start, startOffset, endOffset } = part(value, index, index + 1);
    const written = text.slice(startOffset, endOffset);
    return `${character}${written === character ? "" : `!${written}`}@${String(start.line)}:${String(start.column)}`;
  });
}

t.test("a value over continuations, comments and empty lines", async (test) => {
  const text = 'FROM a\n  LABEL run="a\\  \n\n# no\n b\\\nc" x=1\n';
  test.strictSame(places(text), ['"@2:13', "a@2:14", " @5:1", "b@5:2", "c@6:1", '"@6:2']);
});

t.test("A23 CR LF, A24 a byte order mark and another continuation character", async (test) => {
  const text = "\uFEFF# escape=`\r\nFROM a\r\nLABEL r=x`\r\ny\r\n";
  test.strictSame(places(text), ["x@3:9", "y@4:1"]);
});

t.test("the second of two labels of one instruction", async (test) => {
  const text = "FROM a\nLABEL one=11 two=22\n";
  const containerfile = parseContainerfile(text);
  const part = partFinder(containerfile);
  const two = containerfile.labels[1];
  test.match(two && part(two.value, 1, 2), { start: { line: 2, column: 19 }, endOffset: 26 });
  test.match(two && part(two.key, 0, 3), two?.key.range);
});

t.test("a flag whose quotes are gone is found as a whole", async (test) => {
  const containerfile = parseContainerfile('FROM a\nCOPY --from="b" c d\nFROM scratch AS b\n');
  const [instruction] = containerfile.stages[0].instructions;
  const flag = instruction?.flags[0];
  test.equal(flag?.text, "--from=b");
  test.match(flag && partFinder(containerfile)(flag, 0, 1), flag?.range);
});
