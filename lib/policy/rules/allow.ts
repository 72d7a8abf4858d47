import { PaddockError } from "../../errors.ts";

/** The rules that `LABEL paddock.allow` can name, and whether a word for one takes a value. */
const ALLOWABLE: Readonly<Record<string, "bare" | "value">> = {
  annotation: "value",
  "cap-add": "value",
  cgroupns: "value",
  cidfile: "value",
  "conmon-pidfile": "value",
  device: "value",
  "device-cgroup-rule": "bare",
  "env-file": "value",
  "env-host": "bare",
  gpus: "value",
  "health-log-destination": "value",
  "hosts-file": "value",
  "init-path": "value",
  ipc: "value",
  "label-file": "value",
  "log-opt": "value",
  mount: "value",
  network: "value",
  pid: "value",
  pidfile: "value",
  "preserve-fd": "value",
  "preserve-fds": "value",
  privileged: "bare",
  runtime: "value",
  "runtime-flag": "value",
  secret: "value",
  "security-opt": "value",
  userns: "value",
  uts: "value",
  "volumes-from": "value",
};

/**
 * Reads `LABEL paddock.allow`: words `rule` or `rule=value` between blanks or commas, each value in the spelling that the rules compare.
 * @throws PaddockError("label-invalid") for a word that names no rule, or has a value where it takes none, or none where it needs one.
 */
export function parseAllow(text: string): Set<string> {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  return new Set(words.map(readWord));
}

function readWord(word: string): string {
  const equals = word.indexOf("=");
  const rule = equals === -1 ? word : word.slice(0, equals);
  const value = equals === -1 ? "" : word.slice(equals + 1);
  const kind = Object.hasOwn(ALLOWABLE, rule) ? ALLOWABLE[rule] : undefined;
  if (kind === "bare" && equals === -1) return rule;
  if (kind === "value" && value !== "") return `${rule}=${comparable(rule, value)}`;
  throw new PaddockError(
    "label-invalid",
    `LABEL paddock.allow cannot say ${JSON.stringify(word)}.`,
    {
      fix: `Use: ${accepted().join(", ")}.`,
    },
  );
}

/** The one spelling of a value: `CAP_NET_ADMIN` is `NET_ADMIN`, `seccomp:unconfined` is `seccomp=unconfined`. */
export function comparable(rule: string, value: string): string {
  if (rule === "cap-add") return value.toUpperCase().replace(/^CAP_/, "");
  if (rule === "security-opt" && !value.includes("=")) return value.replace(":", "=");
  return value;
}

function accepted(): string[] {
  return Object.entries(ALLOWABLE).map(([rule, kind]) => (kind === "bare" ? rule : `${rule}=...`));
}
