import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import tap from "tap";
import { showError } from "../../../lib/commands/line/show-error.ts";
import { PaddockError } from "../../../lib/errors.ts";
import { testWorld } from "../../host-for-tests.ts";

tap.test("an error is two lines: what failed, what to do", (t) => {
  const world = testWorld(t);
  const error = new PaddockError("refused", "It failed.", { fix: "Do this." });
  t.equal(showError(world.host, error), 3);
  t.equal(world.said(), "paddock: It failed.\n  Do this.\n");
  t.end();
});

tap.test("a child's own status is passed on", (t) => {
  const world = testWorld(t);
  t.equal(
    showError(world.host, new PaddockError("build-failed", "x", { fix: "y", status: 42 })),
    42,
  );
  t.end();
});

tap.test("colour only where the terminal has it", (t) => {
  const world = testWorld(t, { colour: true });
  showError(world.host, new PaddockError("usage", "It failed.", { fix: "Do this." }));
  t.equal(world.said(), "\u001B[1;31mpaddock:\u001B[0m It failed.\n  Do this.\n");
  t.end();
});

tap.test("what a file or a child said cannot drive the terminal", (t) => {
  const world = testWorld(t);
  showError(world.host, new PaddockError("usage", "\u001B]0;title\u0007", { fix: "a\rb" }));
  t.equal(world.said(), "paddock: \\x1b]0;title\\x07\n  a\\x0db\n");
  t.end();
});

for (const read of [
  () => readFileSync("/nowhere/file"),
  () => mkdirSync("/dev/null/folder"),
  () => writeFileSync("/", ""),
]) {
  tap.test("what the machine refuses is no fault of Paddock", (t) => {
    const world = testWorld(t);
    try {
      read();
    } catch (error) {
      t.equal(showError(world.host, error), 1);
    }
    t.match(world.said(), /^paddock: E[A-Z]+: .*'\/.*'\n {2}See that you may.*\n$/);
    t.end();
  });
}

tap.test("anything else is a fault of Paddock", (t) => {
  const world = testWorld(t);
  for (const fault of [new TypeError("boom"), "boom"]) {
    t.equal(showError(world.host, fault), 1);
    t.match(
      world.said(),
      /^paddock: This is a fault of Paddock: [^]*boom[^]*\n {2}Please report it/,
    );
  }
  t.end();
});
