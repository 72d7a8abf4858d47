/** Runs a task when it is its turn. */
export type Turns = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Lets `count` tasks run at a time, the others in the order in which they came. */
export function createTurns(count: number): Turns {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
