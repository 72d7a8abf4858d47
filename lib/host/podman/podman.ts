import { PaddockError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import type { Host } from "../host.ts";
import { isAgents } from "../search-path.ts";
import { parseImageInspect } from "./image-facts.ts";
import type { ImageFacts } from "./image-facts.ts";

/** The images that were asked for, by the name that was asked; an absent one is undefined. */
export type ImagesByName = ReadonlyMap<string, ImageFacts | undefined>;

const INSTALL = "Install Podman 5.1 or later, or name its binary with PADDOCK_PODMAN.";

/** The absolute path of the podman binary. It is never taken from a relative entry of $PATH. */
export function findPodman(host: Pick<Host, "settings" | "files">): string {
  const named = host.settings.podmanVariable;
  if (named?.includes("/") === true && !named.startsWith("/")) {
    throw new PaddockError("podman-missing", `PADDOCK_PODMAN is a relative path: ${named}`, {
      fix: "Give an absolute path, or a name to be found in PATH.",
    });
  }
  if (named?.startsWith("/") === true && isAgents(named, host.settings, host.files)) {
    throw new PaddockError(
      "podman-missing",
      `PADDOCK_PODMAN lies where an agent can write: ${named}`,
      { fix: "Name a podman outside the workspace and the agents' homes." },
    );
  }
  const name = named ?? "podman";
  const candidates = name.startsWith("/")
    ? [name]
    : host.settings.searchPath.map((directory) => `${directory}/${name}`);
  const found = candidates.find(
    (path) => host.files.facts(path)?.kind === "file" && host.files.may(path, "execute"),
  );
  if (found === undefined) {
    const where = named === undefined ? "in PATH" : `as PADDOCK_PODMAN=${named} says`;
    throw new PaddockError("podman-missing", `Podman was not found ${where}.`, { fix: INSTALL });
  }
  return found;
}

// "image not known" is the one answer that means absence; every other failure is shown as it is.
const WARNING = /^(?:time="[^"]*" level=warning|WARN\[)/;
const ABSENT = /^(?:Error: )?(?:inspecting object: )?\S+: image not known$/;

/** Inspects local images with one podman process; nothing is pulled. */
export async function inspectImages(
  host: Pick<Host, "processes">,
  podman: string,
  names: readonly string[],
): Promise<ImagesByName> {
  const answer = await host.processes.run([podman, "image", "inspect", ...names]);
  const complaints = answer.stderr
    .split("\n")
    .filter((line) => line.trim() !== "" && !WARNING.test(line));
  const images = parseImageInspect(answer.stdout);
  const onlyAbsent = complaints.length > 0 && complaints.every((line) => ABSENT.test(line));
  if (images === undefined || (answer.status !== 0 && !onlyAbsent)) {
    throw new PaddockError(
      "failed",
      `Podman could not say which images there are (status ${answer.status}): ${printable(answer.stderr.trim()) || "no reason given"}`,
      { fix: "Run `podman image ls` to see the same error, and mend it first." },
    );
  }
  return assign(names, images, complaints);
}

// Podman prints the images that it found in the order that they were asked for, and a complaint for each of the others.
function assign(
  names: readonly string[],
  images: readonly ImageFacts[],
  complaints: readonly string[],
): ImagesByName {
  const missing = new Set(complaints.map((line) => line.replace(/: image not known$/, "")));
  const isMissing = (name: string): boolean =>
    [...missing].some((line) => line === name || line.endsWith(` ${name}`));
  const present = names.filter((name) => !isMissing(name));
  if (present.length !== images.length) {
    throw new PaddockError("failed", "Podman described other images than those asked for.", {
      fix: "Run the command again; if it stays so, report the Podman version.",
    });
  }
  return new Map(names.map((name) => [name, images[present.indexOf(name)]]));
}
