import tap from "tap";
import { remembered } from "../../lib/image/remembered.ts";
import type { RememberingHost } from "../../lib/image/remembered.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";

const isText = (value: unknown): value is string => typeof value === "string";

/** Asks, and tells whether the answer had to be computed. */
function asker(): (host: RememberingHost, question: unknown, answer?: string) => string {
  return (host, question, answer = "right") => {
    let computed = "";
    const compute = (): string => {
      computed = "computed ";
      return answer;
    };
    return (
      remembered(host, { tag: "localhost/a:b", topic: "x", question, isAnswer: isText, compute }) +
      (computed && ` ${computed.trim()}`)
    );
  };
}

function cachePath(world: World): string {
  return `${world.host.settings.cacheDirectory}/read/localhost_a_b.x.json`;
}

tap.test("the same question is answered from before, another one anew", (t) => {
  const { host } = testWorld(t);
  const ask = asker();
  t.equal(ask(host, ["FROM a", {}]), "right computed");
  t.equal(ask(host, ["FROM a", {}], "never asked"), "right");
  t.equal(ask(host, ["FROM a", { X: "1" }], "other"), "other computed");
  t.equal(ask(host, ["FROM a", {}]), "right computed", "only the last is kept");
  t.end();
});

tap.test("another version of Paddock, or a program that was replaced, computes anew", (t) => {
  const { host, root, write } = testWorld(t);
  const program = `${root}/program.js`;
  write("program.js", "one");
  const before = { ...host, settings: { ...host.settings, program: [program] } };
  const ask = asker();
  t.equal(ask(before, "q"), "right computed");
  t.equal(ask(before, "q"), "right");
  t.equal(
    ask({ ...before, settings: { ...before.settings, version: "9" } }, "q"),
    "right computed",
  );
  t.equal(ask(before, "q"), "right computed");
  write("program.js", "two");
  t.equal(ask(before, "q"), "right computed");
  t.end();
});

const spoilt: readonly [name: string, spoil: (text: string) => string][] = [
  ["empty", () => ""],
  ["half", (text) => text.slice(0, 20)],
  ["of another kind", (text) => text.replace('"right"', '{"no":"text"}')],
];
for (const [name, spoil] of spoilt) {
  tap.test(`a memory that is ${name} is no answer`, (t) => {
    const world = testWorld(t);
    const ask = asker();
    ask(world.host, "q");
    const text = world.host.files.readText(cachePath(world)) ?? "";
    world.host.files.writeWhole(cachePath(world), spoil(text));
    t.not(spoil(text), text);
    t.equal(ask(world.host, "q"), "right computed");
    t.equal(ask(world.host, "q"), "right", "and is written anew");
    t.end();
  });
}

tap.test(
  "a cache that cannot be written costs time only; a failing computation is not kept",
  (t) => {
    const world = testWorld(t);
    const { host } = world;
    world.host.files.writeWhole(`${world.root}/file`, "");
    const settings = { ...host.settings, cacheDirectory: `${world.root}/file` };
    const ask = asker();
    t.equal(ask({ ...host, settings }, "q"), "right computed");
    t.equal(ask({ ...host, settings }, "q"), "right computed");
    const broken = {
      tag: "localhost/a:b",
      topic: "x",
      question: "bad",
      isAnswer: isText,
      compute: (): string => {
        throw new TypeError("broken");
      },
    };
    t.throws(() => remembered(host, broken), TypeError);
    t.equal(host.files.readText(cachePath(world)), undefined);
    t.end();
  },
);
