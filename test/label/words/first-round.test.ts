import t from "tap";
import { firstRound } from "../../../lib/label/words/first-round.ts";
import { markInserted, markLabel } from "../../../lib/label/words/marked-text.ts";

function joined(label: string): string {
  const round = firstRound(markLabel(label), (variable, at) => [
    { kind: "variable", variable, at },
  ]);
  if (round.kind !== "text") return `!${round.kind}`;
  return round.text
    .map((mark) => (mark.kind === "char" ? mark.char : `<${mark.variable}>`))
    .join("");
}

const rows: readonly [name: string, label: string, text: string][] = [
  ["A05 bare tokens", "podman run NAME IMAGE", "podman run <NAME> <IMAGE>"],
  ["A05 the pairs of the old convention", "p NAME=NAME IMAGE=IMAGE", "p NAME=<NAME> IMAGE=<IMAGE>"],
  ["A01 braced tokens, also inside a word", "p -e=${NAME}x${IMAGE}", "p -e=<NAME>x<IMAGE>"],
  ["a token with $ is taken out of a longer name", "p $NAMES $IMAGES", "p <NAME>S <IMAGE>S"],
  [
    "a bare token inside a word stays",
    "p NAMES xIMAGE IMAGE: --name:NAME",
    "p NAMES xIMAGE IMAGE: --name:NAME",
  ],
  [
    "after = it is taken at the end of the word",
    "p --name=NAME x=IMAGE",
    "p --name=<NAME> x=<IMAGE>",
  ],
  ["and then everywhere in the word", "p a=NAMEb=NAME", "p a=<NAME>b=<NAME>"],
  ["but not when it does not end the word", "p --name=NAMES a=IMAGE,b", "p --name=NAMES a=IMAGE,b"],
  ["quotes do not protect a token", `p 'IMAGE' "NAME" '$NAME'`, "p <IMAGE> <NAME> <NAME>"],
  ["quotes of the second round do", `p '"IMAGE"' \\'NAME\\'`, `p "IMAGE" 'NAME'`],
  ["tokens crossing", "p IMAGE=NAME NAME=IMAGE", "p IMAGE=<NAME> NAME=<IMAGE>"],
  ["the first word keeps its tokens", "IMAGE $NAME", "IMAGE <NAME>"],
  ["words are joined by one blank", "a  'b  c'\n\td # e", "a b  c d"],
  ["docker is podman", "docker run", "podman run"],
  ["a path to docker is podman", "/usr/bin/docker run", "podman run"],
  ["slashes after docker do not count", "x/docker// run", "podman run"],
  ["a path to podman is a program of its own", "/usr/bin/podman run", "/usr/bin/podman run"],
  ["another program stays", "sh -c", "sh -c"],
  ["a name that ends in docker stays", "mydocker run", "mydocker run"],
  ["nothing", "", "!no-words"],
  ["a comment", " # x", "!no-words"],
  ["an open quote", "p '", "!unclosed-quote"],
  ["an open escape", "p \\", "!trailing-escape"],
];

for (const [name, label, text] of rows) {
  t.test(name, (test) => {
    test.equal(joined(label), text);
    test.end();
  });
}

function withValues(label: string): string {
  const round = firstRound(markLabel(label), (variable, at) =>
    markInserted(variable === "NAME" ? "$IMAGE" : "img", at),
  );
  if (round.kind !== "text") return "";
  return round.text.map((mark) => (mark.kind === "char" ? mark.char : "")).join("");
}

t.test("Podman looks for IMAGE in the value of a name, but not in NAME=NAME", (test) => {
  test.equal(withValues("p NAME=NAME x=NAME $NAME"), "p NAME=$IMAGE x=img img");
  test.end();
});
