import type { Policy } from "../../policy/policy.ts";
import { grant } from "../row.ts";
import type { Grant } from "../row.ts";

/** What runs in the sandbox and when it is over. */
export function programGrants(policy: Policy, typedWords = 0): Grant[] {
  return [image(policy), command(policy, typedWords), ...ending(policy), ...naming(policy)];
}

function image({ image: name, rootfs, pull }: Policy): Grant {
  const fetched =
    pull === undefined || pull.toLowerCase() === "never"
      ? "never fetched at a launch"
      : `fetched as --pull=${pull} says`;
  return grant({
    key: "image",
    topic: "can run",
    text: rootfs ? `what lies in ${name}` : `whatever the image ${name} holds, ${fetched}`,
    flags: ["pull"],
    exact: JSON.stringify([name, pull?.toLowerCase() ?? "never"]),
  });
}

function command(policy: Policy, typedWords: number): Grant {
  const { command: words, entrypoint, workdir, init } = policy;
  const own = words.slice(0, words.length - typedWords).map((word) => JSON.stringify(word));
  const typed = typedWords > 0 ? ["what was typed for this launch"] : [];
  const what = [...own, ...typed].join(" ") || "the image's own command";
  const through =
    entrypoint === undefined ? "" : `, through the entrypoint ${JSON.stringify(entrypoint)}`;
  const where = workdir === undefined ? "" : `, in ${workdir}`;
  const under = init ? ", under an init that passes signals on" : "";
  return grant({
    key: "command",
    topic: "can run",
    text: `starts ${what}${through}${where}${under}`,
    flags: ["entrypoint", "workdir", "init"],
    exact: JSON.stringify([words, entrypoint, workdir, init]),
  });
}

function ends(key: string, text: string, exact: string, without: Grant["without"]): Grant {
  return grant({ key, topic: "ends when", text, flags: [key], exact, without });
}

function ending(policy: Policy): Grant[] {
  const { remove, removeImage, detach, stopSignal, stopTimeout, timeout } = policy;
  return [
    grant({
      key: "end",
      topic: "ends when",
      text: detach
        ? "its command ends, however long after this launch has returned (--detach)"
        : "its command ends, or the terminal is closed",
      flags: ["detach"],
      level: detach ? 1 : 0,
    }),
    grant({
      key: "rm",
      topic: "ends when",
      text:
        remove || removeImage
          ? "then the container is removed"
          : "then the container is kept, with all it wrote",
      flags: ["rm"],
      level: remove || removeImage ? 0 : 1,
    }),
    ...(removeImage ? [ends("rmi", "then the image is removed as well", "", "unclear")] : []),
    ...(timeout === undefined
      ? []
      : [ends("timeout", `at the latest after ${timeout} seconds`, timeout, "wider")]),
    ...(stopSignal === undefined
      ? []
      : [ends("stop-signal", `it is told to with ${stopSignal}`, stopSignal, "unclear")]),
    ...(stopTimeout === undefined
      ? []
      : [
          ends(
            "stop-timeout",
            `it is killed ${stopTimeout} seconds after it was told to stop`,
            stopTimeout,
            "unclear",
          ),
        ]),
  ];
}

function named(key: string, text: string, exact: string): Grant {
  return grant({ key, topic: "sandbox", text, flags: [key], exact, without: "unclear" });
}

function naming({ name, replace, hostname, labels }: Policy): Grant[] {
  return [
    ...(name === undefined
      ? []
      : [named("name", `named ${name}, so that only one runs at a time`, name)]),
    ...(replace ? [named("replace", "ends another sandbox of that name first", "")] : []),
    ...(hostname === undefined ? [] : [named("hostname", `calls itself ${hostname}`, hostname)]),
    ...(labels.length === 0
      ? []
      : [
          named(
            "label",
            `marked in Podman with ${labels.map(({ name: key }) => key).join(", ")}`,
            JSON.stringify(labels),
          ),
        ]),
  ];
}
