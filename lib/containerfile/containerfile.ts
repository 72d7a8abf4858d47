import type { TextRange, TextSlice } from "./text-range.ts";

/** A value as written: `text` and `range` with its quotes; `inner` without them, where one pair encloses the whole. */
export interface QuotedSlice extends TextSlice {
  readonly inner: TextSlice;
}

/** One `key=value` of a LABEL or ENV, or the whole of the old form `LABEL key value`. */
export interface Property {
  readonly key: TextSlice;
  readonly value: QuotedSlice;
  readonly range: TextRange;
}

/** One name of an ARG, with its default where it has one; `word` is the whole as written. */
export interface ArgumentDeclaration {
  /** Without quotes. */
  readonly name: string;
  readonly nameRange: TextRange;
  readonly default: QuotedSlice | undefined;
  readonly word: TextSlice;
  /** The stage that it stands in; undefined before the first FROM. */
  readonly stage: number | undefined;
}

interface AnyInstruction {
  /** In upper case. */
  readonly keyword: string;
  /** From the keyword to the last character, the bodies of its heredocs included. */
  readonly range: TextRange;
  readonly keywordRange: TextRange;
  /** The leading `--x` words, quotes removed. */
  readonly flags: readonly TextSlice[];
  /** What follows keyword and flags. */
  readonly rest: TextSlice;
}

export interface PropertyInstruction extends AnyInstruction {
  readonly kind: "label" | "environment";
  readonly properties: readonly Property[];
}

export interface ArgumentInstruction extends AnyInstruction {
  readonly kind: "argument";
  readonly declarations: readonly ArgumentDeclaration[];
}

export interface FromInstruction extends AnyInstruction {
  readonly kind: "from";
  readonly image: TextSlice;
  readonly name: TextSlice | undefined;
}

export interface OnbuildInstruction extends AnyInstruction {
  readonly kind: "onbuild";
  /** What a child's build would do first; no part of this image's own build. */
  readonly trigger: Instruction;
}

export interface OtherInstruction extends AnyInstruction {
  readonly kind: "other";
  readonly words: readonly TextSlice[];
  /** The words of the JSON form; undefined where the instruction is in the other form. */
  readonly json: readonly string[] | undefined;
}

/** One instruction, read as buildah's parser reads it. */
export type Instruction =
  | PropertyInstruction
  | ArgumentInstruction
  | FromInstruction
  | OnbuildInstruction
  | OtherInstruction;

/** From one FROM to the next. */
export interface Stage {
  readonly index: number;
  /** As written after AS. */
  readonly name: TextSlice | undefined;
  readonly from: FromInstruction;
  /** Without the FROM. */
  readonly instructions: readonly Instruction[];
}

/** A label as written: nothing is expanded yet. */
export interface WrittenLabel extends Property {
  readonly stage: number;
}

/** A Containerfile that a build would accept as far as its text tells. */
export interface Containerfile {
  readonly text: string;
  readonly stages: readonly [Stage, ...Stage[]];
  /** The ARGs before the first FROM. */
  readonly globals: readonly ArgumentInstruction[];
  /** Every ARG of the file, in order; triggers of ONBUILD are not among them. */
  readonly arguments: readonly ArgumentDeclaration[];
  /** Every label of the file, in order, in whichever stage; triggers of ONBUILD are not among them. */
  readonly labels: readonly WrittenLabel[];
}

/** The names that some ARG of the file declares: what `--build-arg` can set. */
export function declaredArguments(containerfile: Containerfile): ReadonlySet<string> {
  return new Set(containerfile.arguments.map(({ name }) => name));
}
