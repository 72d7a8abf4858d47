import t from "tap";
import {
  externalImages,
  imageStages,
  type ExternalImages,
} from "../../lib/containerfile/external-images.ts";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";

type Options = Parameters<typeof externalImages>[1];

const CASES: readonly (readonly [string, string, ExternalImages, Options?])[] = [
  ["scratch", "FROM scratch", { base: undefined, others: [] }],
  ["one image", "FROM a:1", { base: "a:1", others: [] }],
  ["an ARG before FROM", "ARG B=x\nFROM ${B}:1", { base: "x:1", others: [] }],
  [
    "an ARG overridden",
    "ARG B=x\nFROM ${B}:1",
    { base: "y:1", others: [] },
    { buildArgs: { B: "y" } },
  ],
  [
    "the root of a chain of stages",
    "FROM a AS one\nFROM one AS two\nFROM two",
    { base: "a", others: [] },
  ],
  ["a stage that is not needed", "FROM a AS one\nFROM b", { base: "b", others: [] }],
  [
    "COPY --from a stage and an image",
    "FROM a AS one\nFROM b\nCOPY --from=one /x /\nCOPY --from=c:1 /x /",
    { base: "b", others: ["a", "c:1"] },
  ],
  [
    "COPY --from a number",
    "FROM a AS one\nFROM b\nCOPY --from=0 /x /",
    { base: "b", others: ["a"] },
  ],
  [
    "RUN --mount from",
    "FROM a AS one\nFROM b\nRUN --mount=type=bind,from=one,target=/x --mount=type=cache,from=d,target=/y true",
    { base: "b", others: ["a", "d"] },
  ],
  [
    "a needed stage's own needs",
    "FROM a AS one\nCOPY --from=e /x /\nFROM one AS two\nFROM b\nCOPY --from=two /x /",
    { base: "b", others: ["a", "e"] },
  ],
  ["the target", "FROM a AS one\nFROM b", { base: "a", others: [] }, { target: "one" }],
  ["a name used by the image and the stage", "FROM a AS a\nFROM a AS a", { base: "a", others: [] }],
  ["--platform", "FROM --platform=$BUILDPLATFORM a", { base: "a", others: [] }],
  ["a later stage of the name is no base", "FROM b AS a\nFROM c AS b", { base: "c", others: [] }],
];
for (const [name, text, images, options] of CASES) {
  t.test(name, (test) => {
    test.strictSame(externalImages(parseContainerfile(text), options), images);
    test.end();
  });
}

t.test("an image name in doubt is refused", (test) => {
  test.throws(() => externalImages(parseContainerfile("FROM a$B")), {
    code: "containerfile-invalid",
  });
  test.end();
});

t.test("the stages that an image stands on: those it is FROM, not those it copies from", (test) => {
  const text = "FROM a AS one\nFROM b AS two\nFROM one\nCOPY --from=two /x /\n";
  const containerfile = parseContainerfile(text);
  test.strictSame(imageStages(containerfile), new Set([2, 0]));
  test.strictSame(imageStages(containerfile, { target: "two" }), new Set([1]));
  test.end();
});
