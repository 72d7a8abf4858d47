import { chmodSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import t from "tap";
import { PaddockError } from "../../lib/errors.ts";
import { expandRunLabel } from "../../lib/label/expand-run-label.ts";
import {
  plainRunlabel,
  runlabelArguments,
  survivesRunlabel,
} from "../../lib/label/plain-runlabel.ts";
import { readRunLabel } from "../../lib/label/read-run-label.ts";
import type { LaunchValues, RunLabelTemplate } from "../../lib/label/run-label.ts";
import { inPairs, loadLabels, runPodman, type PodmanResult } from "./label-image.ts";
import { labelRest, oddValue } from "./random-label.ts";

t.setTimeout(0);
const runs = Number(process.env["PADDOCK_FUZZ_RUNS"] ?? 300);
const seed = Number(process.env["PADDOCK_FUZZ_SEED"] ?? Date.now() % 1_000_000);
const image = "localhost/paddock-random-labels:latest";
const folder = t.testdir({
  // Prints its arguments with their boundaries, which --display hides.
  show: `#!/bin/sh\nfor word; do printf '%s\\0' "$word"; done\n`,
  plain: {},
  odd: {},
});
const show = join(folder, "show");
chmodSync(show, 0o755);
const plain = join(folder, "plain");
const values: LaunchValues = {
  home: homedir(),
  cwd: plain,
  image,
  opt1: "one",
  opt2: "two=2",
  opt3: "/three",
};
const programs = [
  "podman",
  "podman",
  "docker",
  "/usr/bin/docker",
  "'docker'/",
  'pod""man',
  "\n podman",
];
const rests = fc.sample(labelRest, { numRuns: runs, seed });
const labels = rests.map((rest, index) => ({
  shown: `show${index}`,
  started: `start${index}`,
  display: `${programs[index % programs.length]} ${rest}`,
  start: `${show} ${rest}`,
}));
t.comment(`${runs} labels, PADDOCK_FUZZ_SEED=${seed}`);

t.before(async () => {
  const stored = labels.flatMap(({ shown, started, display, start }) => [
    [shown, display],
    [started, start],
  ]);
  await loadLabels(join(folder, "image"), image, {
    ...Object.fromEntries(stored),
    arguments: `${show} a IMAGE`,
    once: `${show} -v "$PWD:/w" IMAGE`,
    twice: `${show} -v \\"$PWD:/w\\" IMAGE`,
  });
});
t.teardown(async () => {
  await runPodman(["image", "rm", "--force", image]);
});

function runlabel(
  flags: readonly string[],
  label: string,
  at: LaunchValues,
  args: readonly string[] = [],
): Promise<PodmanResult> {
  const { opt1 = "", opt2 = "", opt3 = "", name } = at;
  const options = [`--opt1=${opt1}`, `--opt2=${opt2}`, `--opt3=${opt3}`];
  if (name !== undefined) options.push(`--name=${name}`);
  return runPodman(
    ["container", "runlabel", ...flags, ...options, label, image, "--", ...args],
    at.cwd,
  );
}

function readOrRefuse(label: string): RunLabelTemplate | PaddockError {
  try {
    return readRunLabel(label);
  } catch (error) {
    if (error instanceof PaddockError) return error;
    throw error;
  }
}

/** The arguments that the stand-in was started with, or `undefined` where Podman failed. */
function startedWith({ status, stdout }: PodmanResult): string[] | undefined {
  return status === 0 ? stdout.split("\0").slice(0, -1) : undefined;
}

t.test("C38 --display shows our words joined by blanks, for any label", async (test) => {
  const results = await inPairs(labels, ({ shown }) => runlabel(["--display"], shown, values));
  for (const [index, { display }] of labels.entries()) {
    const { status, stdout } = results[index] ?? { status: undefined, stdout: "" };
    const words = plainRunlabel(display, values);
    const name = JSON.stringify(display);
    if (words === undefined || words.length === 0) {
      test.not(status, 0, `Podman fails on ${name}`);
      test.ok(readOrRefuse(display) instanceof PaddockError, `refused: ${name}`);
      continue;
    }
    const [, said] = /^command: (.*)\n$/s.exec(stdout) ?? [];
    const podman = process.env["PADDOCK_PODMAN"] ?? "podman";
    test.equal(said, [podman, ...words.slice(1)].join(" "), `display of ${name}`);
  }
});

t.test("a label started by Podman gets word for word our argv", async (test) => {
  const results = await inPairs(labels, ({ started }) => runlabel([], started, values));
  let read = 0;
  for (const [index, { start }] of labels.entries()) {
    const result = results[index];
    const started = result && startedWith(result);
    const name = JSON.stringify(start);
    test.same(started, plainRunlabel(start, values)?.slice(1), `plain reading of ${name}`);
    const template = readOrRefuse(start);
    if (template instanceof PaddockError) {
      test.equal(template.code, "label-invalid");
      if (started !== undefined) test.match(start, /[$`]/, `only a $ or \` is refused: ${name}`);
      continue;
    }
    read += 1;
    test.same(expandRunLabel(template, values).slice(1), started, `argv of ${name}`);
  }
  test.ok(read > runs / 5, `${read} of ${runs} labels can be read`);
});

t.test("C01 survivesRunlabel knows which odd values Podman gets right", async (test) => {
  const odd = fc.sample(fc.tuple(oddValue, oddValue, oddValue), { numRuns: runs, seed });
  const jobs = labels.flatMap(({ started, start }, index) => {
    const template = readOrRefuse(start);
    const [directory = "d", name = "n", opt1 = "o"] = odd[index] ?? [];
    const cwd = join(folder, "odd", directory);
    mkdirSync(cwd, { recursive: true });
    if (template instanceof PaddockError) return [];
    return [{ started, template, values: { ...values, cwd, name, opt1 } }];
  });
  const results = await inPairs(jobs, (job) => runlabel([], job.started, job.values));
  let survivors = 0;
  for (const [index, job] of jobs.entries()) {
    const result = results[index];
    const started = result && startedWith(result);
    const same =
      JSON.stringify(started) === JSON.stringify(expandRunLabel(job.template, job.values).slice(1));
    if (same) survivors += 1;
    test.equal(
      survivesRunlabel(job.template, job.values).ok,
      same,
      JSON.stringify([job.template.value, job.values]),
    );
  }
  test.ok(survivors > 0 && survivors < jobs.length, `${survivors} of ${jobs.length} survive`);
});

t.test("C01 a directory that becomes flags, unless it is quoted twice", async (test) => {
  const cwd = join(folder, "odd", "proj:", "x --privileged -v ", ":", "h -v ", "tmp");
  mkdirSync(cwd, { recursive: true });
  const [before] = cwd.split(" ");
  test.same(startedWith(await runlabel([], "once", { ...values, cwd })), [
    "-v",
    before,
    "--privileged",
    "-v",
    "/:/h",
    "-v",
    "/tmp:/w",
    image,
  ]);
  test.same(startedWith(await runlabel([], "twice", { ...values, cwd })), [
    "-v",
    `${cwd}:/w`,
    image,
  ]);
});

t.test("C10 extra arguments arrive word for word", async (test) => {
  const fixed = [
    ["bash", "-lc", 'echo "a  b"; ls # c', "IMAGE", "", "$HOME ${NAME} $", "x=NAME", "\n"],
  ];
  const random = fc.sample(fc.array(fc.oneof(oddValue, labelRest), { maxLength: 5 }), {
    numRuns: Math.ceil(runs / 4),
    seed,
  });
  const lists = [...fixed, ...random];
  const results = await inPairs(lists, (args) =>
    runlabel([], "arguments", values, runlabelArguments(args)),
  );
  for (const [index, args] of lists.entries()) {
    const result = results[index];
    test.same(result && startedWith(result), ["a", image, ...args], JSON.stringify(args));
  }
});
