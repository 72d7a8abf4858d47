import * as fc from "fast-check";
import t from "tap";
import {
  defaultContainerName,
  expandRunLabel,
  expandWords,
  valueOfVariable,
} from "../../lib/label/expand-run-label.ts";
import { readRunLabel } from "../../lib/label/read-run-label.ts";
import type { LaunchValues } from "../../lib/label/run-label.ts";

const image = "localhost/paddock:latest";
const values: LaunchValues = { home: "/home/u", cwd: "/tmp/w", image };

const odd: readonly [name: string, cwd: string][] = [
  ["C01 a blank", "/tmp/a b"],
  ["C03 a colon", "/tmp/a:b"],
  ["C03 a comma", "/tmp/a,b"],
  ["C03 both", "/tmp/a:b,c"],
  ["quotes", `/tmp/it's "x"`],
  ["an open quote", "/tmp/'"],
  ["a comment", "/tmp/a #b"],
  ["a dollar", "/tmp/$HOME/${IMAGE}/$$"],
  ["a backslash", "/tmp/a\\"],
  ["a newline", "/tmp/a\nb"],
  ["a token", "/tmp/=IMAGE"],
  ["no ASCII", "/tmp/é🙂"],
  ["flags", "/tmp/proj:/x --privileged --read-only=false -v /:/h -v /tmp"],
];

for (const [name, cwd] of odd) {
  t.test(`a directory with ${name} stays one word`, (test) => {
    for (const mount of [`$PWD:/w`, `"$PWD:/w"`, `\\"$PWD:/w\\"`, `"'\${PWD}:/w'"`]) {
      const template = readRunLabel(`podman run -v ${mount} IMAGE`);
      test.same(
        expandRunLabel(template, { ...values, cwd }),
        ["podman", "run", "-v", `${cwd}:/w`, image],
        mount,
      );
    }
    test.end();
  });
}

t.test("C03 a part remembers the variable it came from", (test) => {
  const template = readRunLabel("podman run -v $PWD:/w:z");
  test.same(expandWords(template, { ...values, cwd: "/tmp/a:b,c" })[3], {
    text: "/tmp/a:b,c:/w:z",
    pieces: [{ text: "/tmp/a:b,c", variable: "PWD" }, { text: ":/w:z" }],
  });
  test.end();
});

t.test("A10 a value with a blank or a leading dash is one word", (test) => {
  const template = readRunLabel("podman run --name ${OPT1} $OPT2 ${OPT3}_t IMAGE");
  test.same(expandRunLabel(template, { ...values, opt1: "o p", opt2: "--x", opt3: "'" }), [
    "podman",
    "run",
    "--name",
    "o p",
    "--x",
    "'_t",
    image,
  ]);
  test.end();
});

const missing: readonly [
  name: string,
  label: string,
  values: Partial<LaunchValues>,
  message: RegExp,
][] = [
  ["A10 an absent option", "podman ${OPT1}", {}, /\$OPT1, which has no value/],
  ["A10 an empty option", "podman $OPT2", { opt2: "" }, /\$OPT2, which has no value/],
  ["A10 the third option", "podman $OPT3", {}, /\$OPT3, which has no value/],
  ["A10 an empty name", "podman NAME", { name: "" }, /\$NAME, which has no value/],
  ["an empty image", "podman IMAGE", { image: "" }, /\$IMAGE, which has no value/],
  [
    "C06 an empty home",
    "podman run -v $HOME/.local:/h IMAGE",
    { home: "" },
    /\$HOME, which has no value/,
  ],
  [
    "C06 a relative home",
    "podman -v $HOME/x:/h",
    { home: "u" },
    /\$HOME, which is not an absolute/,
  ],
  ["a relative directory", "podman -v $PWD:/h", { cwd: "." }, /\$PWD, which is not an absolute/],
  ["a NUL", "podman $OPT1", { opt1: "a\0" }, /\$OPT1, which has a NUL/],
];

for (const [name, label, given, message] of missing) {
  t.test(`refused: ${name}`, (test) => {
    test.throws(() => expandRunLabel(readRunLabel(label), { ...values, ...given }), {
      code: "label-invalid",
      message,
      fix: /./,
    });
    test.end();
  });
}

t.test("C06 a value that the label does not use may be missing", (test) => {
  const template = readRunLabel("podman run IMAGE");
  test.same(expandRunLabel(template, { ...values, home: "", cwd: "" }), ["podman", "run", image]);
  test.end();
});

t.test("the name of a container defaults to the image's", (test) => {
  for (const [from, name] of [
    ["localhost/paddock:latest", "paddock"],
    ["localhost:5000/a/b", "b"],
    ["b:1", "b"],
    ["localhost/x@sha256:abc", "x@sha256"],
    ["localhost/:x", "localhost/:x"],
  ] as const)
    test.equal(defaultContainerName(from), name, from);
  test.equal(valueOfVariable("NAME", values), "paddock");
  test.equal(valueOfVariable("NAME", { ...values, name: "mine" }), "mine");
  test.end();
});

t.test("whatever the values hold, each word is the concatenation of its pieces", (test) => {
  const labels = [
    "podman run --name NAME -v \\\"$PWD:/w\\\" -v '$HOME/x:/h' $OPT1 a=${OPT2}b$OPT3 IMAGE x=IMAGE",
    `podman $PWD '"$HOME"' \${OPT1}"'\${OPT2}'" '""' $OPT3`,
  ].map(readRunLabel);
  const text = fc.string({ unit: "binary", minLength: 1 }).filter((value) => !value.includes("\0"));
  const path = text.map((value) => `/${value}`);
  const anyValues = fc.record({
    home: path,
    cwd: path,
    image: text,
    name: text,
    opt1: text,
    opt2: text,
    opt3: text,
  });
  fc.assert(
    fc.property(fc.constantFrom(...labels), anyValues, (template, given) => {
      const words = expandWords(template, given);
      test.equal(words.length, template.words.length);
      for (const [index, word] of words.entries()) {
        const pieces = template.words[index]?.pieces ?? [];
        const expected = pieces.map((piece) =>
          piece.kind === "text" ? piece.text : valueOfVariable(piece.name, given),
        );
        if (word.text !== expected.join("")) return false;
      }
      return true;
    }),
  );
  test.end();
});
