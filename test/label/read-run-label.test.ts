import t from "tap";
import { PaddockError } from "../../lib/errors.ts";
import { readRunLabel, runLabelPlaces } from "../../lib/label/read-run-label.ts";
import type { RunLabelTemplate } from "../../lib/label/run-label.ts";

/** The words of a template as the author would write them, variables in angle brackets. */
function wordsOf({ words }: RunLabelTemplate): string[] {
  return words.map(({ pieces }) =>
    pieces.map((piece) => (piece.kind === "text" ? piece.text : `<${piece.name}>`)).join(""),
  );
}

const read: readonly [name: string, label: string, words: readonly string[]][] = [
  [
    "A01 the label of a web service",
    "podman run -d --name ${NAME} -e IMAGE=${IMAGE} ${IMAGE} /serve",
    ["podman", "run", "-d", "--name", "<NAME>", "-e", "IMAGE=<IMAGE>", "<IMAGE>", "/serve"],
  ],
  [
    "A05 bare tokens",
    "podman run -it --name NAME --privileged -e NAME=NAME -e IMAGE=IMAGE -v /:/host IMAGE",
    "podman run -it --name <NAME> --privileged -e NAME=<NAME> -e IMAGE=<IMAGE> -v /:/host <IMAGE>".split(
      " ",
    ),
  ],
  [
    "A08 variables that the build has emptied",
    "podman run --rm --name  -v etc/:/etc/app:rw ",
    ["podman", "run", "--rm", "--name", "-v", "etc/:/etc/app:rw"],
  ],
  [
    "A10 an option in two places",
    "podman run --rm --name ${OPT1} --security-opt label=type:${OPT1}_t IMAGE",
    [
      "podman",
      "run",
      "--rm",
      "--name",
      "<OPT1>",
      "--security-opt",
      "label=type:<OPT1>_t",
      "<IMAGE>",
    ],
  ],
  [
    "A14 a label from single quotes",
    'podman run --rm -v "$PWD:/w" $IMAGE',
    ["podman", "run", "--rm", "-v", "<PWD>:/w", "<IMAGE>"],
  ],
  [
    "C01 the spelling that keeps blanks together in Podman too",
    String.raw`podman run --rm -v \"$PWD:/home/ai/sandbox\" IMAGE`,
    ["podman", "run", "--rm", "-v", "<PWD>:/home/ai/sandbox", "<IMAGE>"],
  ],
  ["C07 HOME", "podman run -v $HOME/x:/h IMAGE", ["podman", "run", "-v", "<HOME>/x:/h", "<IMAGE>"]],
  [
    "C38 one level of quotes is lost",
    'podman run --rm -v "/a b:/w" --name=NAME IMAGE',
    ["podman", "run", "--rm", "-v", "/a", "b:/w", "--name=<NAME>", "<IMAGE>"],
  ],
  ["two levels are not", `podman '"a b"' "'c  d'"`, ["podman", "a b", "c  d"]],
  ["docker is podman, another program stays", "docker x", ["podman", "x"]],
  ["C39 a program other than podman stays", "sh -c id", ["sh", "-c", "id"]],
  ["an empty first word vanishes", `"" sh`, ["sh"]],
  ["a quoted empty word vanishes in the second round", `podman '' a`, ["podman", "a"]],
  ["an empty word in both rounds stays", `podman '""' a`, ["podman", "", "a"]],
  ["a comment of the second round takes the rest", "podman a '#' b", ["podman", "a"]],
  ["and its variables", "podman a '#'$PWD", ["podman", "a"]],
  ["a newline ends it", "podman a '#b\n' c", ["podman", "a", "c"]],
  [
    "$ in quotes of either round is expanded",
    `podman '$PWD' '"$HOME"' "'$OPT1'"`,
    ["podman", "<PWD>", "<HOME>", "<OPT1>"],
  ],
  ["a $ before no name stays", `podman a$ '$ ' $. "$'x'"`, ["podman", "a$", "$", "$.", "$x"]],
  ["a $ split from its name stays", String.raw`podman $\\PWD "$''PWD"`, ["podman", "$PWD", "$PWD"]],
  ["values next to values", "podman ${PWD}$NAME$IMAGE", ["podman", "<PWD><NAME><IMAGE>"]],
];

for (const [name, label, words] of read) {
  t.test(name, (test) => {
    const template = readRunLabel(label);
    test.equal(template.value, label);
    test.same(wordsOf(template), words);
    test.end();
  });
}

const refused: readonly [name: string, label: string, message: RegExp][] = [
  ["blank", "", /is blank/],
  ["blanks", " \t\n", /is blank/],
  ["a comment alone", "# podman run", /is blank/],
  ["words that the second round takes away", `"" '#' x`, /is blank/],
  ["an open quote", "podman 'a", /quote that is not closed \(character 8\)/],
  [
    "an open quote of the second round",
    `podman run a\\"b`,
    /quote that is not closed \(character 14\)/,
  ],
  ["a trailing escape", "podman a\\", /escapes nothing \(character 9\)/],
  ["a trailing escape of the second round", "podman a\\\\", /escapes nothing \(character 10\)/],
  [
    "A07 make-style variables",
    "podman run -v $(HOME)/.conf:/conf x",
    /command substitution \(character 15\)/,
  ],
  ["A07 a backtick", "podman run -v `pwd`:/w", /command substitution \(character 15\)/],
  ["A07 in quotes too", `podman '"$(id -u)"'`, /command substitution \(character 10\)/],
  [
    "C08 a variable of the session",
    "podman run -v $XDG_RUNTIME_DIR/x:/x",
    /\$\{XDG_RUNTIME_DIR\} \(character 15\)/,
  ],
  ["C08 USER", "podman -e U=$USER", /\$\{USER\} \(character 13\)/],
  ["C08 the process id", "podman $$", /\$\{\$\} \(character 8\)/],
  ["C08 a positional argument", "podman $1", /\$\{1\}/],
  ["C08 a longer name", "podman $PWDX", /\$\{PWDX\}/],
  ["C08 a default", "podman ${PWD:-/x}", /\$\{PWD:-\/x\}/],
  ["C08 IMAGE in the first word", "$IMAGE", /\$\{IMAGE\} \(character 1\)/],
  ["C08 a name put together by the second round", `podman $U"'S'"ER`, /\$\{U\}/],
  ["a place after characters beyond ASCII", "podman 🙂é $USER", /\(character 11\)/],
  [
    "C08 a name that would hurt a terminal",
    "podman ${\u001B[2J}",
    /uses a variable with an odd name \(character 8\)/,
  ],
  ["an empty name", "podman ${}", /without a name or a closing brace \(character 8\)/],
  ["an open brace", "podman ${PWD", /without a name or a closing brace \(character 8\)/],
  ["a name that runs into NAME", "podman $PWD$NAME", /value of NAME \(character 8\)/],
  ["a value that would be a name", "podman $$IMAGE", /value of IMAGE \(character 8\)/],
  ["a NUL", "podman a\0b", /NUL character \(character 9\)/],
];

for (const [name, label, message] of refused) {
  t.test(`refused: ${name}`, (test) => {
    test.throws(() => readRunLabel(label), { code: "label-invalid", message });
    test.end();
  });
}

t.test("A07 the advice names the escaped variable", (test) => {
  try {
    readRunLabel("podman $(HOME)");
    test.fail("not refused");
  } catch (error) {
    test.match(error instanceof PaddockError && error.fix, /\\\$HOME/);
  }
  test.end();
});

const places: readonly [label: string, parts: readonly string[]][] = [
  ["podman run  -v $PWD:/w ${IMAGE}", ["podman", "run", "-v", "$PWD:/w", "${IMAGE}"]],
  ["docker run NAME x=IMAGE", ["docker", "run", "NAME", "x=IMAGE"]],
  [`/usr/bin/podman run "'a b'" 'c'd`, ["/usr/bin/podman", "run", "a b", "c'd"]],
  [`podman run x\\ y # gone`, ["podman", "run", "x", "y"]],
];
for (const [label, parts] of places) {
  t.test(`the places of the words of ${label}`, (test) => {
    test.strictSame(
      runLabelPlaces(label).map(({ start, end }) => label.slice(start, end)),
      parts,
    );
    test.end();
  });
}

t.test("a fault has its place in the label", (test) => {
  for (const label of ["podman run $USER", "podman run 'x"]) {
    try {
      readRunLabel(label);
      test.fail("not refused");
    } catch (error) {
      test.strictSame(error instanceof PaddockError && error.at, { offset: 11 });
    }
  }
  test.end();
});
