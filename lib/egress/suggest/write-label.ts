import { evaluateLabels } from "../../containerfile/evaluate-image.ts";
import type { EvaluatedLabel } from "../../containerfile/evaluate-image.ts";
import { parseContainerfile } from "../../containerfile/parse.ts";
import { PaddockError } from "../../errors.ts";
import { EGRESS_LABEL } from "../allowlist/egress-list.ts";

/** The label as a Containerfile itself sets it; undefined where it sets none. */
export function ownEgressLabel(text: string): EvaluatedLabel | undefined {
  const label = evaluateLabels(parseContainerfile(text)).find(({ key }) => key === EGRESS_LABEL);
  return label?.stage === undefined ? undefined : label;
}

/**
 * The Containerfile with these words as its list: in place of its own label's value, else in a line of its own at the end.
 * It is read again and compared. Throws PaddockError "refused" where it does not come out so.
 */
export function writeEgressLabel(text: string, words: readonly string[]): string {
  const value = words.length === 0 ? "none" : words.join(" ");
  const range = ownEgressLabel(text)?.valueRange;
  const between = text === "" || text.endsWith("\n") ? "" : "\n";
  const edited =
    range === undefined
      ? `${text}${between}LABEL ${EGRESS_LABEL}="${value}"\n`
      : `${text.slice(0, range.startOffset)}"${value}"${text.slice(range.endOffset)}`;
  if (ownEgressLabel(edited)?.value === value) return edited;
  throw new PaddockError("refused", `${EGRESS_LABEL} cannot be rewritten in this Containerfile.`, {
    fix: `Write it yourself: LABEL ${EGRESS_LABEL}="${value}"`,
  });
}
