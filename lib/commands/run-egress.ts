import { GROUPS } from "../egress/groups.ts";
import { readDuration } from "../egress/live/control.ts";
import { askSandbox, runningSandboxes } from "../egress/live/ask-sandbox.ts";
import type { RunningSandbox } from "../egress/live/ask-sandbox.ts";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import { printable } from "../printable.ts";
import { wrap } from "../wrap.ts";
import type { EgressFlags } from "./egress.ts";
import { showSuggestion } from "./show/show-suggestion.ts";

/** Runs one action of `paddock egress`; returns the exit status. */
export async function runEgress(host: Host, given: EgressFlags): Promise<number> {
  requireFitting(given);
  switch (given.action) {
    case "groups":
      return showGroups(host, given.json);
    case "list":
      return await showRunning(host, given.json);
    case "suggest":
      return showSuggestion(host, given);
    case "allow":
    case "deny":
      return await change(host, given, given.action);
  }
}

function showGroups(host: Host, json: boolean): number {
  const { answer, columns } = host.terminal;
  if (json) {
    answer(`${JSON.stringify(GROUPS, undefined, 2)}\n`);
    return 0;
  }
  for (const [name, words] of Object.entries(GROUPS)) {
    answer(`${wrap(`${name.padEnd(10)} ${words.join(" ")}`, columns, " ".repeat(11))}\n`);
  }
  return 0;
}

async function showRunning(host: Host, json: boolean): Promise<number> {
  const running = await runningSandboxes(host);
  if (json) {
    host.terminal.answer(`${JSON.stringify(running.map(plain), undefined, 2)}\n`);
  } else if (running.length === 0) {
    host.terminal.say("No sandbox with an egress list is running.\n");
  } else {
    for (const sandbox of running) host.terminal.answer(describe(sandbox, host.terminal.columns));
  }
  return 0;
}

async function change(host: Host, given: EgressFlags, action: "allow" | "deny"): Promise<number> {
  const { sandbox, cut, names } = given;
  const forMs = action === "allow" ? readDuration(given.for ?? "") : undefined;
  let last: RunningSandbox | undefined;
  for (const word of names) {
    const request = action === "allow" ? { action, word, forMs } : { action, word, cut };
    // All of them go to the sandbox that the first went to.
    last = await askSandbox(host, last?.id ?? sandbox, request);
    const cutNow = last.answer.cut > 0 ? `; ${last.answer.cut} connections cut` : "";
    const time =
      action === "allow" ? ` for ${given.for === "session" ? "the session" : given.for}` : "";
    host.terminal.say(
      printable(`${last.id} (${last.answer.profile}): ${action} ${word}${time}${cutNow}\n`),
    );
  }
  if (last === undefined) return 0;
  const { answer, columns } = host.terminal;
  answer(given.json ? `${JSON.stringify(plain(last), undefined, 2)}\n` : describe(last, columns));
  return 0;
}

function describe({ id, answer }: RunningSandbox, columns: number): string {
  const words = [...answer.allow, ...answer.deny.map((word) => `!${word}`)];
  const text = `${id} ${answer.profile} in ${answer.workspace}: ${words.join(" ") || "none"}`;
  return `${wrap(printable(text), columns, "    ")}\n`;
}

function plain({ id, answer }: RunningSandbox): object {
  const { profile, workspace, allow, deny, cut } = answer;
  return { id, profile, workspace, allow, deny, cut };
}

function requireFitting(given: EgressFlags): void {
  const { action, names } = given;
  const changes = action === "allow" || action === "deny";
  const wrong =
    (changes && names.length === 0 && "Which name?") ||
    (action === "allow" && given.for === undefined && "For how long?") ||
    (action !== "allow" && given.for !== undefined && "--for goes with allow.") ||
    (!changes && given.sandbox !== undefined && "--sandbox goes with allow and deny.") ||
    (action !== "deny" && given.cut && "--cut goes with deny.") ||
    (action !== "suggest" && given["with-denied"] && "--with-denied goes with suggest.") ||
    (action === "suggest" && names.length > 1 && "A suggestion is for one profile.") ||
    (["list", "groups"].includes(action) && names.length > 0 && "There are too many words.");
  if (wrong === false) return;
  throw new PaddockError("usage", wrong, {
    fix: "As in: paddock egress allow api.example.com --for 10m; paddock egress suggest guarded",
  });
}
