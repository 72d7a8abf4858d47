import { readFileSync, readdirSync } from "node:fs";

/** What a look into /proc gives; nothing for a process or thread that ended while we looked. */
function orNothing<T>(look: () => readonly T[]): readonly T[] {
  try {
    return look();
  } catch {
    return [];
  }
}

// A child belongs to the thread that started it, and Podman starts children from any of its threads.
function childrenOf(pid: number): readonly number[] {
  const threads = orNothing(() => readdirSync(`/proc/${pid}/task`));
  return threads.flatMap((thread) =>
    orNothing(() => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" "))
      .filter(Boolean)
      .map(Number),
  );
}

/** Every process that `pid` started, directly or not, nearest first. */
export function descendants(pid: number): readonly number[] {
  const near = childrenOf(pid);
  return [...near, ...near.flatMap(descendants)];
}
