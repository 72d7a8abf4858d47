import * as fc from "fast-check";
import t from "tap";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";
import { PaddockError } from "../../../lib/errors.ts";
import { findPins } from "../../../lib/upgrade/pins/find-pins.ts";
import type { Pin } from "../../../lib/upgrade/pins/pin.ts";
import { rewritePins } from "../../../lib/upgrade/pins/rewrite-pins.ts";
import { sample } from "../../podman/random-containerfile.ts";

const A = "a".repeat(128);
const B = "b".repeat(128);
const COMMENT = "# renovate: datasource=npm depName=tool";

const pinsOf = (text: string): readonly Pin[] => findPins(parseContainerfile(text));

/** The text with its only pin at 2.0.0 and the hash of all b. */
function raised(text: string): string {
  return rewritePins(
    text,
    pinsOf(text).map((pin) => ({ pin, version: "2.0.0", hash: B })),
  );
}

const cases: Record<string, [before: string, after: string]> = {
  "B07 quotes stay": [
    `FROM x\n${COMMENT}\nARG C_VER="1.0.0"\nARG C_HASH='${A}'\n`,
    `FROM x\n${COMMENT}\nARG C_VER="2.0.0"\nARG C_HASH='${B}'\n`,
  ],
  "B09 a version over two lines becomes one line, without a backslash": [
    `FROM x\n${COMMENT}\nARG C_VER=1.0\\\n.5\nARG C_HASH=${A}\n`,
    `FROM x\n${COMMENT}\nARG C_VER=2.0.0\nARG C_HASH=${B}\n`,
  ],
  "B09 with a comment between the lines of a quoted hash": [
    `FROM x\n${COMMENT}\nARG C_VER="1.0.0"\nARG C_HASH="${A.slice(64)}\\\n# c\n${A.slice(64)}"\n`,
    `FROM x\n${COMMENT}\nARG C_VER="2.0.0"\nARG C_HASH="${B}"\n`,
  ],
  "B09 a continuation before the value stays": [
    `FROM x\n${COMMENT}\nARG \\\n C_VER=\\\n1.0.0\nARG C_HASH=${A}\n`,
    `FROM x\n${COMMENT}\nARG \\\n C_VER=\\\n2.0.0\nARG C_HASH=${B}\n`,
  ],
  "B13 look-alikes and blanks stay": [
    `FROM x\nONBUILD ARG C_VER=1.0.0\n# ARG C_VER=1.0.0\nRUN echo "C_VER=1.0.0 ${A}"\n${COMMENT}\n  ARG  C_VER=1.0.0   \n\tARG C_HASH=${A}\t`,
    `FROM x\nONBUILD ARG C_VER=1.0.0\n# ARG C_VER=1.0.0\nRUN echo "C_VER=1.0.0 ${A}"\n${COMMENT}\n  ARG  C_VER=2.0.0   \n\tARG C_HASH=${B}\t`,
  ],
  "D25 CRLF, a byte order mark and no last line end stay": [
    `\uFEFF${COMMENT}\r\nARG C_VER=1.0.0\r\nARG C_HASH=${A}\r\nFROM x`,
    `\uFEFF${COMMENT}\r\nARG C_VER=2.0.0\r\nARG C_HASH=${B}\r\nFROM x`,
  ],
  "D25 the hash before the version": [
    `FROM x\n${COMMENT}\nARG C_HASH=${A} C_VER=1.0.0\n`,
    `FROM x\n${COMMENT}\nARG C_HASH=${B} C_VER=2.0.0\n`,
  ],
};
for (const [name, [before, after]] of Object.entries(cases)) {
  t.test(name, (test) => {
    test.equal(raised(before), after);
    test.end();
  });
}

const two = `FROM x\n${COMMENT}\nARG C_VER=1.0.0\nARG C_HASH=${A}\n# renovate: datasource=npm depName=b\nARG D_VER=1.0.0\nARG D_HASH=${A}\n`;

t.test("only the pin that is named changes", (test) => {
  const [, pin] = pinsOf(two);
  if (pin === undefined) throw new Error("no second pin");
  const expected = two.replace("D_VER=1.0.0", "D_VER=1.0.1-rc.1").replace(/a{128}\n$/, `${B}\n`);
  test.equal(rewritePins(two, [{ pin, version: "1.0.1-rc.1", hash: B }]), expected);
  test.end();
});

function failureOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof PaddockError && error.code === "failed" && error.fix !== "")
      return error.message;
    throw error;
  }
  return "accepted";
}

t.test("D25 what is not a whole, sure change is refused", (test) => {
  const [pin] = pinsOf(two);
  if (pin === undefined) throw new Error("no pin");
  const change = { pin, version: "2.0.0", hash: B };
  const bad: Record<string, [string, Parameters<typeof rewritePins>[1], string]> = {
    "a pin of another text": [
      `# c\n${two}`,
      [change],
      "The pin of c is not in the Containerfile as it was read.",
    ],
    "a pin that was changed since": [
      two.replace("C_VER=1.0.0", "C_VER=1.0.9"),
      [change],
      "The pin of c is not in the Containerfile as it was read.",
    ],
    "two changes of one pin": [two, [change, change], "The pin of c has two changes."],
    "D06 a hash that is too short": [
      two,
      [{ ...change, hash: "ab" }],
      "The new pin of c is not an exact version and a sha512.",
    ],
    "a version that would become another instruction": [
      two,
      [{ ...change, version: "1.0.0\nRUN x" }],
      "The new pin of c is not an exact version and a sha512.",
    ],
  };
  for (const [name, [text, changes, message]] of Object.entries(bad))
    test.equal(
      failureOf(() => rewritePins(text, changes)),
      message,
      name,
    );
  test.end();
});

/** A pin in one of the ways that people write it, and what may stand before and after. */
const written = fc
  .tuple(
    fc.constantFrom("1.0.0", '"1.0.0"', "'1.0.0'", "1.0\\\n.0", '"1.\\\n# c\n0.0"'),
    fc.constantFrom(A, `"${A}"`, `'${A}'`, `${A.slice(1)}\\\na`),
    fc.constantFrom("\nARG ", "\n\n# c\n  arg\t", " "),
    fc.constantFrom("", " ", "\t "),
  )
  .map(([ver, hash, joint, end]) => `${COMMENT}\nARG C_VER=${ver}${joint}C_HASH=${hash}${end}`);
const after = fc.array(
  fc.constantFrom(
    "# c",
    "",
    "RUN <<E\nARG C_VER=0.0.0\nE",
    "ENV A=1.0.0",
    "FROM y",
    "ARG C_VER",
    "CMD x",
  ),
  { maxLength: 4 },
);
const files = fc
  .tuple(sample, written, after, fc.boolean())
  .map(([{ text }, pin, rest, isEnded]) => {
    const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
    const escape = /^\uFEFF?#\s*escape\s*=\s*`/iu.test(text) ? "`" : "\\";
    const added = [pin.replaceAll("\\", escape), ...rest].join("\n") + (isEnded ? "\n" : "");
    return `${text}${text.endsWith("\n") ? "" : lineEnd}${added.replaceAll("\n", lineEnd)}`;
  });

function isReadable(text: string): boolean {
  try {
    parseContainerfile(text);
    return true;
  } catch (error) {
    if (error instanceof PaddockError) return false;
    throw error;
  }
}

t.test("D25 random files: no change gives the same bytes, a change only other ranges", (test) => {
  const checked = { all: 0, crlf: 0 };
  fc.assert(
    fc.property(files, (text) => {
      fc.pre(isReadable(text));
      const pins = pinsOf(text);
      fc.pre(pins.length === 1);
      checked.all += 1;
      if (text.includes("\r\n")) checked.crlf += 1;
      if (rewritePins(text, []) !== text) return false;
      const [pin] = pins;
      if (pin === undefined) return false;
      const ranges = [pin.versionRange, pin.hashRange];
      const [first, second] = ranges.sort((one, other) => one.startOffset - other.startOffset);
      const inserted = first === pin.versionRange ? ["2.0.0", B] : [B, "2.0.0"];
      const expected = [
        text.slice(0, first?.startOffset),
        inserted[0],
        text.slice(first?.endOffset, second?.startOffset),
        inserted[1],
        text.slice(second?.endOffset),
      ].join("");
      return raised(text) === expected;
    }),
    { numRuns: 150 },
  );
  test.ok(checked.all >= 150, `${String(checked.all)} files were rewritten`);
  test.ok(checked.crlf >= 20, `${String(checked.crlf)} of them with CRLF`);
  test.end();
});
