import { PaddockError } from "../../errors.ts";
import { findFlag, findShortFlag, nearestFlag } from "./flag-lookup.ts";
import { type Flag } from "../flags.ts";

/** How a flag's value was written: none, `--x=v` or `-x=v`, `-xv`, or as the next word. */
export type ValueStyle = "none" | "equals" | "joined" | "separate";

/** One flag of an argv: its name in the table, how it was spelled, its value ("true" for a bare boolean). */
export interface FlagUse {
  readonly flag: Flag;
  /** The dashes and the name as written, for instance `--net`, `-v`. */
  readonly spelling: string;
  readonly value: string;
  readonly style: ValueStyle;
}

/** The flag in a `--word`, which takes the next word as its value where it needs one. */
export function readLongFlag(word: string, next: string | undefined): [FlagUse] {
  const equals = word.indexOf("=");
  const spelling = equals === -1 ? word : word.slice(0, equals);
  const flag = findFlag(spelling.slice(2));
  if (flag === undefined) throw unknownFlag(spelling);
  if (equals !== -1)
    return [checked({ flag, spelling, value: word.slice(equals + 1), style: "equals" })];
  if (flag.kind === "boolean") return [checked({ flag, spelling, value: "true", style: "none" })];
  return [checked({ flag, spelling, value: following(spelling, next), style: "separate" })];
}

/** The flags in a `-word`: booleans combine, and the first that needs a value takes the rest of the word, or the next word. */
export function readShortFlags(word: string, next: string | undefined): [FlagUse, ...FlagUse[]] {
  const uses: FlagUse[] = [];
  let letters = word.slice(1);
  while (letters !== "") {
    const letter = letters.charAt(0);
    const spelling = `-${letter}`;
    const flag = findShortFlag(letter);
    const rest = letters.slice(1);
    if (flag === undefined) throw unknownFlag(spelling, word);
    letters = "";
    if (rest.length > 1 && rest.startsWith("=")) {
      uses.push(checked({ flag, spelling, value: rest.slice(1), style: "equals" }));
    } else if (flag.kind === "boolean") {
      uses.push(checked({ flag, spelling, value: "true", style: "none" }));
      letters = rest;
    } else if (rest === "") {
      uses.push(checked({ flag, spelling, value: following(spelling, next), style: "separate" }));
    } else {
      uses.push(checked({ flag, spelling, value: rest, style: "joined" }));
    }
  }
  const [first, ...others] = uses;
  if (first === undefined) throw unknownFlag(word);
  return [first, ...others];
}

// The values that Go's strconv.ParseBool takes.
const BOOLEAN = /^(?:1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/;

function checked(found: FlagUse): FlagUse {
  if (found.flag.kind === "boolean" && !BOOLEAN.test(found.value)) {
    throw new PaddockError(
      "argv-invalid",
      `${found.spelling} is true or false, not ${JSON.stringify(found.value)}.`,
      {
        fix: `Write ${found.spelling} or ${found.spelling}=false.`,
      },
    );
  }
  return found;
}

function following(spelling: string, next: string | undefined): string {
  if (next !== undefined) return next;
  throw new PaddockError("argv-invalid", `${spelling} needs a value.`, {
    fix: `Write the value after ${spelling}.`,
  });
}

function unknownFlag(spelling: string, word = spelling): PaddockError {
  const long = /^-+(?<name>[a-z][a-z-]+)/.exec(word)?.groups?.["name"] ?? "";
  // `-rm` and `-net=host` lack a dash; the letters say less than the whole word.
  const meant = findFlag(long) === undefined ? nearestFlag(spelling.replace(/^-+/, "")) : long;
  const place = word === spelling ? "" : ` (in ${JSON.stringify(word)})`;
  return new PaddockError(
    "argv-invalid",
    `podman run has no flag ${JSON.stringify(spelling)}${place}.`,
    {
      fix: `Did you mean --${meant}? What is not understood is not launched.`,
    },
  );
}
