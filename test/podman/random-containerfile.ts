import * as fc from "fast-check";

/** A Containerfile with the options it is built with. */
export interface Sample {
  readonly text: string;
  readonly buildArgs: Readonly<Record<string, string>>;
  readonly target: string | undefined;
}

/** Where a continuation may stand; replaced when the file is put together. */
const JOINT = "\u0001";
/** One without blanks around it, which may stand within a word. */
const TIGHT = "\u0002";
const NAMES = ["A", "B", "C", "X", "Y_1", "PATH", "UNDEF", "TARGETARCH", "HTTP_PROXY", "é", "1"];

const variableNames: fc.Arbitrary<string> = fc.constantFrom(...NAMES);
const blank = fc.constantFrom(" ", "  ", "\t", ` ${JOINT}`, `${JOINT} `, JOINT);
const text: fc.Arbitrary<string> = fc.constantFrom(
  "a",
  "podman run",
  "--rm",
  "IMAGE",
  "x=y",
  "=",
  "#",
  "# c",
  "é",
  ",",
  ".",
  "0",
  "%",
  "/w:/w",
  "{",
  "}",
  "(id)",
  "`",
  "`$A",
  "\u00a0",
  "~",
  "*",
  "<<",
  "!",
  "@",
  ";",
);
const escaped = fc
  .constantFrom(..."$\"\\'tnabc `# {}".split(""))
  .map((character) => `\\${character}`);
const loose = fc.constantFrom(
  "'",
  '"',
  "\\",
  "$",
  "$$",
  "${",
  "}",
  "${}",
  "${A",
  "$1x",
  "${1}",
  "${A:",
  "${A:=d}",
  "${A#p}",
  "${A-d}",
  "${A?m}",
  "$(A)",
  "${é}",
  "$'a'",
  '$"a"',
);

type Pieces = {
  readonly variable: string;
  readonly single: string;
  readonly double: string;
  readonly bare: string;
  readonly inner: string;
};

const { variable, double, bare, single } = fc.letrec<Pieces>((tie) => ({
  inner: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: text, weight: 3 },
    escaped,
    tie("variable"),
    tie("single"),
    tie("double"),
  ),
  variable: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: variableNames.map((it) => `$${it}`), weight: 2 },
    { arbitrary: variableNames.map((it) => `\${${it}}`), weight: 2 },
    fc
      .tuple(
        variableNames,
        fc.constantFrom(":-", ":+", ":?"),
        fc.array(tie("inner"), { maxLength: 3 }),
      )
      .map(([it, modifier, word]) => `\${${it}${modifier}${word.join("")}}`),
  ),
  single: fc
    .array(fc.oneof(text, fc.constantFrom("\\", '"', "$A", "${B}", "\\\\", JOINT, " ")), {
      maxLength: 4,
    })
    .map((parts) => `'${parts.join("")}'`),
  double: fc
    .array(
      fc.oneof(
        { maxDepth: 3 },
        { arbitrary: text, weight: 3 },
        { arbitrary: escaped, weight: 2 },
        { arbitrary: tie("variable"), weight: 2 },
        fc.constantFrom("'", " ", JOINT, ` ${JOINT}  `),
      ),
      { maxLength: 6 },
    )
    .map((parts) => `"${parts.join("")}"`),
  bare: fc.constantFrom("a", "b1", "podman", "x.y", "--rm", "é", "a=b", "#", "`", "{", "}", "%"),
}));

const piece = fc.oneof(
  { arbitrary: double, weight: 6 },
  { arbitrary: single, weight: 2 },
  { arbitrary: bare, weight: 3 },
  { arbitrary: variable, weight: 4 },
  { arbitrary: escaped, weight: 2 },
  { arbitrary: fc.constant(TIGHT), weight: 1 },
);
const value = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(""));
const key = fc.oneof(
  { arbitrary: fc.constantFrom("run", "RUN", "a", "b", "io.x/y-z", '"run"', "'q'"), weight: 12 },
  { arbitrary: fc.constantFrom("$A", "${B:-k}", 'x"y"', '"a b"'), weight: 1 },
);
const variableName = fc.constantFrom("A", "B", "C", "X", "Y_1", "A", "B", "HTTP_PROXY");
const oddName = fc.constantFrom(
  '"C"',
  "'A'",
  "PATH",
  "TARGETARCH",
  "TARGETPLATFORM",
  "$A",
  "1",
  "é",
  "a-b",
  "a b",
  "",
  "--x",
);
const oddValue = fc
  .array(fc.oneof(piece, loose, text), { maxLength: 5 })
  .map((parts) => parts.join(""));

const cased = (keyword: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    keyword,
    keyword,
    keyword,
    keyword,
    keyword.toLowerCase(),
    `  ${keyword}`,
    `${keyword.slice(0, 2)}${TIGHT}${keyword.slice(2)}`,
  );
const listed = (
  keyword: string,
  one: fc.Arbitrary<string>,
  maxLength: number,
): fc.Arbitrary<string> =>
  fc
    .tuple(cased(keyword), fc.array(fc.tuple(blank, one), { minLength: 1, maxLength }))
    .map(
      ([word, pairs]) =>
        word + pairs.map(([gap, pair]) => (gap === JOINT ? " " : gap) + pair).join(""),
    );
const pair = (left: fc.Arbitrary<string>, right = value): fc.Arbitrary<string> =>
  fc.tuple(left, right).map(([it, written]) => `${it}=${written}`);
const old = (keyword: string, left: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      cased(keyword),
      left,
      blank,
      fc.array(fc.tuple(blank, value), { minLength: 1, maxLength: 3 }),
    )
    .map(
      ([word, it, gap, rest]) =>
        `${word} ${it} ${gap}${rest.map((parts) => parts.join("")).join("")}`,
    );

const label = fc.oneof(
  { arbitrary: listed("LABEL", pair(key), 3), weight: 6 },
  { arbitrary: old("LABEL", key), weight: 2 },
);
const environment = fc.oneof(
  { arbitrary: listed("ENV", pair(variableName), 2), weight: 4 },
  old("ENV", variableName),
);
const argument = listed(
  "ARG",
  fc.oneof({ arbitrary: pair(variableName), weight: 2 }, variableName),
  2,
);
const comment = fc.constantFrom(
  "# comment",
  '  # LABEL run="x',
  "",
  "\t",
  "#",
  "# escape=`",
  "#\\",
);
const other = fc.oneof(
  fc.constantFrom(
    'CMD ["a", "b"]',
    "CMD a 'b",
    'ENTRYPOINT ["/a"]',
    "EXPOSE 80 $A",
    "STOPSIGNAL SIGTERM",
    "USER a$UNDEF",
    "VOLUME /a$A",
    "MAINTAINER me",
    "HEALTHCHECK NONE",
    'SHELL ["/a"]',
    "ONBUILD RUN x",
  ),
  label.map((it) => `ONBUILD ${it.trimStart()}`),
);
/** What a build refuses, mostly. */
const odd = fc.oneof(
  fc.constantFrom(
    "LABEL",
    "LABEL run",
    "ENV A",
    "ARG",
    "FOO bar",
    "LABEL run=a # c",
    "LABEL --x=1 run=a",
    "LABEL run <<EOF",

    "WORKDIR",
    "USER $UNDEF",
    "EXPOSE",
    "ONBUILD",
    "ONBUILD FOO x",
    "ONBUILD LABEL run",
    "SHELL a",
    "CMD [1]",

    "LABEL a b=c",
    "LABEL a=b c",
    "LABEL\u00a0a=b",
    "LABEL a\u00a0b",
    "LABEL a\fb",
    "STOPSIGNAL nope",
    "STOPSIGNAL SIGRTMIN+3",
    "VOLUME $UNDEF",
    "COPY a",
    "RUN",
  ),
  listed("LABEL", pair(oddName, oddValue), 2),
  listed("LABEL", pair(key, oddValue), 2),
  listed("LABEL", oddValue, 3),
  listed("ENV", pair(oddName, oddValue), 2),
  listed("ARG", pair(oddName, oddValue), 2),
  old("LABEL", oddName),
  old("ENV", oddName),
);
const instruction = fc.oneof(
  { arbitrary: label, weight: 16 },
  { arbitrary: environment, weight: 6 },
  { arbitrary: argument, weight: 6 },
  { arbitrary: comment, weight: 4 },
  { arbitrary: other, weight: 2 },
  { arbitrary: odd, weight: 1 },
);

const stage = (index: number): fc.Arbitrary<string[]> => {
  const name = `s${String(index)}`;
  const earlier = index === 0 ? "scratch" : `s${String(index - 1)}`;
  const image = fc.oneof(
    {
      arbitrary: fc.constantFrom("scratch", earlier, earlier, "localhost/paddock-fuzz-base"),
      weight: 20,
    },
    fc.constantFrom(
      '"scratch"',
      "${UNSET:-scratch}",
      "$BASE",
      "$UNDEF",
      String(index - 1),
      "s0",
      "scratch x",
    ),
  );
  const as = fc.oneof(
    { arbitrary: fc.constantFrom(` AS ${name}`, ` as ${name}`, ` aS  ${name}`), weight: 20 },
    fc.constantFrom("", " AS $A", " AS s0", " AS", " AS 7"),
  );
  const first = fc
    .tuple(cased("FROM"), image, as)
    .map(([from, it, named]) => `${from} ${it}${named}`);
  return fc
    .tuple(first, fc.array(instruction, { minLength: 1, maxLength: 6 }))
    .map(([from, rest]) => [from].concat(rest));
};
/** A stage that no build needs: it is parsed all the same, and what its heredocs hold must not be. */
const skipped = fc
  .array(
    fc.constantFrom(
      "RUN cat <<EOF > /x\nLABEL run=body\nFROM scratch\nEOF",
      "RUN <<-X cat\n\tLABEL a=b \\\n\tX",
      "RUN <<\"E\" cat <<F 3<<'G'\nE\nE\nLABEL b=1\nF\n  G\nG",
      "COPY <<E /x\n# E\n\nE",
      'RUN echo "<<EOF"',
      "RUN echo '<<EOF' \\<<EOF",
      "RUN echo $((1<<2)) a<<EOF",
      'RUN ["a", "<<EOF"]',
      'RUN ["a" "<<EOF"]\nEOF',
      "RUN cat <<<x",
      "RUN cat << EOF",
      "RUN cat <<EOF ${A:-b}\nEOF",
      "RUN cat <<EOF 'open\nEOF",
      "RUN cat <<$EOF\n$EOF",
      "ONBUILD RUN <<EOF\nFROM x\nEOF",
      "ADD --chown=1 <<a.b /x\nFROM x\na.b",
      "RUN cat <<EOF \\\n # c\n && x\nLABEL\nEOF",
      "CMD <<EOF",
      "RUN <<EOF\nno end",
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((lines) => ["FROM scratch AS never"].concat(lines));
const head = fc.array(
  fc.oneof(
    { arbitrary: argument, weight: 4 },
    { arbitrary: comment, weight: 1 },
    { arbitrary: fc.constant("ARG BASE=scratch"), weight: 3 },
  ),
  { maxLength: 3 },
);
const stages = fc.oneof(
  { arbitrary: fc.tuple(stage(0)), weight: 4 },
  { arbitrary: fc.tuple(stage(0), stage(1)), weight: 2 },
  fc.tuple(stage(0), stage(1), stage(2)),
);

interface Layout {
  readonly escape: string;
  readonly directive: string;
  readonly mark: string;
  readonly lineEnd: string;
  readonly joints: readonly string[];
  readonly isEnded: boolean;
}
const layout: fc.Arbitrary<Layout> = fc
  .tuple(
    fc.constantFrom(
      "",
      "",
      "",
      "",
      "",
      "",
      "# escape=`",
      "#escape = `",
      "# Escape=\\",
      "# syntax=x",
    ),
    fc.constantFrom("", "", "", "\uFEFF"),
    fc.constantFrom("\n", "\n", "\n", "\r\n"),
    fc.boolean(),
  )
  .chain(([directive, mark, lineEnd, isEnded]) =>
    fc
      .array(
        fc.tuple(
          fc.constantFrom("", "", " ", " \t"),
          fc.constantFrom("", "", "# c\n", "  # c \\\n", "\n", " \n\n"),
          fc.constantFrom("", "", " ", "\t "),
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((joints) => ({
        escape: directive.endsWith("`") ? "`" : "\\",
        directive,
        mark,
        lineEnd,
        isEnded,
        joints: joints.map(([after, between, before]) => `${after}\n${between}${before}`),
      })),
  );

function assemble(
  lines: readonly string[],
  { escape, directive, mark, lineEnd, joints, isEnded }: Layout,
): string {
  let count = 0;
  const body = lines
    .join("\n")
    .replaceAll(TIGHT, `${escape}\n`)
    .replaceAll(JOINT, () => {
      count += 1;
      return escape + (joints[count % joints.length] ?? "\n");
    });
  const whole = `${directive === "" ? "" : `${directive}\n`}${body}${isEnded ? "\n" : ""}`;
  return mark + whole.replaceAll("\n", lineEnd);
}

/** Files rich in quotes, escapes, variables, continuations, scopes and stages; most of them build. */
export const sample: fc.Arbitrary<Sample> = fc
  .tuple(
    head,
    fc.oneof({ arbitrary: fc.constant<string[]>([]), weight: 6 }, skipped),
    stages,
    layout,
    fc.dictionary(
      fc.constantFrom("A", "X", "TARGETARCH", "HTTP_PROXY", "BASE2"),
      fc.constantFrom("v", "a b", "$B", "", '"q"', "\\"),
      { maxKeys: 2 },
    ),
    fc.constantFrom(...Array<undefined>(20).fill(undefined), "s0", "s0", "1", "nope"),
  )
  .map(([globals, before, parts, form, buildArgs, target]) => ({
    text: assemble([...globals, ...before, ...parts.flat()], form),
    buildArgs,
    target,
  }));
