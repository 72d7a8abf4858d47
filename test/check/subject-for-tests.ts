import { existsSync, readFileSync } from "node:fs";
import { checkContainerfile } from "../../lib/check/check-containerfile.ts";
import type { CheckFinding } from "../../lib/check/finding.ts";
import { UNKNOWN_BASE, type Subject } from "../../lib/check/subject.ts";

export const TAG = "localhost/paddock:latest";

/** The words of a launch of which nothing is to be said. */
export const QUIET =
  "--rm --runtime krun --annotation krun.ram_mib=8192 --network pasta --http-proxy=false --cap-drop ALL " +
  "--security-opt no-new-privileges --read-only --read-only-tmpfs=false --pids-limit 1024";

/** What stands above and beside a label, so that nothing is to be said of the file either. */
export const DROPS = 'FROM scratch\nENTRYPOINT ["/usr/bin/setpriv", "--reuid", "ai"]\n';

/** A Containerfile with one quiet label and some more words in it, all on line 3. */
export function quietFile(words = "", image = TAG): string {
  const value = `podman run ${QUIET}${words === "" ? "" : ` ${words}`} ${image}`;
  return `${DROPS}${labelLine(value)}`;
}

/** A LABEL whose value in the image is this text. */
export function labelLine(value: string, key = "run"): string {
  return `LABEL ${key}="${value.replaceAll(/[\\"$]/g, "\\$&")}"\n`;
}

export function subject(text: string, more: Partial<Subject> = {}): Subject {
  return {
    text,
    image: TAG,
    base: { ...UNKNOWN_BASE, isKnown: true },
    buildArguments: {},
    machine: {
      home: "/home/u",
      dataHome: "/home/u/.local/share",
      protectedPaths: ["/home/u/.config/paddock"],
      workspace: "/workspace",
      realPath: (path) => path,
    },
    readContext: () => undefined,
    ...more,
  };
}

/** One line a finding: place, severity, rule, and the text at that place. */
export function rows(text: string, more: Partial<Subject> = {}): string[] {
  return checkContainerfile(subject(text, more)).map((finding) => row(text, finding));
}

export function row(text: string, { range, severity, rule, allowed }: CheckFinding): string {
  const { start, startOffset, endOffset } = range;
  const state = allowed === undefined ? severity : "allowed";
  const part = text.slice(startOffset, endOffset);
  return `${String(start.line)}:${String(start.column)} ${state} ${rule} ${part}`.trimEnd();
}

/** The Containerfile of a case, or one with the label of it. */
export function caseFile(id: string, name = "Containerfile"): string {
  const at = (file: string): URL => new URL(`../fixtures/cases/${id}/${file}`, import.meta.url);
  if (existsSync(at(name))) return readFileSync(at(name), "utf8");
  return `FROM scratch\n${labelLine(readFileSync(at("label.txt"), "utf8").trim())}`;
}
