import { parseContainerfile } from "../../containerfile/parse.ts";
import type { TextRange } from "../../containerfile/text-range.ts";
import { PaddockError } from "../../errors.ts";
import { findPins } from "./find-pins.ts";
import { isExactVersion, isSha512Hex, type Pin } from "./pin.ts";

/** What a pin becomes: both halves, always. */
export interface PinChange {
  readonly pin: Pin;
  /** An exact version. */
  readonly version: string;
  /** 128 hex digits. */
  readonly hash: string;
}

/** A piece of the text and what takes its place. */
interface Edit {
  readonly range: TextRange;
  readonly text: string;
}

/**
 * The text with other versions and hashes in the named pins; everything outside of their ranges stays as it is, byte by byte. The pins
 * must be those of this very text. The result is read again and compared: throws PaddockError "failed" if anything else differs.
 */
export function rewritePins(text: string, changes: readonly PinChange[]): string {
  const before = findPins(parseContainerfile(text));
  for (const change of changes) checkChange(before, change, changes);
  const edits = changes.flatMap(({ pin, version, hash }): Edit[] => [
    { range: pin.versionRange, text: version },
    { range: pin.hashRange, text: hash },
  ]);
  const rewritten = applyEdits(text, edits);
  const expected = before.map((pin) => changes.find((change) => isSame(change.pin, pin)) ?? pin);
  const after = findPins(parseContainerfile(rewritten));
  const isRight =
    after.length === before.length &&
    after.every((pin, index) => {
      const { version, hash } = expected[index] ?? {};
      return pin.version === version && pin.hash === hash;
    }) &&
    around(rewritten, after) === around(text, before);
  if (!isRight) throw notRewritten("The pins could not be rewritten without changing other text.");
  return rewritten;
}

function checkChange(pins: readonly Pin[], change: PinChange, all: readonly PinChange[]): void {
  const { pin, version, hash } = change;
  if (!pins.some((other) => isSame(other, pin)))
    throw notRewritten(`The pin of ${pin.agent} is not in the Containerfile as it was read.`);
  if (all.filter((other) => isSame(other.pin, pin)).length > 1)
    throw notRewritten(`The pin of ${pin.agent} has two changes.`);
  if (!isExactVersion(version) || !isSha512Hex(hash))
    throw notRewritten(`The new pin of ${pin.agent} is not an exact version and a sha512.`);
}

function notRewritten(message: string): PaddockError {
  return new PaddockError("failed", message, {
    fix: "Nothing was changed. Look at the pin in the Containerfile, then try again.",
  });
}

function isSame(one: Pin, other: Pin): boolean {
  return identity(one) === identity(other);
}

function identity({ agent, version, hash, versionRange, hashRange }: Pin): string {
  const places = [versionRange, hashRange].flatMap((range) => [range.startOffset, range.endOffset]);
  return [agent, version, hash, ...places].join(" ");
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { range, text: inserted } of edits.toSorted(
    (one, other) => other.range.startOffset - one.range.startOffset,
  )) {
    result = result.slice(0, range.startOffset) + inserted + result.slice(range.endOffset);
  }
  return result;
}

/** The text with each version and hash left out; a character that no Containerfile may hold marks the place. */
function around(text: string, pins: readonly Pin[]): string {
  const ranges = pins.flatMap(({ versionRange, hashRange }) => [versionRange, hashRange]);
  return applyEdits(
    text,
    ranges.map((range) => ({ range, text: "\0" })),
  );
}
