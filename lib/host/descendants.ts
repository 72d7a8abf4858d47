import { readFileSync } from "node:fs";

function childrenOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text.split(" ").filter(Boolean).map(Number);
  } catch {
    // The process ended while we looked: it has no children any more.
    return [];
  }
}

/** Every process that `pid` started, directly or not, nearest first. */
export function descendants(pid: number): readonly number[] {
  const near = childrenOf(pid);
  return [...near, ...near.flatMap(descendants)];
}
