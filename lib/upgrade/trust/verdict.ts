/** What a check came to: a registry that offers nothing to check (a mirror) is never "ok". */
export type Verdict = "ok" | "not offered" | { readonly failed: string; readonly fix?: string };

/** A verdict as one cell of a table. */
export function verdictText(verdict: Verdict | "unchecked"): string {
  return typeof verdict === "string" ? verdict : `failed: ${verdict.failed}`;
}
