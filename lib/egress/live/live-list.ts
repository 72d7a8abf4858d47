import { PaddockError } from "../../errors.ts";
import type { EgressList, EgressRule } from "../allowlist/egress-list.ts";
import { readDenial, readGrant } from "../allowlist/read-egress.ts";
import { wordOf } from "../allowlist/read-word.ts";

/** A list that changes while its sandbox runs. */
export interface LiveList {
  /** As it is now: what was granted for a time is gone after it. */
  readonly current: () => EgressList;
  /**
   * Grants a word; until the session ends without a time. A live denial of the same name is lifted, one of the label is
   * not: throws PaddockError "refused" then, and "label-invalid" for a word that is none.
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
      refuseDenied(label, rules);
      const until = forMs === undefined ? Infinity : now() + forMs;
      const same = new Set(rules.map(key));
      denied = denied.filter((rule) => !rules.some((one) => sameTarget(one, rule)));
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

// What the label denies stays denied: only a new label says otherwise.
function refuseDenied(label: EgressList, rules: readonly EgressRule[]): void {
  const denial = label.deny.find((rule) => rules.some((one) => sameTarget(one, rule)));
  if (denial === undefined) return;
  throw new PaddockError("refused", `The label denies !${denial.word}.`, {
    fix: "Take that out of LABEL paddock.egress, and start a new sandbox.",
  });
}
