import { refusal } from "../refusal.ts";
import type { RangeFinder } from "../text-range.ts";

const ESCAPE = /^#[ \t]*escape[ \t]*=[ \t]*(?<character>.)/isu;
const OTHER = /^#[ \t]*[a-z][a-z0-9]*[ \t]*=/iu;

/** The continuation character of a file: `\`, or what `# escape=` in its very first line says. */
export function escapeCharacter(text: string, rangeOf: RangeFinder): "\\" | "`" {
  let escape: "\\" | "`" | undefined;
  let isDirective = true;
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  for (const line of text.slice(start).split("\n")) {
    const written = line.trimStart();
    const character = ESCAPE.exec(written)?.groups?.["character"];
    const at = rangeOf(start, start).start;
    if (character !== undefined) {
      if (!isDirective)
        throw refusal(
          "# escape= after another directive, where builders disagree about it",
          at,
          "Make it the first line.",
        );
      if (escape !== undefined) throw refusal("a second # escape=", at, "Keep one.");
      if (character !== "\\" && character !== "`")
        throw refusal("# escape= with neither \\ nor `", at, "Write one of them.");
      escape = character;
    } else if (OTHER.test(written)) isDirective = false;
    else break;
    start += line.length + 1;
  }
  return escape ?? "\\";
}
