/** Which label of an image `podman container runlabel` takes for a name, and the cases in which that is not clear. */
export type RunLabelChoice =
  | { readonly kind: "found"; readonly key: string; readonly value: string }
  | { readonly kind: "none" }
  /** More than one key matches: Podman takes any of them, from launch to launch another one. */
  | { readonly kind: "several"; readonly keys: readonly [string, string, ...string[]] }
  /** The label is there with nothing in it, which is how a Containerfile switches off the one it inherits. */
  | { readonly kind: "blank"; readonly key: string };

/** Finds the label whose key equals the name without regard to case, as Podman's strings.EqualFold has it. */
export function selectRunLabel(
  labels: Readonly<Record<string, string>>,
  name = "run",
): RunLabelChoice {
  const matches = equalFold(name);
  const keys = Object.keys(labels)
    .filter((key) => matches.test(key))
    .toSorted();
  const [key, second, ...more] = keys;
  if (key === undefined) return { kind: "none" };
  if (second !== undefined) return { kind: "several", keys: [key, second, ...more] };
  const value = labels[key] ?? "";
  return /^[ \t\r\n]*$/.test(value) ? { kind: "blank", key } : { kind: "found", key, value };
}

/** With both flags a pattern folds case as Unicode's simple folding does, which is Go's. */
function equalFold(name: string): RegExp {
  const escaped = Array.from(name, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
  return new RegExp(`^${escaped.join("")}$`, "iu");
}
