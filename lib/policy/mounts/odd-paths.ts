import { PaddockError } from "../../errors.ts";
import type { ExpandedWord } from "../../label/run-label.ts";
import { type Option, parseRun, writeRun } from "../argv/argv.ts";
import { csvField, readCsvRecord } from "../argv/csv.ts";
import { type FlagUse } from "../argv/flag-use.ts";
import { findFlag } from "../argv/flag-lookup.ts";
import { volumeAsMount } from "./volume-as-mount.ts";

/**
 * The argv of a launch in which a path from HOME or PWD is never read as syntax: where Podman would take a part of it for something else, the mount is
 * written with `--mount` and its CSV quotes. Other words, and all words of an ordinary path, stay as they are.
 * @throws PaddockError("refused") where Podman has no spelling for such a path.
 */
export function protectPaths(words: readonly ExpandedWord[]): string[] {
  const masks = new Masks();
  const masked = words.map((word) =>
    word.pieces
      .map(({ text, variable }) =>
        variable === "HOME" || variable === "PWD" ? masks.hide(text) : text,
      )
      .join(""),
  );
  if (!masks.hidesSyntax) return words.map(({ text }) => text);
  const run = parseRun(masked);
  const options = run.options.flatMap((option) => protectOption(option, masks));
  return writeRun({ ...run, options }).map((word) => masks.show(word));
}

/** Stands in for paths while the author's own syntax is read; no argv can hold a NUL. */
class Masks {
  readonly #texts: string[] = [];

  hide(text: string): string {
    this.#texts.push(text);
    return `\0${this.#texts.length - 1}\0`;
  }

  show(masked: string): string {
    return masked.replaceAll(/\0(\d+)\0/g, (_, index: string) => this.#texts[Number(index)] ?? "");
  }

  get hidesSyntax(): boolean {
    return this.#texts.some((text) => /[:,"\r\n*?[\\]/.test(text));
  }

  /** Whether a path hidden in a word holds one of these characters. */
  holds(masked: string, characters: RegExp): boolean {
    return (masked.match(/\0\d+\0/g) ?? []).some((mask) => characters.test(this.show(mask)));
  }
}

const CSV_SYNTAX = /[,"\r\n]/;

function protectOption(option: Option, masks: Masks): Option[] {
  const last = option.uses.at(-1) ?? option.uses[0];
  const { flag, value } = last;
  if (flag.name === "volume" && masks.holds(value, /:/)) {
    const mount = volumeAsMount(value, (masked) => masks.show(masked));
    return [...before(option), { ...option, uses: [asMount(last, mount)] }];
  }
  if (flag.name === "mount") {
    const mount = protectMount(value, masks);
    return mount === value ? [option] : [{ ...option, uses: [{ ...last, value: mount }] }];
  }
  const splits = { tmpfs: /:/, device: /:/ }[flag.name] ?? (flag.repeat === "csv" && CSV_SYNTAX);
  if (splits && masks.holds(value, splits)) throw unspeakable(last.spelling);
  return [option];
}

/** The flags that were combined with this one in a word. */
function before(option: Option): Option[] {
  const [first, ...others] = option.uses.slice(0, -1);
  return first === undefined ? [] : [{ ...option, uses: [first, ...others] }];
}

function asMount(use: FlagUse, value: string): FlagUse {
  const style = use.style === "separate" ? "separate" : "equals";
  return { flag: findFlag("mount") ?? use.flag, spelling: "--mount", value, style };
}

function protectMount(value: string, masks: Masks): string {
  const fields = readCsvRecord(value);
  if (fields.includes("type=glob") && masks.holds(value, /[*?[\\]/)) throw unspeakable("--mount");
  if (!masks.holds(value, CSV_SYNTAX)) return value;
  return fields.map((field) => csvField(masks.show(field))).join(",");
}

function unspeakable(spelling: string): PaddockError {
  return new PaddockError(
    "refused",
    `Podman would take a part of this directory's name for syntax in ${spelling}.`,
    {
      fix: "Rename the directory, or start from another one.",
    },
  );
}
