import tap from "tap";
import { showBuild } from "../../../lib/commands/show/show-build.ts";
import type { BuildEvent } from "../../../lib/image/build/build-event.ts";
import { testWorld } from "../../host-for-tests.ts";

const step: BuildEvent = { event: "step", profile: "p", step: 2, of: 9, text: "RUN make" };
const events: readonly BuildEvent[] = [
  { event: "waiting" },
  { event: "stale", profile: "p", image: "i", reason: "missing" },
  { event: "pull", image: "docker.io/x" },
  step,
  { event: "output", profile: "p", line: "noise" },
  { event: "built", profile: "p", image: "i", id: "f", seconds: 61 },
  { event: "fresh", profile: "p", image: "i" },
];

tap.test("plain lines where there is no terminal", (t) => {
  const world = testWorld(t);
  const shown = showBuild(world.host, { json: false, fresh: true });
  world.setClock("2026-01-02T00:00:05.400Z");
  for (const event of events) shown.onEvent(event);
  shown.done();
  t.equal(
    world.said(),
    "waiting for another build to end\n" +
      "p: building i (missing)\n" +
      "pulling docker.io/x\n" +
      "p: step 2 of 9 (5 s): RUN make\n" +
      "p: built i in 61 s\n" +
      "p: i is fresh\n",
  );
  t.equal(world.answered(), "");
  t.end();
});

tap.test("a launch does not say that nothing had to be done", (t) => {
  const world = testWorld(t);
  showBuild(world.host, { json: false, fresh: false }).onEvent({
    event: "fresh",
    profile: "p",
    image: "i",
  });
  t.equal(world.said(), "");
  t.end();
});

tap.test(
  "on a terminal one line is redrawn, and cleared before the next one and at the end",
  (t) => {
    const world = testWorld(t, { live: true, columns: 31 });
    const shown = showBuild(world.host, { json: false, fresh: true });
    shown.onEvent(step);
    shown.onEvent({ ...step, text: "RUN a long command line" });
    shown.onEvent({ event: "built", profile: "p", image: "i", id: "f", seconds: 1 });
    shown.onEvent(step);
    shown.done();
    const clear = "\r\u001B[K";
    t.equal(
      world.said(),
      `${clear}p: step 2 of 9 (0 s): RUN make` +
        `${clear}p: step 2 of 9 (0 s): RUN a l…` +
        `${clear}p: built i in 1 s\n` +
        `${clear}p: step 2 of 9 (0 s): RUN make` +
        clear,
    );
    t.end();
  },
);

tap.test("on a terminal the time goes on while a step runs", async (t) => {
  const world = testWorld(t, { live: true });
  const shown = showBuild(world.host, { json: false, fresh: true });
  shown.onEvent(step);
  world.said();
  world.setClock("2026-01-02T00:01:00Z");
  await new Promise((resolve) => setTimeout(resolve, 1100));
  t.match(world.said(), "\r\u001B[Kp: step 2 of 9 (60 s): RUN make");
  shown.done();
});

tap.test("what a build says cannot drive the terminal", (t) => {
  const world = testWorld(t);
  showBuild(world.host, { json: false, fresh: true }).onEvent({ ...step, text: "RUN \u001B[2J" });
  t.equal(world.said(), "p: step 2 of 9 (0 s): RUN \\x1b[2J\n");
  t.end();
});

tap.test("--json: every event as it is, on stdout", (t) => {
  const world = testWorld(t);
  const shown = showBuild(world.host, { json: true, fresh: true });
  for (const event of events) shown.onEvent(event);
  shown.done();
  const lines = world.answered().trimEnd().split("\n");
  t.same(
    lines.map((line) => JSON.parse(line) as unknown),
    events,
  );
  t.end();
});
