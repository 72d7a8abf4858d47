import { PaddockError } from "../../errors.ts";
import { readCsvRecord } from "../../policy/argv/csv.ts";
import { nearestOf } from "../../policy/argv/flag-lookup.ts";
import { PROPAGATIONS } from "../../policy/mounts/mount.ts";
import { readMount, readTmpfs, readVolume } from "../../policy/mounts/read-mounts.ts";
import { finder, type CheckFinding, type RuleTable } from "../finding.ts";
import type { PlacedOption } from "./placed-flags.ts";

const OWN = {
  "mount-option": {
    severity: "error",
    why: "An option of a mount that Podman does not know stops the launch; one that we do not know might open anything.",
    fix: "See podman-run(1).",
  },
  "mount-value": {
    severity: "error",
    why: "A mount that cannot be read cannot be judged.",
    fix: "See podman-run(1); name a host directory by an absolute path.",
  },
} as const satisfies RuleTable;

/** What is wrong with the value of a mount. */
export const MOUNT_RULES: RuleTable = OWN;

const found = finder(OWN);

const SHARED = ["ro", "rw", "exec", "noexec", "suid", "nosuid", "dev", "nodev"];
const TMPFS = [
  ...SHARED,
  "tmpcopyup",
  "notmpcopyup",
  "U",
  "chown",
  "size",
  "mode",
  "nr_inodes",
].concat("atime", "noatime", "relatime", "norelatime", "sync", "async", "uid", "gid");

/** The options that each flag's values can have, without `=` and what follows. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  volume: [
    ...SHARED,
    "z",
    "Z",
    "U",
    "O",
    "copy",
    "nocopy",
    "bind",
    "rbind",
    "cached",
    "delegated",
  ].concat(
    "consistent",
    "idmap",
    "upperdir",
    "workdir",
    "no-dereference",
    "bind-nonrecursive",
    ...PROPAGATIONS,
  ),
  tmpfs: TMPFS,
  mount: [...TMPFS, "type", "src", "source", "dst", "destination", "target", "readonly"].concat(
    "relabel",
    "bind-propagation",
    "bind-nonrecursive",
    "consistency",
    "idmap",
    "subpath",
    "volume-subpath",
    "volume-opt",
    "no-dereference",
    "tmpfs-size",
    "tmpfs-mode",
    "title",
    "digest",
    "copy",
    "nocopy",
  ),
};

const READERS = { volume: readVolume, mount: readMount, tmpfs: readTmpfs } as const;

/** An option whose mount can be read, perhaps without a part of its value; undefined where none is left. */
export interface CheckedMount {
  readonly option: PlacedOption | undefined;
  readonly findings: readonly CheckFinding[];
}

/** Looks at the mount that an option may hold. */
export function checkMount(option: PlacedOption): CheckedMount {
  const use = option.uses.at(-1) ?? option.uses[0];
  const { name } = use.flag;
  if (name !== "volume" && name !== "mount" && name !== "tmpfs") return { option, findings: [] };
  let findings: readonly CheckFinding[] = [];
  try {
    const unknown = optionsOf(name, use.value).filter((word) => !isKnown(name, word));
    findings = unknown.map((word) => unknownOption(option, name, word));
    const value = unknown.reduce((text, word) => without(text, word), use.value);
    READERS[name](value);
    const words = option.words.map((word) => word.replace(use.value, () => value));
    return { option: { ...option, words }, findings };
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    // What is missing may be what was misspelt.
    if (findings.length > 0) return { option: undefined, findings };
    const { message, fix } = error;
    return {
      option: undefined,
      findings: [found("mount-value", { range: option.value.range, message, fix })],
    };
  }
}

function optionsOf(flag: string, value: string): readonly string[] {
  if (flag === "mount") return readCsvRecord(value);
  return value.split(":")[flag === "tmpfs" ? 1 : 2]?.split(",") ?? [];
}

function isKnown(flag: string, word: string): boolean {
  const [name = ""] = word.split("=", 1);
  return KNOWN[flag]?.includes(name) === true;
}

/** What `--mount` has for two options of `-v`. */
const RELABEL: Readonly<Record<string, string>> = { z: "relabel=shared", Z: "relabel=private" };

function unknownOption(option: PlacedOption, flag: string, word: string): CheckFinding {
  const [name = ""] = word.split("=", 1);
  const nearest = RELABEL[word] ?? nearestOf(name, KNOWN[flag] ?? [])?.name ?? "ro";
  const message = `--${flag} has no option ${JSON.stringify(name)}.`;
  return found("mount-option", {
    range: option.value.find(word),
    message,
    fix: `Did you mean ${nearest}?`,
  });
}

/** The value without one of its options, and without the colon or comma before it. */
function without(value: string, word: string): string {
  const at = value.lastIndexOf(word);
  return at < 0 ? value : value.slice(0, Math.max(0, at - 1)) + value.slice(at + word.length);
}
