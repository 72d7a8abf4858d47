import t from "tap";
import { quietFile, rows } from "../../subject-for-tests.ts";

const WORDS: readonly (readonly [words: string, found: readonly string[]])[] = [
  [`-v "'$PWD:/w:ro'"`, []],
  [`-v "'$PWD:/w'"`, [`note workspace-files -v \\"'\\$PWD:/w`]],
  [`-v "'$PWD/sub:/w'"`, [`note workspace-files -v \\"'\\$PWD/sub:/w`]],
  ["-v ./sub:/w:ro", ["warning relative-mount -v ./sub:/w:ro"]],
  ["-v sub:/w", ["warning named-volume -v sub:/w"]],
  ["-v ~/sub:/w", ["error tilde -v ~/sub:/w"]],
  [`-v "'$HOME/mine:/home/ai'"`, [`note shared-home -v \\"'\\$HOME/mine:/home/ai`]],
  ["-v /srv/x:/root", ["note shared-home -v /srv/x:/root"]],
  ["-v /srv/x:/home/ai/x", []],
  ["-v /srv/x:/x", []],
];
for (const [words, found] of WORDS) {
  t.test(words, async (test) => {
    test.strictSame(
      rows(quietFile(words)).map((row) => row.slice(row.indexOf(" ") + 1)),
      found,
    );
  });
}

t.test("the home that the image names", async (test) => {
  const text = quietFile("-v /srv/x:/agent").replace("ENTRYPOINT", "ENV HOME=/agent\nENTRYPOINT");
  test.match(rows(text), [/^4:\d+ note shared-home -v \/srv\/x:\/agent$/]);
});
