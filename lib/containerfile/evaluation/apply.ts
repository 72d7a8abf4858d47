import type {
  ArgumentInstruction,
  OtherInstruction,
  Property,
  PropertyInstruction,
} from "../containerfile.ts";
import { refusal } from "../refusal.ts";
import type { TextSlice } from "../text-range.ts";
import { expandSlice } from "./words/expand-slice.ts";
import type { Expansion, TracedExpansion } from "./words/expansion.ts";
import type { Scope } from "./scope.ts";
import { isStopSignal } from "./stop-signal.ts";

export interface ExpandedProperty {
  readonly property: Property;
  readonly key: Expansion;
  readonly value: TracedExpansion;
}

/** Declares the names of an ARG; all are expanded before the first is declared. */
export function applyArguments({ declarations }: ArgumentInstruction, scope: Scope): void {
  const expanded = declarations.map((declaration) => ({
    declaration,
    whole: expandSlice(declaration.word, scope.lookup),
  }));
  for (const { declaration, whole } of expanded) {
    const value: Expansion | undefined =
      declaration.default === undefined
        ? undefined
        : { value: whole.value.slice(whole.value.indexOf("=") + 1), doubts: whole.doubts };
    scope.declareArgument(declaration.name, value, declaration.nameRange);
  }
}

/** Keys and values of a LABEL or ENV, all expanded before the first takes effect. */
export function expandProperties(
  instruction: PropertyInstruction,
  scope: Scope,
): ExpandedProperty[] {
  return instruction.properties.map((property) => ({
    property,
    key: expandSlice(property.key, scope.lookup),
    value: expandSlice(property.value, scope.lookup),
  }));
}

/** The instructions whose words the builder expands. */
const LISTS = new Set(["ADD", "COPY", "EXPOSE", "VOLUME"]);
const TEXTS = new Set(["STOPSIGNAL", "USER", "WORKDIR"]);

/** Refuses an instruction whose words cannot be expanded: the build would stop there. */
export function checkExpansions(instruction: OtherInstruction, scope: Scope): void {
  const { keyword, words, rest, flags } = instruction;
  const slices: readonly TextSlice[] = LISTS.has(keyword)
    ? words
    : TEXTS.has(keyword)
      ? [rest]
      : [];
  const json = LISTS.has(keyword) ? instruction.json : undefined;
  const expanded = json?.map((text) => ({ text, range: rest.range })) ?? slices;
  for (const slice of flags) expandSlice(slice, scope.lookup);
  for (const slice of expanded) checkValue(keyword, slice, expandSlice(slice, scope.lookup).value);
  if (keyword === "HEALTHCHECK" && !/^(?:none|cmd)$/iu.test(words[0]?.text ?? "")) {
    throw refusal(
      "HEALTHCHECK of an unknown kind",
      rest.range.start,
      "Write HEALTHCHECK CMD ... or HEALTHCHECK NONE.",
    );
  }
}

function checkValue(keyword: string, { range }: TextSlice, value: string): void {
  if (keyword === "STOPSIGNAL" && !isStopSignal(value)) {
    throw refusal("STOPSIGNAL with no signal", range.start, "Write the name or the number of one.");
  }
  if (keyword === "VOLUME" && value.trim() === "") {
    throw refusal("VOLUME without a path", range.start, "Write the path, or declare its variable.");
  }
}
