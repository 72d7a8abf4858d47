import { readFileSync } from "node:fs";
import t from "tap";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";
import { PaddockError } from "../../../lib/errors.ts";
import { findPins } from "../../../lib/upgrade/pins/find-pins.ts";

const A = "a".repeat(128);
const B = "b".repeat(128);
const COMMENT = "# renovate: datasource=npm depName=tool";

function fixture(id: string): string {
  return readFileSync(new URL(`../../fixtures/cases/${id}/Containerfile`, import.meta.url), "utf8");
}

/** Each pin as agent, package, version, hash, the text of its two ranges, line. */
function pinsOf(text: string): unknown[] {
  return findPins(parseContainerfile(text)).map((pin) => [
    pin.agent,
    pin.package,
    pin.version,
    pin.hash,
    text.slice(pin.versionRange.startOffset, pin.versionRange.endOffset),
    text.slice(pin.hashRange.startOffset, pin.hashRange.endOffset),
    pin.line,
  ]);
}

function refusalOf(text: string): string {
  try {
    findPins(parseContainerfile(text));
  } catch (error) {
    if (error instanceof PaddockError && error.code === "containerfile-invalid" && error.fix !== "")
      return error.message;
    throw error;
  }
  return "accepted";
}

t.test("the pins of the shipped base", (test) => {
  const text = readFileSync(
    new URL("../../../profiles/base/Containerfile", import.meta.url),
    "utf8",
  );
  const pins = findPins(parseContainerfile(text));
  test.strictSame(
    pins.map((pin) => [pin.agent, pin.package]),
    [
      ["opencode-ai", "opencode-ai"],
      ["gemini-cli", "@google/gemini-cli"],
    ],
  );
  for (const pin of pins) {
    test.equal(text.split("\n")[pin.line - 1]?.includes(`_VER=${pin.version}`), true);
    test.match(pin.hash, /^[\da-f]{128}$/);
  }
  test.end();
});

const found: Record<string, [text: string, pins: unknown[]]> = {
  "B07 quotes do not belong to the ranges": [
    `FROM x\n${COMMENT}\nARG A_B_VER="1.0.0"\nARG A_B_HASH='${A}'\n`,
    [["a-b", "tool", "1.0.0", A, "1.0.0", A, 3]],
  ],
  "B07 a quoted name": [
    `FROM x\n${COMMENT}\nARG "C_VER"="1.0.0"\nARG 'C_HASH'=${A}`,
    [["c", "tool", "1.0.0", A, "1.0.0", A, 3]],
  ],
  "B09 a version over two lines is one range": [
    `FROM x\n${COMMENT}\nARG C_VER=1.0\\\n.5\nARG C_HASH=${A}\n`,
    [["c", "tool", "1.0.5", A, "1.0\\\n.5", A, 3]],
  ],
  "B13 look-alikes are no pins, and blanks around a pin are none of it": [
    `FROM x\nONBUILD ARG C_VER=1.0.0\n# ARG C_VER=0.0.0\nRUN echo "<<EOF"\nRUN echo $((1<<2))\n${COMMENT}\n  ARG  C_VER=2.0.0   \n ARG C_HASH=${A} `,
    [["c", "tool", "2.0.0", A, "2.0.0", A, 7]],
  ],
  "B13 a comment in a heredoc is text": [
    `FROM x\nRUN <<EOF\n${COMMENT}\nEOF\nARG C_VER=1.0.0\nARG C_HASH=${A}\n`,
    [],
  ],
  "B13 a comment between the lines of an instruction is passed over": [
    `FROM x\nRUN a \\\n${COMMENT}\n b\nARG C_VER=1.0.0\nARG C_HASH=${A}\n`,
    [],
  ],
  "B13 a fixture without a renovate comment has no pin": [fixture("B13"), []],
  "D25 ARGs without a renovate comment are no pin": [fixture("D25"), []],
  "D25 the hash before the version": [
    `FROM x\n${COMMENT}\nARG C_HASH=${A}\nARG C_VER=1.0.0\n`,
    [["c", "tool", "1.0.0", A, "1.0.0", A, 4]],
  ],
  "both in one instruction": [
    `FROM x\n${COMMENT}\nARG C_VER=1.0.0 C_HASH=${A}\n`,
    [["c", "tool", "1.0.0", A, "1.0.0", A, 3]],
  ],
  "CRLF, a byte order mark and no last line end": [
    `\uFEFF${COMMENT}\r\nARG C_VER=1.0.0\r\nARG C_HASH=${A}\r\nFROM x`,
    [["c", "tool", "1.0.0", A, "1.0.0", A, 2]],
  ],
  "other comments and blank lines in between": [
    `FROM x\n#  renovate:  datasource=npm   depName=@a/b.c versioning=npm\n# why\n\nARG C_VER=1.0.0-rc.1\n\n# the sum\nARG C_HASH=${A}\n`,
    [["c", "@a/b.c", "1.0.0-rc.1", A, "1.0.0-rc.1", A, 5]],
  ],
  "a comment for another datasource is Renovate's own": [
    `FROM x\n# renovate: datasource=docker depName=node\nARG C_VER=1\n`,
    [],
  ],
  "two pins, and a declaration without a default in another stage": [
    `ARG N=1\n${COMMENT}\nARG C_VER=1.0.0\nARG C_HASH=${A}\nFROM x\nARG C_VER\n# renovate: datasource=npm depName=other\nARG D_VER=2.0.0\nARG D_HASH=${B}\n`,
    [
      ["c", "tool", "1.0.0", A, "1.0.0", A, 3],
      ["d", "other", "2.0.0", B, "2.0.0", B, 8],
    ],
  ],
};
for (const [name, [text, pins]] of Object.entries(found)) {
  t.test(name, (test) => {
    test.strictSame(pinsOf(text), pins);
    test.end();
  });
}

const pair = `ARG C_VER=1.0.0\nARG C_HASH=${A}\n`;
const refused: Record<string, [text: string, message: string]> = {
  "B11 a second default in another stage is ambiguous": [
    `ARG C_VER=0.1.0\nFROM x\n${COMMENT}\n${pair}FROM y\nARG C_VER\n`,
    "an ambiguous pin: one of 2 defaults of C_VER at line 1; an ambiguous pin: one of 2 defaults of C_VER at line 4",
  ],
  "B11 a second hash is ambiguous too": [
    `FROM x\n${COMMENT}\n${pair}FROM y\nARG C_HASH=${B}\n`,
    "an ambiguous pin: one of 2 defaults of C_HASH at line 4; an ambiguous pin: one of 2 defaults of C_HASH at line 6",
  ],
  "D25 a version without a hash": [
    `FROM x\n${COMMENT}\nARG C_VER=1.0.0\nRUN a\nARG C_HASH=${A}\n`,
    "half a pin for tool: not both _VER and _HASH at line 3",
  ],
  "D25 a hash of another name": [
    `FROM x\n${COMMENT}\nARG C_VER=1.0.0\nARG D_HASH=${A}\n`,
    "half a pin for tool: not both _VER and _HASH at line 3",
  ],
  "D25 a hash under another name's comment": [
    `FROM x\n${COMMENT}\nARG C_VER=1.0.0\n# renovate: datasource=npm depName=other\nARG C_HASH=${A}\n`,
    "half a pin for tool: not both _VER and _HASH at line 3; half a pin for other: not both _VER and _HASH at line 5",
  ],
  "D25 a hash without a default": [
    `FROM x\n${COMMENT}\nARG C_VER=1.0.0\nARG C_HASH\n`,
    "half a pin for tool: not both _VER and _HASH at line 3",
  ],
  "D25 names of another kind": [
    `FROM x\n${COMMENT}\nARG C_VERSION=1.0.0\nARG C_SHA512=${A}\n`,
    "half a pin for tool: not both _VER and _HASH at line 3",
  ],
  "a comment above nothing": [
    `FROM x\n${COMMENT}\n`,
    "no pin under the comment for tool at line 2",
  ],
  "a comment above an ONBUILD": [
    `FROM x\n${COMMENT}\nONBUILD ARG C_VER=1.0.0\n${pair}`,
    "no pin under the comment for tool at line 2",
  ],
  "a comment above another comment": [
    `FROM x\n${COMMENT}\n# renovate: datasource=npm depName=other\n${pair}`,
    "no pin under the comment for tool at line 2",
  ],
  "a comment without a package": [
    `FROM x\n# renovate: datasource=npm\n${pair}`,
    "a renovate comment that names no npm package at line 2",
  ],
  "a package that npm would take for a flag": [
    `FROM x\n# renovate: datasource=npm depName=--prefix\n${pair}`,
    "a renovate comment that names no npm package at line 2",
  ],
  "a package that is a path": [
    `FROM x\n# renovate: datasource=npm depName=../up\n${pair}`,
    "a renovate comment that names no npm package at line 2",
  ],
  "D06 a hash that is too short": [
    `FROM x\n${COMMENT}\nARG C_VER=1.0.0\nARG C_HASH=${"a".repeat(40)}\n`,
    "a hash that is not 128 hex digits at line 4",
  ],
  "a version in a variable": [
    `FROM x\n${COMMENT}\nARG C_VER=$V\nARG C_HASH=${A}\n`,
    "a version that is not exact at line 3",
  ],
  "a range of versions": [
    `FROM x\n${COMMENT}\nARG C_VER=^1.0.0\nARG C_HASH=${A}\n`,
    "a version that is not exact at line 3",
  ],
  "quotes in the middle of a version": [
    `FROM x\n${COMMENT}\nARG C_VER=1."0".0\nARG C_HASH=${A}\n`,
    "a version that is not exact at line 3",
  ],
};
for (const [name, [text, message]] of Object.entries(refused)) {
  t.test(name, (test) => {
    test.equal(refusalOf(text), message);
    test.end();
  });
}
