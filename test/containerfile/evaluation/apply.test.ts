import t from "tap";
import {
  applyArguments,
  checkExpansions,
  expandProperties,
} from "../../../lib/containerfile/evaluation/apply.ts";
import { Scope } from "../../../lib/containerfile/evaluation/scope.ts";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";
import type { Instruction } from "../../../lib/containerfile/containerfile.ts";

function only(text: string): Instruction {
  const [instruction] = parseContainerfile(`FROM a\n${text}`).stages[0].instructions;
  if (instruction === undefined) throw new Error("no instruction");
  return instruction;
}

t.test("names of one ARG do not see each other, quotes are read", (test) => {
  const scope = new Scope({}, new Map(), new Map());
  const instruction = only(`ARG A=1 "B"="x $A" C='$A'=z D`);
  if (instruction.kind === "argument") applyArguments(instruction, scope);
  test.strictSame(
    [...scope.arguments].map(([name, { value }]) => [name, value]),
    [
      ["A", "1"],
      ["B", "x "],
      ["C", "$A=z"],
    ],
  );
  test.end();
});

t.test("A31 keys are expanded too", (test) => {
  const scope = new Scope({}, new Map(), new Map([["K", { value: "run", doubts: [] }]]));
  const instruction = only(`LABEL $K="$K it" "b c"=d`);
  const properties = instruction.kind === "label" ? expandProperties(instruction, scope) : [];
  test.strictSame(
    properties.map(({ key, value }) => [key.value, value.value]),
    [
      ["run", "run it"],
      ["b c", "d"],
    ],
  );
  test.end();
});

const CASES: readonly (readonly [string, string, boolean])[] = [
  ["USER with an open quote", "USER 'a", false],
  ["a JSON list with an open quote", `COPY ["'a", "b"]`, false],
  ["a flag with an open brace", "COPY --chown=${ a b", false],
  ["CMD is not expanded", "CMD 'a ${", true],
  ["RUN is not expanded", "RUN 'a ${", true],
  ["EXPOSE", "EXPOSE $P", true],
  ["HEALTHCHECK of a kind", "HEALTHCHECK --interval=5s CMD x", true],
  ["STOPSIGNAL of a name", "STOPSIGNAL SIGINT", true],
  ["STOPSIGNAL of no signal", "STOPSIGNAL nope", false],
  ["VOLUME whose variable is empty", "VOLUME /a $V", false],
  ["HEALTHCHECK of no kind", "HEALTHCHECK x", false],
];
for (const [name, text, isAccepted] of CASES) {
  t.test(name, (test) => {
    const instruction = only(text);
    const check = (): void => {
      if (instruction.kind === "other")
        checkExpansions(instruction, new Scope({}, new Map(), new Map()));
    };
    if (isAccepted) test.doesNotThrow(check);
    else test.throws(check, { code: "containerfile-invalid" });
    test.end();
  });
}
