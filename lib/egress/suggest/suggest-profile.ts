import { createTwoFilesPatch } from "diff";
import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { profileChain } from "../../image/chain.ts";
import { requireProfile } from "../../profile/lookup.ts";
import { EGRESS_LABEL } from "../allowlist/egress-list.ts";
import type { LogLine } from "../log/log-line.ts";
import { suggestList } from "./suggest-list.ts";
import type { Suggestion } from "./suggest-list.ts";
import { ownEgressLabel, writeEgressLabel } from "./write-label.ts";

/** A suggestion for one profile. */
export interface ProfileSuggestion extends Suggestion {
  readonly profile: string;
  readonly containerfile: string;
  /** How many lines of the log it is made from. */
  readonly lines: number;
  /** As `patch` reads it; empty where the list is the smallest already. */
  readonly diff: string;
}

/** The smallest list that the sandboxes of a profile used, as a diff of its Containerfile. */
export function suggestForProfile(
  host: Host,
  name: string,
  { lines, withDenied }: { lines: readonly LogLine[]; withDenied: boolean },
): ProfileSuggestion {
  const profile = requireProfile(host, name);
  const links = profileChain(host, name, { buildArguments: () => ({}) }).toReversed();
  const label = links.flatMap((link) => ownEgressLabel(link.profile.text) ?? [])[0];
  if (label === undefined) {
    throw new PaddockError("usage", `The profile ${name} has no label ${EGRESS_LABEL}.`, {
      fix: "Without one the network of its run label is what it reaches: nothing is logged.",
    });
  }
  const own = lines.filter((line) => line.profile === name && line.verdict !== "changed");
  if (own.length === 0) {
    throw new PaddockError("failed", `The log has nothing of the profile ${name}.`, {
      fix: "Work in it first: what its sandboxes ask for is logged.",
    });
  }
  const suggestion = suggestList(label.value, own, withDenied);
  const { containerfile, text } = profile;
  const same = suggestion.words.join(" ") === label.value.split(/\s+/u).filter(Boolean).join(" ");
  const after = same ? text : writeEgressLabel(text, suggestion.words);
  const diff = same ? "" : createTwoFilesPatch(containerfile, containerfile, text, after);
  return {
    ...suggestion,
    profile: name,
    containerfile,
    lines: own.length,
    diff: diff.replace(/^(?:Index: .*\n)?=+\n/u, ""),
  };
}
