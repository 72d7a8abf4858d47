import * as fc from "fast-check";
import t from "tap";
import { flagUses, parseRun, writeRun } from "../../../lib/policy/argv/argv.ts";
import { PaddockError } from "../../../lib/errors.ts";
import { FLAG_ALIASES, FLAGS } from "../../../lib/policy/flags.ts";

interface Row {
  readonly name: string;
  readonly words: readonly string[];
  /** Name, spelling, value. */
  readonly uses: readonly (readonly [string, string, string])[];
  readonly image?: string;
  readonly command?: readonly string[];
}

const ROWS: readonly Row[] = [
  { name: "--x=y", words: ["--name=a", "img"], uses: [["name", "--name", "a"]] },
  { name: "--x y", words: ["--name", "a", "img"], uses: [["name", "--name", "a"]] },
  { name: "--x= is an empty value", words: ["--name=", "img"], uses: [["name", "--name", ""]] },
  { name: "--x=y=z", words: ["--env=A=B", "img"], uses: [["env", "--env", "A=B"]] },
  { name: "-x y", words: ["-e", "A=B", "img"], uses: [["env", "-e", "A=B"]] },
  { name: "-xy", words: ["-eA=B", "img"], uses: [["env", "-e", "A=B"]] },
  { name: "-x=y", words: ["-e=A=B", "img"], uses: [["env", "-e", "A=B"]] },
  { name: "-x= keeps the sign", words: ["-e=", "img"], uses: [["env", "-e", "="]] },
  {
    name: "combined shorts, the last with its value in the next word",
    words: ["-itv", "/a:/b", "img"],
    uses: [
      ["interactive", "-i", "true"],
      ["tty", "-t", "true"],
      ["volume", "-v", "/a:/b"],
    ],
  },
  {
    name: "combined shorts, the last with its value joined",
    words: ["-itw/tmp", "img"],
    uses: [
      ["interactive", "-i", "true"],
      ["tty", "-t", "true"],
      ["workdir", "-w", "/tmp"],
    ],
  },
  {
    name: "combined booleans, the last switched off",
    words: ["-it=false", "img"],
    uses: [
      ["interactive", "-i", "true"],
      ["tty", "-t", "false"],
    ],
  },
  { name: "boolean", words: ["--rm", "img"], uses: [["rm", "--rm", "true"]] },
  { name: "boolean off", words: ["--rm=false", "img"], uses: [["rm", "--rm", "false"]] },
  { name: "boolean T", words: ["--rm=T", "img"], uses: [["rm", "--rm", "T"]] },
  {
    name: "a boolean takes no next word: the next word is the image",
    words: ["--tty", "true", "img"],
    uses: [["tty", "--tty", "true"]],
    image: "true",
    command: ["img"],
  },
  {
    name: "a value may look like a flag",
    words: ["--name", "--rm", "img"],
    uses: [["name", "--name", "--rm"]],
  },
  { name: "a value may be --", words: ["-v", "--", "img"], uses: [["volume", "-v", "--"]] },
  {
    name: "repeats keep their order",
    words: ["--cap-add", "A", "--rm", "--cap-add=B", "img"],
    uses: [
      ["cap-add", "--cap-add", "A"],
      ["rm", "--rm", "true"],
      ["cap-add", "--cap-add", "B"],
    ],
  },
  {
    name: "flags end at the image",
    words: ["img", "--privileged", "-it"],
    uses: [],
    command: ["--privileged", "-it"],
  },
  {
    name: "flags end at --",
    words: ["--rm", "--", "img", "--rm"],
    uses: [["rm", "--rm", "true"]],
    command: ["--rm"],
  },
  {
    name: "-- after the image is the command's",
    words: ["img", "--", "a"],
    uses: [],
    command: ["--", "a"],
  },
  { name: "a lone dash is the image", words: ["-", "a"], uses: [], image: "-", command: ["a"] },
  {
    name: "--net is --network",
    words: ["--net=host", "img"],
    uses: [["network", "--net", "host"]],
  },
  {
    name: "--dns-opt is --dns-option",
    words: ["--dns-opt", "x", "img"],
    uses: [["dns-option", "--dns-opt", "x"]],
  },
  {
    name: "a flag of Podman itself",
    words: ["--runtime", "krun", "img"],
    uses: [["runtime", "--runtime", "krun"]],
  },
];

for (const { name, words, uses, image = "img", command = [] } of ROWS) {
  t.test(name, async (test) => {
    const argv = ["podman", "run", ...words];
    const run = parseRun(argv);
    test.same(
      flagUses(run).map(({ flag, spelling, value }) => [flag.name, spelling, value]),
      uses,
    );
    test.equal(run.image, image);
    test.same(run.command, command);
    test.same(writeRun(run), argv);
  });
}

t.test("each option knows its place", async (test) => {
  const run = parseRun(["podman", "run", "--rm", "-v", "/a:/b", "-it", "img"]);
  test.same(
    run.options.map(({ at }) => at),
    [2, 3, 5],
  );
});

function refusal(attempt: () => unknown): PaddockError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof PaddockError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const REFUSED: readonly {
  readonly name: string;
  readonly argv: readonly string[];
  readonly code: "argv-invalid" | "refused";
  readonly says: RegExp;
}[] = [
  {
    name: "an unknown flag",
    argv: ["podman", "run", "--privilege", "i"],
    code: "argv-invalid",
    says: /--privilege".*--privileged/s,
  },
  {
    name: "an underscore",
    argv: ["podman", "run", "--cap_drop=ALL", "i"],
    code: "argv-invalid",
    says: /--cap-drop/,
  },
  {
    name: "a shortened name",
    argv: ["podman", "run", "--priv", "i"],
    code: "argv-invalid",
    says: /--priv"/,
  },
  { name: "capitals", argv: ["podman", "run", "--RM", "i"], code: "argv-invalid", says: /--rm/ },
  {
    name: "an unknown letter in a word",
    argv: ["podman", "run", "-itz", "i"],
    code: "argv-invalid",
    says: /-z.*-itz/,
  },
  {
    name: "three dashes",
    argv: ["podman", "run", "---rm", "i"],
    code: "argv-invalid",
    says: /---rm/,
  },
  { name: "no name", argv: ["podman", "run", "--=x", "i"], code: "argv-invalid", says: /no flag/ },
  {
    name: "-t= has no value",
    argv: ["podman", "run", "-t=", "i"],
    code: "argv-invalid",
    says: /"-="/,
  },
  {
    name: "a prototype's name",
    argv: ["podman", "run", "--constructor", "i"],
    code: "argv-invalid",
    says: /constructor/,
  },
  {
    name: "a boolean that is neither",
    argv: ["podman", "run", "--rm=yes", "i"],
    code: "argv-invalid",
    says: /--rm.*yes/,
  },
  {
    name: "a missing value",
    argv: ["podman", "run", "--name"],
    code: "argv-invalid",
    says: /--name needs a value/,
  },
  {
    name: "a missing value of a short flag",
    argv: ["podman", "run", "-iv"],
    code: "argv-invalid",
    says: /-v needs a value/,
  },
  { name: "no image", argv: ["podman", "run", "--rm"], code: "argv-invalid", says: /no image/ },
  { name: "an empty image", argv: ["podman", "run", ""], code: "argv-invalid", says: /no image/ },
  {
    name: "C39 a label that is not podman",
    argv: ["sh", "-c", "touch /tmp/owned"],
    code: "refused",
    says: /"sh"/,
  },
  {
    name: "C39 a program of podman's name elsewhere",
    argv: ["./podman", "run", "i"],
    code: "refused",
    says: /podman run/,
  },
  {
    name: "C39 a podman outside the system's folders",
    argv: ["/home/me/bin/podman", "run", "i"],
    code: "refused",
    says: /podman run/,
  },
  { name: "another subcommand", argv: ["podman", "exec", "i"], code: "refused", says: /"exec"/ },
  {
    name: "podman container run",
    argv: ["podman", "container", "run", "i"],
    code: "refused",
    says: /"container"/,
  },
  {
    name: "a flag before run",
    argv: ["podman", "--root=/x", "run", "i"],
    code: "refused",
    says: /--root/,
  },
  { name: "nothing", argv: [], code: "refused", says: /nothing/ },
];

for (const { name, argv, code, says } of REFUSED) {
  t.test(`refuses ${name}`, async (test) => {
    const error = refusal(() => parseRun(argv));
    test.equal(error.code, code);
    test.match(`${error.message} ${error.fix}`, says);
  });
}

function isBoolean(name: string): boolean {
  return FLAGS.some((flag) => flag.name === name && flag.kind === "boolean");
}

t.test("what is read is written back, word for word", async (test) => {
  const long = fc.constantFrom(...FLAGS.map(({ name }) => name), ...Object.keys(FLAG_ALIASES));
  const text = fc.string({ unit: "grapheme", maxLength: 12 });
  const longOption = fc
    .tuple(long, text, fc.boolean())
    .map(([name, value, apart]) =>
      isBoolean(name)
        ? [apart ? `--${name}` : `--${name}=${value.length % 2 === 0}`]
        : apart
          ? [`--${name}`, value]
          : [`--${name}=${value}`],
    );
  const shorts = fc
    .tuple(
      fc.array(fc.constantFrom("i", "t", "d", "q", "P")),
      fc.constantFrom("v", "e", "w", "p"),
      text,
    )
    .map(([letters, letter, value]) =>
      value.length > 4
        ? [`-${letters.join("")}${letter}`, value]
        : [`-${letters.join("")}${letter}${value}x`],
    );
  const argvs = fc
    .tuple(fc.array(fc.oneof(longOption, shorts)), fc.boolean(), fc.array(text))
    .map(([options, dashes, command]) =>
      ["podman", "run"].concat(...options, dashes ? ["--", "img"] : ["img"], command),
    );
  fc.assert(
    fc.property(argvs, (argv) => test.strictSame(writeRun(parseRun(argv)), argv) || false),
    { numRuns: 500 },
  );
});

t.test("C39 podman by its path is podman, and keeps it when the argv is written again", (t) => {
  const argv = ["/usr/bin/podman", "run", "--rm", "localhost/i"];
  t.strictSame(writeRun(parseRun(argv)), argv);
  t.end();
});
