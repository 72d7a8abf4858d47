import { symlinkSync } from "node:fs";
import t from "tap";
import { watchPlaces } from "../../../lib/watch/files/places.ts";
import { testWorld } from "../../host-for-tests.ts";

const OWN = "home/.config/paddock/profiles";
const FILES = {
  "shipped/base/Containerfile": "FROM node\n",
  "shipped/default/Containerfile": "FROM localhost/paddock-base\n",
  "elsewhere/go/Containerfile": "FROM node\n",
};

t.test("profiles by name: their folders wherever they may lie, and nothing else", (test) => {
  const { host, root } = testWorld(test, { files: { ...FILES, [`${OWN}/`]: "" } });
  const { folders, wants } = watchPlaces(host, ["default"]);
  test.same(folders, [`${root}/${OWN}`, `${root}/shipped`]);
  const wanted = [`${OWN}/latest/x`, `${OWN}/default`, "shipped/default/a/b", "shipped"];
  const others = [`${OWN}/go`, "shipped/base/Containerfile", "home", "home/project/x", ""];
  test.same(
    wanted.filter((path) => !wants(`${root}/${path}`)),
    [],
  );
  test.same(
    others.filter((path) => wants(`${root}/${path}`)),
    [],
  );
  test.notOk(wants(`${root}/shipped/default/.Containerfile.swp`));
  test.end();
});

t.test("a folder that is not there is waited for in the nearest one that is", (test) => {
  const { host, root } = testWorld(test, { files: FILES });
  const { folders, wants } = watchPlaces(host, undefined);
  test.same(folders, [`${root}/home`, `${root}/shipped`]);
  test.ok(wants(`${root}/home/.config`));
  test.ok(wants(`${root}/home/.config/paddock`));
  test.notOk(wants(`${root}/home/.config/other`));
  test.notOk(wants(`${root}/home/project`));
  test.end();
});

t.test("where a link leads is watched too, and is another place", (test) => {
  const { host, root } = testWorld(test, { files: { ...FILES, [`${OWN}/`]: "" } });
  const before = watchPlaces(host, undefined);
  symlinkSync(`${root}/elsewhere/go`, `${root}/${OWN}/go`);
  const after = watchPlaces(host, undefined);
  test.same(after.folders, [`${root}/elsewhere/go`, `${root}/${OWN}`, `${root}/shipped`]);
  test.not(after.identity, before.identity);
  test.equal(watchPlaces(host, undefined).identity, after.identity);
  test.end();
});
