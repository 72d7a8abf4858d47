import { PaddockError } from "../../errors.ts";
import type { ControlAnswer } from "./control.ts";
import { readControlRequest } from "./control.ts";
import type { LiveList } from "./live-list.ts";

/** What a live change acts on. */
export interface ControlledSandbox {
  readonly profile: string;
  readonly workspace: string;
  readonly list: LiveList;
  readonly cutDenied: () => number;
  /** Writes the change into the log. */
  readonly changed: (what: string) => void;
}

/** Answers one line that was asked of a running sandbox. */
export function answerControl(sandbox: ControlledSandbox, line: string): ControlAnswer {
  const request = readControlRequest(line);
  if (request === undefined) {
    const fix = "Use the same Paddock that started the sandbox.";
    return { ok: false, message: "That is not understood.", fix };
  }
  const { list } = sandbox;
  let cut = 0;
  try {
    if (request.action === "allow") {
      const { word, forMs } = request;
      list.allow(word, forMs);
      const time = forMs === undefined ? "the session" : `${Math.round(forMs / 1000)} s`;
      sandbox.changed(`allow ${word} for ${time}`);
    } else if (request.action === "deny") {
      list.deny(request.word);
      if (request.cut) cut = sandbox.cutDenied();
      sandbox.changed(`deny ${request.word}${request.cut ? `, ${cut} cut` : ""}`);
    }
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    return { ok: false, message: error.message, fix: error.fix };
  }
  const { allow, deny } = list.current();
  const { profile, workspace } = sandbox;
  const words = (rules: typeof allow): readonly string[] => rules.map(({ word }) => word);
  return { ok: true, profile, workspace, allow: words(allow), deny: words(deny), cut };
}
