import * as fc from "fast-check";
import t from "tap";
import {
  plainRunlabel,
  runlabelArguments,
  survivesRunlabel,
} from "../../lib/label/plain-runlabel.ts";
import { readRunLabel } from "../../lib/label/read-run-label.ts";
import type { LaunchValues } from "../../lib/label/run-label.ts";

const image = "localhost/paddock:latest";
const values: LaunchValues = { home: "/home/u", cwd: "/tmp/w", image };
const once = 'podman run --rm -v "$PWD:/home/ai/sandbox" IMAGE';
const twice = String.raw`podman run --rm -v \"$PWD:/home/ai/sandbox\" IMAGE`;
const attack = "/tmp/proj:/x --privileged --read-only=false -v /:/h -v /tmp";

t.test("C01 a directory with a blank needs two levels of quotes", (test) => {
  const cwd = "/tmp/a b";
  test.same(survivesRunlabel(readRunLabel(once), values), { ok: true });
  test.match(survivesRunlabel(readRunLabel(once), { ...values, cwd }), {
    ok: false,
    reason: "word 5 becomes /tmp/a instead of '/tmp/a b:/home/ai/sandbox'",
  });
  test.same(survivesRunlabel(readRunLabel(twice), { ...values, cwd }), { ok: true });
  test.end();
});

t.test("a directory name that becomes flags", (test) => {
  test.equal(
    plainRunlabel(once, { ...values, cwd: attack })?.join("|"),
    `podman|run|--rm|-v|/tmp/proj:/x|--privileged|--read-only=false|-v|/:/h|-v|/tmp:/home/ai/sandbox|${image}`,
  );
  test.match(survivesRunlabel(readRunLabel(once), { ...values, cwd: attack }), { ok: false });
  test.end();
});

const rows: readonly [name: string, label: string, values: Partial<LaunchValues>, ok: boolean][] = [
  ["a quote that closes the author's", twice, { cwd: '/tmp/a"b' }, false],
  ["an open quote", "podman -v $PWD:/w", { cwd: "/tmp/a'b" }, false],
  ["a comment at a word start", "podman $OPT1 x", { opt1: "#a" }, false],
  ["a comment character inside a word", "podman a$OPT1 x", { opt1: "#a" }, true],
  ["a backslash", "podman -v $PWD:/w", { cwd: "/a\\b" }, false],
  ["a dollar in a directory", "podman -v $PWD:/w", { cwd: "/a$HOME" }, true],
  ["a dollar in a name", "podman NAME", { name: "a$HOME" }, false],
  ["a token in a directory", "podman -v $PWD:/w", { cwd: "/=IMAGE" }, true],
  ["a token as a name", "podman NAME", { name: "IMAGE" }, false],
  ["a colon", "podman -v $PWD:/w", { cwd: "/a:b" }, true],
  ["a last word of blanks", "podman $OPT1", { opt1: " " }, false],
  [
    "a name that brings words after its own",
    "podman NAME",
    { name: "${OPT1}", opt1: "${OPT1} x" },
    false,
  ],
  ["only the first of several words", "podman $OPT1", { opt1: "a b" }, false],
];

for (const [name, label, given, ok] of rows) {
  t.test(`${ok ? "survives" : "does not survive"}: ${name}`, (test) => {
    test.equal(survivesRunlabel(readRunLabel(label), { ...values, ...given }).ok, ok);
    test.end();
  });
}

t.test("where Podman fails there are no words", (test) => {
  for (const label of ["", "# x", "podman '", "podman $OPT1\\"])
    test.equal(plainRunlabel(label, values), undefined, label);
  test.end();
});

t.test("Podman empties what it does not know, and swallows bad syntax", (test) => {
  test.same(plainRunlabel("podman a$USER $$ ${}b ${c", values), ["podman", "a", "b", "c"]);
  test.end();
});

t.test("C10 arguments arrive word for word", (test) => {
  const args = ["bash", "-lc", 'echo "a  b"; ls # c', "IMAGE", "", "$HOME", "\n", "x=NAME", "it's"];
  test.same(survivesRunlabel(readRunLabel(twice), values, args), { ok: true });
  test.same(runlabelArguments(["a b", "$x"]), [
    String.raw`''\''a b'\'''`,
    String.raw`''\''$'\'''\''x'\'''`,
  ]);
  test.end();
});

t.test("C10 a comment in the label swallows them", (test) => {
  for (const label of ["podman run IMAGE # note", "podman run IMAGE '#' note"]) {
    test.match(survivesRunlabel(readRunLabel(label), values, ["a"]), {
      ok: false,
      reason: "word 4 becomes nothing instead of a",
    });
  }
  test.end();
});

t.test("C10 any argument arrives", (test) => {
  const template = readRunLabel("podman run IMAGE");
  const tokens = fc.constantFrom(
    "$",
    "'",
    '"',
    "\\",
    "#",
    " ",
    "\n",
    "{",
    "}",
    "IMAGE",
    "NAME",
    "=",
    "PWD",
  );
  const arg = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(tokens).map((found) => found.join("")),
  );
  fc.assert(
    fc.property(fc.array(arg), (args) => survivesRunlabel(template, values, args).ok),
    { numRuns: 1000 },
  );
  test.end();
});
