import type { LaunchVariable } from "../run-label.ts";
import { charAt, type Mark, type MarkedText } from "./marked-text.ts";

/** What Go's os.Expand sees in a text, one after the other. */
export type Reference =
  | { readonly kind: "mark"; readonly mark: Mark }
  /** `$name` or `${name}`, to be replaced by a value. */
  | { readonly kind: "name"; readonly name: string; readonly at: number }
  /** `${}` or a `${` without its brace, which Go swallows without a word. */
  | { readonly kind: "malformed"; readonly at: number }
  /** A name that goes on into the value of a variable put in by the first round, as in `$PWD$NAME`. */
  | { readonly kind: "glued"; readonly at: number; readonly variable: LaunchVariable };

const SPECIAL = /^[*#$@!?0-9-]$/;
const ALPHANUMERIC = /^\w$/;

interface Name {
  readonly reference: Reference;
  /** Marks taken after the `$`. */
  readonly width: number;
}

/** Finds the references of a text as Go's os.Expand does: `$` before anything but a name stays itself. */
export function scanReferences(text: MarkedText): readonly Reference[] {
  const found: Reference[] = [];
  let index = 0;
  for (let mark = text[index]; mark !== undefined; mark = text[index]) {
    const name = charAt(text, index) === "$" ? nameAfter(text, index + 1, mark) : undefined;
    found.push(name?.reference ?? { kind: "mark", mark });
    index += 1 + (name?.width ?? 0);
  }
  return found;
}

/** Go's getShellName; `undefined` when the `$` is an ordinary character. */
function nameAfter(text: MarkedText, start: number, { at }: Mark): Name | undefined {
  const next = text[start];
  if (next === undefined) return undefined;
  if (next.kind === "variable") return glued(next, at);
  if (next.char === "{") return bracedName(text, start, at);
  if (SPECIAL.test(next.char))
    return { reference: { kind: "name", name: next.char, at }, width: 1 };
  let name = "";
  for (let char = charAt(text, start); char !== undefined && ALPHANUMERIC.test(char);) {
    name += char;
    char = charAt(text, start + name.length);
  }
  if (name === "") return undefined;
  const after = text[start + name.length];
  if (after?.kind === "variable") return glued(after, at);
  return { reference: { kind: "name", name, at }, width: name.length };
}

function bracedName(text: MarkedText, start: number, at: number): Name {
  let name = "";
  for (let index = start + 1; index < text.length; index += 1) {
    const mark = text[index];
    if (mark?.kind === "variable") return glued(mark, at);
    if (mark?.char === "}") {
      if (name === "") return { reference: { kind: "malformed", at }, width: 2 };
      return { reference: { kind: "name", name, at }, width: name.length + 2 };
    }
    name += mark?.char ?? "";
  }
  return { reference: { kind: "malformed", at }, width: 1 };
}

function glued(mark: Mark & { kind: "variable" }, at: number): Name {
  return { reference: { kind: "glued", at, variable: mark.variable }, width: 0 };
}
