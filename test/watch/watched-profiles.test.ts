import t from "tap";
import { chainOf, watchedProfiles } from "../../lib/watch/watched-profiles.ts";
import { testWorld } from "../host-for-tests.ts";

const FILES = {
  "shipped/base/Containerfile": "FROM node\n",
  "shipped/default/Containerfile": "FROM localhost/paddock-base\n",
  "shipped/go/Containerfile": "FROM localhost/paddock\n",
  "shipped/alone/Containerfile": "FROM node\n",
  "shipped/broken/Containerfile": "nonsense\n",
};

const rows: readonly [names: readonly string[], watched: readonly string[]][] = [
  [["go"], ["go!"]],
  [["default"], ["default!", "go"]],
  [["base"], ["base!", "default", "go"]],
  [
    ["go", "alone"],
    ["go!", "alone!"],
  ],
  [["broken"], ["broken!"]],
  [[], ["base", "default", "alone", "broken", "go"]],
];
for (const [names, watched] of rows) {
  t.test(`${names.join(" ") || "none named"}: with those on top`, (test) => {
    const { host } = testWorld(test, { files: FILES });
    test.same(
      watchedProfiles(host, names).map(({ name, named }) => `${name}${named ? "!" : ""}`),
      watched,
    );
    test.end();
  });
}

t.test("a chain that cannot be read is none", (test) => {
  const { host } = testWorld(test, { files: FILES });
  test.same(chainOf(host, "go"), ["base", "default", "go"]);
  test.equal(chainOf(host, "broken"), undefined);
  test.equal(chainOf(host, "nobody"), undefined);
  test.end();
});
