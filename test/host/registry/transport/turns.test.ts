import t from "tap";
import { createTurns } from "../../../../lib/host/registry/transport/turns.ts";

async function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

t.test("two at a time, in order, and a failing one gives its turn on", async (t) => {
  const turns = createTurns(2);
  const started: number[] = [];
  const end: (() => void)[] = [];
  const tasks = [0, 1, 2, 3].map(async (number) =>
    turns(async () => {
      started.push(number);
      await new Promise<void>((resolve) => {
        end[number] = resolve;
      });
      if (number === 0) throw new Error("broken");
      return number;
    }),
  );
  const outcomes = Promise.allSettled(tasks);
  await settle();
  t.strictSame(started, [0, 1]);
  end[0]?.();
  await settle();
  t.strictSame(started, [0, 1, 2]);
  end[2]?.();
  await settle();
  t.strictSame(started, [0, 1, 2, 3]);
  end[1]?.();
  end[3]?.();
  t.strictSame(
    (await outcomes).map(({ status }) => status),
    ["rejected", "fulfilled", "fulfilled", "fulfilled"],
  );
});
