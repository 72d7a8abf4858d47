/** A variable that `podman container runlabel` gives a value at launch. */
export type LaunchVariable = "HOME" | "PWD" | "IMAGE" | "NAME" | "OPT1" | "OPT2" | "OPT3";

/** A part of a word: text of the label's author, or the place of a variable. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: LaunchVariable };

/** One word of the label after Podman's two rounds of splitting, with its variables still in place. */
export interface LabelWord {
  readonly pieces: readonly Piece[];
}

/** A run label that has been read: the words of a launch, before the values of a machine are put in. */
export interface RunLabelTemplate {
  readonly value: string;
  readonly words: readonly LabelWord[];
}

/** The values of one launch. An absent one that the label uses is an error, never an empty string. */
export interface LaunchValues {
  readonly home: string;
  readonly cwd: string;
  readonly image: string;
  readonly name?: string | undefined;
  readonly opt1?: string | undefined;
  readonly opt2?: string | undefined;
  readonly opt3?: string | undefined;
}

/** One word of an argv whose parts remember where they came from, so that a path from a variable is never read as syntax. */
export interface ExpandedWord {
  readonly text: string;
  readonly pieces: readonly { readonly text: string; readonly variable?: LaunchVariable }[];
}
