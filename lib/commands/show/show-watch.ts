import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { printable } from "../../printable.ts";
import { describeTrouble } from "../../watch/files/limits.ts";
import type { WatchEvent } from "../../watch/watch-event.ts";

/** Says what a watch tells; `json`: as lines of JSON on stdout too, among those of its builds. */
export function showWatch(
  host: Pick<Host, "terminal">,
  json: boolean,
): (event: WatchEvent) => void {
  return (event) => {
    if (json) host.terminal.answer(`${JSON.stringify(plain(event))}\n`);
    host.terminal.say(`${describe(event)}\n`);
  };
}

function plain(event: WatchEvent): object {
  if (event.event !== "failed") return event;
  return { event: event.event, profile: event.profile, message: event.error.message };
}

function describe(event: WatchEvent): string {
  switch (event.event) {
    case "watching":
      return `watching: ${event.profiles.join(", ")} (Ctrl-C ends it)`;
    case "changed":
      return `${event.profile}: changed during its build`;
    case "trouble":
      return printable(describeTrouble(event.trouble));
    case "failed": {
      const { error } = event;
      const fix = error instanceof PaddockError ? `\n  ${error.fix}` : "";
      return printable(`${error.message}${fix}\n  Its image stays as it is until the next change.`);
    }
  }
}
