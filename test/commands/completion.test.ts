import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import tap from "tap";
import { main } from "../../lib/cli.ts";
import { testWorld } from "../host-for-tests.ts";
import { VERBS } from "../../lib/commands/line/complete-word.ts";
import { PROFILES } from "../profiles-for-tests.ts";

async function scriptFor(t: Parameters<typeof testWorld>[0], ...shell: string[]): Promise<string> {
  const world = testWorld(t);
  t.equal(await main(["completion", ...shell], world.host), 0);
  t.equal(world.said(), "");
  return world.answered();
}

tap.test("bash is the default", async (t) => {
  t.equal(await scriptFor(t), await scriptFor(t, "bash"));
});

tap.test("an unknown shell", async (t) => {
  const world = testWorld(t);
  t.equal(await main(["completion", "tcsh"], world.host), 2);
  t.equal(
    world.said(),
    'paddock: There is no completion for "tcsh".\n  Use one of: bash, zsh, fish.\n',
  );
});

tap.test("a shell that is a property of every object", async (t) => {
  const world = testWorld(t);
  t.equal(await main(["completion", "constructor"], world.host), 2);
  t.match(world.said(), /^paddock: There is no completion for "constructor"\.\n/);
});

// The shells that this machine has read their script; the others are named, so that nobody takes them for tested.
for (const [shell, flag] of [
  ["bash", "-n"],
  ["zsh", "-n"],
  ["fish", "--no-execute"],
] as const) {
  const installed = spawnSync(shell, ["--version"]).error === undefined;
  tap.test(
    `${shell} reads its script`,
    { skip: installed ? false : `${shell} is not installed here` },
    async (t) => {
      const script = await scriptFor(t, shell);
      const file = join(t.testdirName, "script");
      writeFileSync(file, script);
      const { status, stderr } = spawnSync(shell, [flag, file], { encoding: "utf8" });
      t.same([status, stderr], [0, ""]);
    },
  );
}

tap.test("each script asks Paddock itself, with the words up to the cursor", async (t) => {
  t.match(await scriptFor(t, "bash"), /^complete -o default -F _paddock paddock$/m);
  t.match(
    await scriptFor(t, "bash"),
    'paddock --get-yargs-completions "${COMP_WORDS[@]:0:COMP_CWORD+1}"',
  );
  t.match(await scriptFor(t, "zsh"), /^#compdef paddock\n/);
  t.match(await scriptFor(t, "zsh"), 'paddock --get-yargs-completions "${(@)words[1,CURRENT]}"');
  t.match(
    await scriptFor(t, "fish"),
    /^complete --command paddock --arguments '\(__paddock_words\)'$/m,
  );
});

const lines: readonly [words: readonly string[], reply: readonly string[]][] = [
  [["paddock", ""], [...VERBS]],
  [["paddock", "re"], ["rebuild"]],
  [
    ["paddock", "run", ""],
    ["base", "default", "mine"],
  ],
  [["paddock", "build", "de"], ["default"]],
  [["paddock", "profiles", ""], []],
];
tap.test("bash completes what Paddock answers", async (t) => {
  const world = testWorld(t, {
    files: { ...PROFILES, "home/.config/paddock/profiles/mine/Containerfile": "" },
  });
  const answers: string[] = [];
  for (const [words] of lines) {
    t.equal(await main(["--get-yargs-completions", ...words], world.host), 0);
    answers.push(world.answered());
  }
  t.same(
    answers.map((answer) => answer.split("\n").filter(Boolean)),
    [[...VERBS], [...VERBS], ["base", "default", "mine"], ["base", "default", "mine"], []],
  );
  const stub = `${world.root}/bin/paddock`;
  const script = `${world.root}/completion.bash`;
  writeFileSync(script, await scriptFor(t, "bash"));
  for (const [at, [words, reply]] of lines.entries()) {
    writeFileSync(`${world.root}/answer`, answers[at] ?? "");
    writeFileSync(
      stub,
      `#!/bin/sh\nprintf '%s\\n' "$@" >'${world.root}/asked'\ncat '${world.root}/answer'\n`,
    );
    chmodSync(stub, 0o755);
    const code =
      'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _paddock; printf "%s\\n" "${COMPREPLY[@]}"';
    const output = execFileSync("bash", ["--norc", "-c", code, "bash", script, ...words], {
      encoding: "utf8",
      env: { PATH: `${world.root}/bin:${process.env["PATH"] ?? ""}` },
    });
    t.same(output.split("\n").filter(Boolean), reply, words.join(" "));
    const asked = execFileSync("cat", [`${world.root}/asked`], { encoding: "utf8" });
    t.equal(asked, ["--get-yargs-completions", ...words, ""].join("\n"));
  }
});
