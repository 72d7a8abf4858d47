import { once } from "node:events";
import { PaddockError } from "../../errors.ts";
import type { Lock } from "../process/processes.ts";

/** How long it may take to get a lock that nobody holds. */
const UNCONTENDED_MS = 300;

/**
 * Takes an exclusive lock on a file with flock(1) and holds it until released. The kernel drops it when `cat` loses its
 * stdin, so a Paddock that was killed never leaves a lock behind.
 */
export async function lockFile(path: string, onWait: () => void): Promise<Lock> {
  const { spawn } = await import("node:child_process");
  const child = spawn("flock", ["--exclusive", path, "cat"], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "close");
  const waiting = setTimeout(onWait, UNCONTENDED_MS);
  child.stdin.on("error", () => {});
  child.stdin.write("\n");
  const started = await Promise.race([
    once(child.stdout, "data").then(() => true),
    ended.then(() => false),
    once(child, "error").then(() => false),
  ]);
  clearTimeout(waiting);
  if (!started) {
    throw new PaddockError("failed", `The lock ${path} could not be taken.`, {
      fix: "Check that flock (package util-linux) is installed and that the folder can be written.",
    });
  }
  return {
    release: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
