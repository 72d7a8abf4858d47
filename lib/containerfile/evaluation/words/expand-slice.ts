import { refusal } from "../../refusal.ts";
import type { TextSlice } from "../../text-range.ts";
import { expandWord, type ExpansionContext } from "./expand-word.ts";
import type { TracedExpansion } from "./expansion.ts";

/** Expands a part of the file; a fault is refused at the line and column where that part begins. */
export function expandSlice(slice: TextSlice, lookup: ExpansionContext["lookup"]): TracedExpansion {
  return expandWord(slice.text, {
    lookup,
    fault: (what, _index, fix) => refusal(what, slice.range.start, fix),
  });
}

/** Refuses a part of the file that no value of its variables would make readable. */
export function checkSlice(slice: TextSlice): void {
  expandSlice(slice, () => ({ value: "x", doubts: [] }));
}
