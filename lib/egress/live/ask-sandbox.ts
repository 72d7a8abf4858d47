import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { askLine } from "../../host/network/line-socket.ts";
import { readControlAnswer } from "./control.ts";
import type { ControlAnswer, ControlRequest } from "./control.ts";
import { controlFolder, controlSocket, sandboxIds } from "./control-place.ts";

type AskHost = Pick<Host, "settings" | "files">;

/** A running sandbox with an egress list. */
export interface RunningSandbox {
  readonly id: string;
  readonly answer: ControlAnswer & { readonly ok: true };
}

/** The sandboxes that run now; what is left of ones that were killed is removed. */
export async function runningSandboxes(host: AskHost): Promise<readonly RunningSandbox[]> {
  const names = host.files.list(controlFolder(host.settings)) ?? [];
  const running: RunningSandbox[] = [];
  for (const id of sandboxIds(names)) {
    const answer = await ask(host, id, { action: "show" });
    if (answer?.ok === true) running.push({ id, answer });
  }
  return running;
}

/** Asks the named sandbox, or the only one that runs. */
export async function askSandbox(
  host: AskHost,
  named: string | undefined,
  request: ControlRequest,
): Promise<RunningSandbox> {
  const id = named ?? (await onlyOne(host));
  const answer = /^[0-9a-f]{8}$/u.test(id) ? await ask(host, id, request) : undefined;
  if (answer === undefined) {
    throw new PaddockError(
      "failed",
      `No sandbox with an egress list has the id ${JSON.stringify(id)}.`,
      {
        fix: "See which ones run: paddock egress",
      },
    );
  }
  if (answer.ok) return { id, answer };
  throw new PaddockError("refused", answer.message, { fix: answer.fix });
}

async function onlyOne(host: AskHost): Promise<string> {
  const [first, ...more] = await runningSandboxes(host);
  if (first === undefined) {
    throw new PaddockError("failed", "No sandbox with an egress list is running.", {
      fix: "For the next ones, write the name into LABEL paddock.egress of the profile.",
    });
  }
  if (more.length === 0) return first.id;
  const all = [first, ...more].map(({ id, answer }) => `${id} (${answer.profile})`).join(", ");
  throw new PaddockError("usage", `Several sandboxes run: ${all}.`, {
    fix: "Name one with --sandbox ID.",
  });
}

async function ask(
  host: AskHost,
  id: string,
  request: ControlRequest,
): Promise<ControlAnswer | undefined> {
  const path = controlSocket(host.settings, id);
  const asked = await askLine(path, JSON.stringify(request));
  if (asked.kind === "absent") host.files.remove(path);
  return asked.kind === "answered" ? readControlAnswer(asked.line) : undefined;
}
