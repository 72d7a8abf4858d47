import { PaddockError } from "../errors.ts";
import type {
  ExpandedWord,
  LaunchValues,
  LaunchVariable,
  Piece,
  RunLabelTemplate,
} from "./run-label.ts";

const ADVICE: Readonly<Record<LaunchVariable, string>> = {
  HOME: "Set HOME to the absolute path of your home directory.",
  PWD: "Start from a directory that exists.",
  IMAGE: "Name the image.",
  NAME: "Give the container a name, or leave it to be the image's.",
  OPT1: "Give it a value, or take it out of the label.",
  OPT2: "Give it a value, or take it out of the label.",
  OPT3: "Give it a value, or take it out of the label.",
};

/**
 * The argv of a launch: what `podman container runlabel` makes of the label where no value has a character that is
 * special to it, and one word for one word of the author whatever the values hold. Throws like `expandWords`.
 */
export function expandRunLabel(template: RunLabelTemplate, values: LaunchValues): string[] {
  return expandWords(template, values).map((word) => word.text);
}

/**
 * The words of a launch, whose parts remember the variable they came from. Throws `label-invalid` for a variable that
 * the label uses without a value, and for a HOME or PWD that is not absolute.
 */
export function expandWords(template: RunLabelTemplate, values: LaunchValues): ExpandedWord[] {
  return template.words.map((word) => {
    const pieces = word.pieces.map((piece) => expandPiece(piece, values));
    return { text: pieces.map((piece) => piece.text).join(""), pieces };
  });
}

/** The name that Podman gives a container by default: the image's last path component up to a colon. */
export function defaultContainerName(image: string): string {
  const [name = ""] = image.slice(image.lastIndexOf("/") + 1).split(":", 1);
  return name === "" ? image : name;
}

/** The value of a variable, by Podman's rules for a missing name; `undefined` where there is none. */
export function valueOfVariable(name: LaunchVariable, values: LaunchValues): string | undefined {
  const { home, cwd, image, name: given, opt1, opt2, opt3 } = values;
  return {
    HOME: home,
    PWD: cwd,
    IMAGE: image,
    NAME: given ?? defaultContainerName(image),
    OPT1: opt1,
    OPT2: opt2,
    OPT3: opt3,
  }[name];
}

function expandPiece(piece: Piece, values: LaunchValues): ExpandedWord["pieces"][number] {
  if (piece.kind === "text") return { text: piece.text };
  const { name } = piece;
  const text = valueOfVariable(name, values);
  if (text === undefined || text === "") throw unusable(name, "has no value");
  if (text.includes("\0")) throw unusable(name, "has a NUL character in its value");
  // Without this a relative home becomes a named volume, and an empty one a mount from the root.
  if ((name === "HOME" || name === "PWD") && !text.startsWith("/"))
    throw unusable(name, "is not an absolute path");
  return { text, variable: name };
}

function unusable(name: LaunchVariable, failure: string): PaddockError {
  return new PaddockError("label-invalid", `The run label uses $${name}, which ${failure}.`, {
    fix: ADVICE[name],
  });
}
