import * as fc from "fast-check";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { evaluateImage } from "../../lib/containerfile/evaluate-image.ts";
import { externalImages } from "../../lib/containerfile/external-images.ts";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";
import { PaddockError } from "../../lib/errors.ts";
import { Builder, type Outcome, type Stored } from "./built-images.ts";
import { sample, type Sample } from "./random-containerfile.ts";

const RUNS = Number(process.env["PADDOCK_FUZZ_RUNS"] ?? "300");
const SEED = Number(process.env["PADDOCK_FUZZ_SEED"] ?? String(Date.now() % 2 ** 31));
const BASE = "localhost/paddock-fuzz-base";
const BASE_FILE = `FROM scratch\nENV A=from-base Y_1='a "b" \\c $X'\nLABEL run="base run" kept='$A'\n`;

/** What we refuse though Podman builds it, and why that is right. */
const STRICTER: readonly (readonly [RegExp, string])[] = [
  [/^a heredoc as a value/, "the author meant the lines below, which Podman reads as instructions"],
  [/with a flag, which the builder drops/, "a label that vanishes without a word"],
  [
    /^an ARG name that is not plain text/,
    "a name that only the build knows cannot be pinned or overridden",
  ],
  [/^a value without a key/, "a label or variable that nothing can name"],
  [
    /^an instruction that two readers find/,
    "the reviewer would see another file than the one that is built",
  ],
  [/^# escape= after another directive/, "BuildKit and buildah disagree"],
  [/^a stage name that is not plain/, "it could be a number or an image"],
  [/^a heredoc that builders read differently/, "the line below it may be text or an instruction"],
  [/before the first FROM/, "Podman makes a stage without a base of it, and skips it"],
  [/^an ENV name that expands to nothing/, "a variable that nothing can name"],
  [
    /^\$\{[\s\S]*, a form that is not read/,
    "patterns in which Podman and a shell disagree are not evaluated",
  ],
  [/of a value that builders cut differently/, "nor a star on a path, and letters beyond ASCII"],
];
/** Refused wherever it stands; Podman does not look into a stage that it skips, as what stands before the first FROM is, nor into triggers. */
const UNSEEN =
  /without (?:its end|a key|a name|a JSON)|^a \$\{|^unknown instruction|^an image name|too few words|^a FROM that names|something else than texts|^a stage number/;

function evaluated({ text, buildArgs, target }: Sample, base: Stored): Outcome {
  try {
    const image = evaluateImage(parseContainerfile(text), {
      buildArgs,
      platform: process.arch === "arm64" ? "linux/arm64/v8" : "linux/amd64",
      ...(target === undefined ? {} : { target }),
      baseLabels: base.labels,
      baseEnvironment: base.environment,
    });
    return {
      kind: "stored",
      stored: {
        labels: Object.fromEntries(image.labels.map(({ key, value }) => [key, value])),
        environment: image.environment,
      },
    };
  } catch (error) {
    if (!(error instanceof PaddockError) || error.code !== "containerfile-invalid") throw error;
    return { kind: "refused", reason: error.message };
  }
}

function isKnownStricter({ text }: Sample, reason: string): boolean {
  const before = text.split("\n").slice(0, Number(/ at line (\d+)/.exec(reason)?.[1] ?? 0));
  const isBeforeFrom = !/^\s*F/im.test(before.join("\n"));
  const hasUnseen =
    isBeforeFrom || (text.match(/^\s*F/gim)?.length ?? 0) > 1 || /ONBUILD|ON[\\`]/iu.test(text);
  return STRICTER.some(([pattern]) => pattern.test(reason)) || (hasUnseen && UNSEEN.test(reason));
}

/** A base that is no text of ours to judge: nobody made it. */
function needsAbsentImage({ text, buildArgs, target }: Sample): boolean {
  const { base, others } = externalImages(parseContainerfile(text), {
    buildArgs,
    ...(target === undefined ? {} : { target }),
  });
  return [base ?? BASE, ...others].some((name) => name !== BASE);
}

const sorted = (record: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));

t.setTimeout(0);
t.test(
  `${String(RUNS)} random Containerfiles, PADDOCK_FUZZ_SEED=${String(SEED)}`,
  { timeout: 0 },
  async (test) => {
    const builder = new Builder(join(tmpdir(), `paddock-fuzz-${String(process.pid)}`));
    test.teardown(() => builder.clean(BASE));
    const base = await builder.makeBase(BASE, BASE_FILE);
    const samples = fc.sample(sample, { numRuns: RUNS, seed: SEED });
    const outcomes = await builder.outcomes(samples, BASE);
    const counts = { agreed: 0, bothRefused: 0, stricter: 0, absentImage: 0 };
    for (const [index, one] of samples.entries()) {
      const podman = outcomes[index];
      const ours = evaluated(one, base);
      const shown = { seed: SEED, ...one, podman, ours };
      if (podman?.kind === "refused") {
        if (ours.kind === "refused") counts.bothRefused += 1;
        else if (needsAbsentImage(one)) counts.absentImage += 1;
        else test.fail(`Podman refuses what we evaluate: ${podman.reason.slice(0, 200)}`, shown);
      } else if (ours.kind === "refused") {
        counts.stricter += 1;
        if (!isKnownStricter(one, ours.reason))
          test.fail(`we refuse what Podman builds: ${ours.reason}`, shown);
      } else if (
        podman !== undefined &&
        sorted(podman.stored.labels) === sorted(ours.stored.labels) &&
        sorted(podman.stored.environment) === sorted(ours.stored.environment)
      ) {
        counts.agreed += 1;
      } else test.fail("the stored labels or variables differ", shown);
    }
    test.comment(JSON.stringify(counts));
    test.ok(counts.agreed > RUNS / 3, "most of the files build, and agree");
    test.ok(counts.stricter < RUNS / 4, "few are refused by us alone");
  },
);
