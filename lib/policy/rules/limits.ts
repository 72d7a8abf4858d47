import { nearestOf } from "../argv/flag-lookup.ts";
import { type FlagValue, type Policy, type Setting } from "../policy.ts";
import { type Finding, refuseUnless, type RuleContext } from "./finding.ts";

/** The annotations that size a krun machine or choose its network, and the numbers that crun's krun takes for them. */
const KRUN: Readonly<Record<string, { readonly least: number; readonly most: number }>> = {
  "krun.cpus": { least: 1, most: 16 },
  "krun.ram_mib": { least: 129, most: Number.MAX_SAFE_INTEGER },
  "krun.use_passt": { least: 0, most: 1 },
};
const CLOSE = 3;

/**
 * Limits that would be none. The OCI runtime ignores an annotation that it does not know, so a misspelt limit is none, and
 * others open the host; Podman takes `--cpus=inf` and a negative number for no limit.
 */
export function judgeLimits({ limits, annotations }: Policy, context: RuleContext): Finding[] {
  return [
    ...limits.flatMap(judgeLimit),
    ...annotations.flatMap((setting) => judgeAnnotation(setting, context)),
  ];
}

const SIZE = /^\d+(?:\.\d+)?\s?[bkmgtp]?i?b?$/i;
const SIZE_FIX = "Write a number with k, m or g after it.";

/** What each limit is written as. */
const WRITTEN: Readonly<Record<string, readonly [form: RegExp, fix: string]>> = {
  memory: [SIZE, SIZE_FIX],
  "memory-reservation": [SIZE, SIZE_FIX],
  "memory-swap": [new RegExp(`^-1$|${SIZE.source}`, "i"), SIZE_FIX],
  "shm-size": [SIZE, SIZE_FIX],
  "pids-limit": [/^(?:-1|\d+)$/, "Write a number, or -1 for no limit."],
  cpus: [/^(?:\d+(?:\.\d*)?|\.\d+)$/, "Write a number such as 4 or 1.5."],
};

function judgeLimit({ flag, value }: FlagValue): Finding[] {
  const [form, fix = ""] = WRITTEN[flag] ?? [];
  if (form === undefined || form.test(value)) return [];
  const message = `--${flag}=${value} is no limit that Podman can keep.`;
  return [{ rule: "limit", severity: "error", message, fix }];
}

function judgeAnnotation(setting: Setting, context: RuleContext): Finding[] {
  const { name, value = "" } = setting;
  if (Object.hasOwn(KRUN, name)) return judgeNumber(name, value);
  const isKrun = /^(?:run\.oci\.)?krun\./i.test(name);
  if (!isKrun && !/^(?:run\.oci|org\.systemd\.property)\./.test(name)) return [];
  const nearest = nearestOf(name.toLowerCase().replace(/^run\.oci\./, ""), Object.keys(KRUN));
  const meant = isKrun && nearest !== undefined && nearest.edits <= CLOSE ? nearest : undefined;
  return [
    refuseUnless(context.allow, {
      rule: "annotation",
      message:
        meant === undefined
          ? `--annotation ${name} makes the OCI runtime do what Paddock does not know.`
          : `--annotation ${name} is not known to krun, which ignores it without a word.`,
      fix: meant === undefined ? adviceFor(name) : `Did you mean ${meant.name}?`,
      allow: `annotation=${name}`,
    }),
  ];
}

function adviceFor(name: string): string {
  if (name === "run.oci.handler") return "Write --runtime krun for a machine of its own.";
  if (name === "run.oci.keep_original_groups") return "Write --group-add keep-groups.";
  return "Leave it out.";
}

function judgeNumber(name: string, value: string): Finding[] {
  const { least = 0, most = 0 } = KRUN[name] ?? {};
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return [];
  const numbers =
    most === Number.MAX_SAFE_INTEGER ? `a number from ${least} on` : `${least} to ${most}`;
  return [
    {
      rule: "krun-number",
      severity: "error",
      message: `krun does not take ${JSON.stringify(value)} for ${name}, and decides by itself.`,
      fix: `Write ${numbers}.`,
    },
  ];
}
