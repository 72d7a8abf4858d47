import { array, assert, asyncProperty, constantFrom, oneof } from "fast-check";
import tap from "tap";
import { readCommandLine } from "../../../lib/commands/line/command-line.ts";
import { readPlainRun } from "../../../lib/commands/line/plain-run.ts";
import { RUN_OPTION_ROWS, spellings } from "../../../lib/commands/line/run-flags.ts";
import { runCommand } from "../../../lib/commands/run.ts";
import { PaddockError } from "../../../lib/errors.ts";
import { testWorld } from "../../host-for-tests.ts";

const NAMES = ["profile", ...RUN_OPTION_ROWS.map(([name]) => name)];

tap.test("what is plainly written is read", (t) => {
  t.same(readPlainRun(["claude", "--runtime", "crun", "-w", "src", "--", "sh", "-c", "id"]), {
    flags: {
      ...readPlainRun([])?.flags,
      profile: "claude",
      runtime: "crun",
      folder: "src",
    },
    command: ["sh", "-c", "id"],
  });
  const twice = ["--accept-unenforced", "memory", "--accept-unenforced", "cpus"];
  t.same(readPlainRun(twice)?.flags["accept-unenforced"], ["memory", "cpus"]);
  t.end();
});

const left: readonly (readonly string[])[] = [
  ["--help"],
  ["-h"],
  ["--version"],
  ["--runtime"],
  ["--runtime", "--json"],
  ["--runtime", ""],
  ["--runtime=crun"],
  ["--no-build"],
  ["--json", "--json"],
  ["--jsn"],
  ["-wsrc"],
  ["one", "two"],
  ["--json", "true"],
  ["-"],
  [""],
  ["constructor", "--constructor"],
];
for (const words of left) {
  tap.test(`left to yargs: ${JSON.stringify(words)}`, (t) => {
    t.equal(readPlainRun(words), undefined);
    t.end();
  });
}

tap.test("whatever is read so, yargs reads the same", async (t) => {
  const { host } = testWorld(t);
  const calls: { readonly flags: Readonly<Record<string, unknown>>; readonly words: unknown }[] =
    [];
  const run = runCommand.run;
  t.teardown(() => Object.assign(runCommand, { run }));
  Object.assign(runCommand, {
    run: (_host: unknown, flags: Readonly<Record<string, unknown>>, words: unknown) => {
      calls.push({ flags, words });
      return Promise.resolve(0);
    },
  });
  const flagWords = RUN_OPTION_ROWS.flatMap(([name, { alias }]) =>
    [`--no-${name}`, `--${name}=x`].concat(spellings(name, alias)),
  );
  const plain = ["default", "claude", "crun", "src", "/srv", ".", "memory", "a b", "1e3", "true"];
  const odd = ["--", "-", "", "--help", "-x", "0x1", "é", "$HOME"];
  const word = oneof(constantFrom(...flagWords), constantFrom(...plain), constantFrom(...odd));
  let compared = 0;
  await assert(
    asyncProperty(array(word, { maxLength: 7 }), async (words) => {
      const quick = readPlainRun(words);
      if (quick === undefined) return;
      compared += 1;
      calls.length = 0;
      try {
        await readCommandLine(["run", ...words], host)?.();
      } catch (error) {
        if (!(error instanceof PaddockError)) throw error;
      }
      const read = Object.fromEntries(NAMES.map((name) => [name, calls[0]?.flags[name]]));
      t.same({ ...quick.flags }, read, JSON.stringify(words), { diagnostic: false });
      t.same(quick.command, calls[0]?.words, JSON.stringify(words));
    }),
    { numRuns: 1500 },
  );
  t.ok(compared > 200, `${compared} were read plainly`);
});
