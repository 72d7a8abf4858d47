import t from "tap";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";
import { readInstruction } from "../../../lib/containerfile/grammar/instruction.ts";
import { logicalLines } from "../../../lib/containerfile/grammar/logical-lines.ts";
import { rangeFinder } from "../../../lib/containerfile/text-range.ts";

function read(text: string): ReturnType<typeof readInstruction> {
  const [line] = logicalLines(text, "\\", rangeFinder(text));
  if (line === undefined) throw new Error("no line");
  return readInstruction(line, "\\", 0);
}

const REFUSED: readonly (readonly [string, string, string])[] = [
  [
    "a flag of LABEL",
    "LABEL --x a=b",
    "LABEL with a flag, which the builder drops at line 1, column 7",
  ],
  ["FROM without an image", "FROM", "a FROM that names no single image at line 1, column 1"],
  ["FROM with two words", "FROM a b", "a FROM that names no single image at line 1, column 1"],
  [
    "FROM with another word than AS",
    "FROM a is b",
    "a FROM that names no single image at line 1, column 1",
  ],
  [
    "FROM with five words",
    "FROM a AS b c",
    "a FROM that names no single image at line 1, column 1",
  ],
  ["FROM with another flag", "FROM --x=1 a", "a flag that FROM does not have at line 1, column 6"],
  ["ONBUILD alone", "ONBUILD", "ONBUILD without an instruction at line 1, column 1"],
  [
    "ONBUILD in ONBUILD",
    "ONBUILD ONBUILD RUN a",
    "ONBUILD as a trigger of ONBUILD at line 1, column 9",
  ],
  [
    "ONBUILD of an unknown instruction",
    "ONBUILD FOO a",
    "unknown instruction FOO at line 1, column 9",
  ],
];
for (const [name, text, message] of REFUSED) {
  t.test(`refused: ${name}`, (test) => {
    test.throws(() => read(text), { message });
    test.end();
  });
}

t.test("a trigger has its own place", (test) => {
  const instruction = read("ONBUILD \\\n LABEL a=b");
  const trigger = instruction.kind === "onbuild" ? instruction.trigger : undefined;
  test.match(trigger, {
    kind: "label",
    keyword: "LABEL",
    range: { start: { line: 2, column: 2 }, end: { line: 2, column: 11 } },
  });
  test.end();
});

t.test("flags and words of another instruction", (test) => {
  const instruction = read("COPY --from=a x\ty");
  test.match(instruction, {
    kind: "other",
    flags: [{ text: "--from=a" }],
    words: [{ text: "x" }, { text: "y" }],
    json: undefined,
  });
  test.match(parseContainerfile("FROM --platform=a b aS c").stages[0].from, {
    image: { text: "b" },
    name: { text: "c" },
  });
  test.end();
});
