import type { Policy } from "../../policy/policy.ts";
import { grant } from "../row.ts";
import type { Grant } from "../row.ts";
import { isMachine } from "./machine.ts";

/** What the sandbox is shown of the person's: the terminal and the environment. Values stay out of the rows: they may be secrets. */
export function visibleGrants(policy: Policy): Grant[] {
  return [terminal(policy), ...variables(policy), ...fromHost(policy)];
}

function terminal({ terminal: { tty, interactive }, detachKeys }: Policy): Grant {
  const text = tty
    ? `your terminal${interactive ? "" : ", without what you type"}`
    : interactive
      ? "what it is sent on its input"
      : "nothing that you type";
  const leaving =
    detachKeys === undefined
      ? ""
      : detachKeys === ""
        ? "; no key leaves it running behind you"
        : `; ${detachKeys} leaves it running behind you`;
  return grant({
    key: "terminal",
    topic: "can see",
    text: `${text}${leaving}`,
    flags: ["tty", "interactive", "detach-keys"],
    level: Number(tty) + Number(interactive),
    exact: detachKeys ?? "default",
  });
}

function variables(policy: Policy): Grant[] {
  const { set } = policy.environment;
  if (set.length === 0) return [];
  const fixed = set.filter(({ value }) => value !== undefined).map(({ name }) => name);
  const taken = set.filter(({ value }) => value === undefined).map(({ name }) => name);
  const parts = [
    ...(fixed.length > 0 ? [`the variables ${fixed.join(", ")}, as the label sets them`] : []),
    ...(taken.length > 0 ? [`this machine's own values of ${taken.join(", ")}`] : []),
  ];
  const krun = isMachine(policy) ? "; everyone in the VM can read them" : "";
  return [
    grant({
      key: "variables",
      topic: "can see",
      text: `${parts.join(", and ")}${krun}`,
      flags: ["env"],
      members: set.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)),
    }),
  ];
}

function fromHost({ environment: { files, host } }: Policy): Grant[] {
  return [
    ...files.map((path) =>
      grant({
        key: `env-file ${path}`,
        topic: "can see",
        text: `the variables in this machine's file ${path}`,
        flags: ["env-file"],
      }),
    ),
    ...(host
      ? [
          grant({
            key: "env-host",
            topic: "can see",
            text: "this machine's whole environment, with the secrets in it",
            flags: ["env-host"],
          }),
        ]
      : []),
  ];
}
