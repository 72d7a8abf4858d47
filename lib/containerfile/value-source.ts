/** A stretch of an expanded value and the part of the word that it was made from, both in UTF-16 units. */
export interface ValueSource {
  readonly start: number;
  readonly end: number;
  /** Of the value. */
  readonly length: number;
  /** The variable that stands there; plain text without it. */
  readonly variable?: VariableUse;
}

/** A variable as a word uses it; what a modifier puts in its place has sources of its own. */
export interface VariableUse {
  readonly name: string;
  readonly modifier: "" | "-" | "+" | "?";
  readonly isDefined: boolean;
}
