import { readFileSync } from "node:fs";
import { writeScript } from "./world.ts";
import type { World } from "./world.ts";

/** A podman that writes its arguments down, a line for each call, and then is the real one. */
export interface LoggedPodman {
  /** The environment that puts it in place. */
  readonly environment: Readonly<Record<string, string>>;
  /** The calls since the last time that this was asked. */
  readonly calls: () => readonly string[];
}

/** Puts a logged podman into a world's folder. */
export function loggedPodman(world: World): LoggedPodman {
  const log = `${world.folder}/podman.log`;
  const real = process.env["PADDOCK_PODMAN"] ?? "podman";
  const path = writeScript(
    `${world.folder}/podman`,
    `#!/bin/sh\necho "$*" >>'${log}'\nexec ${real} "$@"\n`,
  );
  writeScript(log, "");
  let read = 0;
  return {
    environment: { PADDOCK_PODMAN: path },
    calls: () => {
      const lines = readFileSync(log, "utf8").split("\n").filter(Boolean);
      const fresh = lines.slice(read);
      read = lines.length;
      return fresh;
    },
  };
}
