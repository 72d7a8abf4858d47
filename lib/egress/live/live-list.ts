import { PaddockError } from "../../errors.ts";
import { covers } from "../allowlist/covers.ts";
import type { EgressList, EgressRule } from "../allowlist/egress-list.ts";
import { readDenial, readGrant } from "../allowlist/read-egress.ts";
import { wordOf } from "../allowlist/read-word.ts";

/** A list that changes while its sandbox runs. */
export interface LiveList {
  /** As it is now: what was granted for a time is gone after it. */
  readonly current: () => EgressList;
  /**
   * Grants a word; until the session ends without a time. A live denial of the same name is lifted, a wider one or one of
   * the label is not: throws PaddockError "refused" then, and "label-invalid" for a word that is none.
   */
  readonly allow: (word: string, forMs: number | undefined) => void;
  /** Denies a word, and takes back what was granted by it. */
  readonly deny: (word: string) => void;
}

interface TimedRule {
  readonly rule: EgressRule;
  readonly until: number;
}

export function liveList(label: EgressList, now: () => number): LiveList {
  let granted: readonly TimedRule[] = [];
  let denied: readonly EgressRule[] = [];
  let list = label;
  const renew = (): void => {
    const allow = [...label.allow, ...granted.map(({ rule }) => rule)];
    list = { allow, deny: [...label.deny, ...denied] };
  };
  const current = (): EgressList => {
    const time = now();
    if (granted.some(({ until }) => until <= time)) {
      granted = granted.filter(({ until }) => until > time);
      renew();
    }
    return list;
  };
  return {
    current,
    allow: (word, forMs) => {
      const rules = readGrant(word);
      refuseDenied(label.deny, rules, OF_THE_LABEL);
      const left = denied.filter((rule) => !rules.some((one) => sameTarget(one, rule)));
      refuseDenied(left, rules, LIVE);
      const until = forMs === undefined ? Infinity : now() + forMs;
      const same = new Set(rules.map(key));
      denied = left;
      granted = granted.filter(({ rule }) => !same.has(key(rule)));
      granted = [...granted, ...rules.map((rule) => ({ rule, until }))];
      renew();
    },
    deny: (word) => {
      const rules = readDenial(word);
      granted = granted.filter(({ rule }) => !rules.some((one) => sameTarget(one, rule)));
      denied = [
        ...denied,
        ...rules.filter((rule) => !denied.some((one) => key(one) === key(rule))),
      ];
      renew();
    },
  };
}

function key({ word, port }: EgressRule): string {
  return `${word} ${port ?? "*"}`;
}

function sameTarget(one: EgressRule, other: EgressRule): boolean {
  return wordOf(one.target, undefined) === wordOf(other.target, undefined);
}

interface DenialSource {
  readonly says: string;
  readonly fix: string;
}

const OF_THE_LABEL: DenialSource = {
  says: "The label denies",
  fix: "Take that out of LABEL paddock.egress, and start a new sandbox.",
};
const LIVE: DenialSource = {
  says: "It was denied while the sandbox runs, by",
  fix: "Allow that itself again, or start a new sandbox.",
};

// A denial wins: to say that something is allowed now which one still covers would be false.
function refuseDenied(
  denials: readonly EgressRule[],
  rules: readonly EgressRule[],
  { says, fix }: DenialSource,
): void {
  const denial = denials.find((each) => rules.some((one) => covers(each, one)));
  if (denial !== undefined) throw new PaddockError("refused", `${says} !${denial.word}.`, { fix });
}
