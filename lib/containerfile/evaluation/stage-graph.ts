import type { Containerfile, Instruction, Stage } from "../containerfile.ts";
import { refusal } from "../refusal.ts";
import type { TextSlice } from "../text-range.ts";
import { expandSlice } from "./words/expand-slice.ts";
import type { Expansion } from "./words/expansion.ts";

/** What a stage stands on, or copies from. */
export type ImageSource =
  | { readonly kind: "scratch" }
  | { readonly kind: "stage"; readonly index: number }
  | { readonly kind: "image"; readonly name: string };

/** A stage with its names and references resolved. */
export interface LinkedStage {
  readonly stage: Stage;
  /** After AS; a stage without one is known by its number. */
  readonly name: string;
  readonly base: ImageSource;
  /** The sources of its COPY --from and RUN --mount=from=. */
  readonly copies: readonly ImageSource[];
}

type Lookup = (name: string) => Expansion | undefined;

/** Resolves every name of a stage or an image in the file, as buildah's executor does; what depends on a variable is expanded by `lookup`. */
export function linkStages({ stages }: Containerfile, lookup: Lookup): readonly LinkedStage[] {
  const linked: LinkedStage[] = [];
  for (const stage of stages) {
    const name = stageName(stage, lookup);
    const base = imageSource(stage.from.image, linked, lookup);
    const copies = stage.instructions
      .flatMap(copySources)
      .map((from) => copySource(from, linked, lookup));
    checkRepeated(stage, name, linked);
    linked.push({ stage, name, base, copies });
  }
  return linked;
}

function stageName(stage: Stage, lookup: Lookup): string {
  if (stage.name === undefined) return String(stage.index);
  const { value, doubts } = expandSlice(stage.name, lookup);
  if (doubts.length > 0 || value === "scratch" || !/^[A-Za-z][\w.-]*$/u.test(value)) {
    throw refusal(
      "a stage name that is not plain",
      stage.name.range.start,
      "Begin it with a letter; do not call it scratch.",
    );
  }
  return value;
}

/** Two stages of one name mislead the builder about what needs what, except where the first needs no other stage. */
function checkRepeated({ name }: Stage, value: string, linked: readonly LinkedStage[]): void {
  const same = linked.filter((other) => other.name === value);
  const isClear =
    same.length < 2 &&
    same.every(({ base, copies }) => ![base, ...copies].some(({ kind }) => kind === "stage"));
  if (!isClear && name !== undefined)
    throw refusal(`a second stage of one name`, name.range.start, "Give each stage its own name.");
}

function imageSource(
  image: TextSlice,
  linked: readonly LinkedStage[],
  lookup: Lookup,
): ImageSource {
  const { value, doubts } = expandSlice(image, lookup);
  const doubt = doubts[0];
  if (value === "" || doubt !== undefined) {
    const what =
      doubt === undefined
        ? "an image name that is empty"
        : `an image name in doubt (${doubt.message})`;
    throw refusal(
      what,
      image.range.start,
      "Declare the variable with ARG before the first FROM, or write the name.",
    );
  }
  if (value === "scratch") return { kind: "scratch" };
  const index = linked.findLastIndex(({ name }) => name === value);
  if (index !== -1) return { kind: "stage", index };
  if (/^\d+$/u.test(value))
    throw refusal(
      "a stage number that is no earlier stage without a name",
      image.range.start,
      "Use the stage's name.",
    );
  return { kind: "image", name: value };
}

function copySource(from: TextSlice, linked: readonly LinkedStage[], lookup: Lookup): ImageSource {
  const { value } = expandSlice(from, lookup);
  const stage = /^\d+$/u.test(value) ? linked[Number(value)] : undefined;
  return stage === undefined
    ? imageSource(from, linked, lookup)
    : { kind: "stage", index: stage.stage.index };
}

/** The names that an instruction copies or mounts from. */
function copySources(instruction: Instruction): TextSlice[] {
  if (instruction.kind !== "other") return [];
  const { keyword, flags } = instruction;
  if (keyword === "COPY" || keyword === "ADD") {
    return flags.flatMap(({ text, range }) =>
      text.startsWith("--from=") ? [{ text: text.slice(7), range }] : [],
    );
  }
  if (keyword !== "RUN") return [];
  return flags.flatMap(({ text, range }) =>
    text.startsWith("--mount=")
      ? text
          .slice(8)
          .split(",")
          .flatMap((field) => (field.startsWith("from=") ? [{ text: field.slice(5), range }] : []))
      : [],
  );
}
