import { existsSync, statSync } from "node:fs";
import tap from "tap";
import {
  mountedFolders,
  prepareDirectories,
} from "../../../lib/launch/workspace/prepare-directories.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";
import { testWorld } from "../../host-for-tests.ts";

tap.test("only folders of the host", (t) => {
  const policy = readPolicy(
    "podman run -v /a:/x -v name:/y -v /c:/z:O --tmpfs /t --mount type=bind,src=/d,dst=/w --mount type=volume,dst=/v image".split(
      " ",
    ),
  );
  t.same(mountedFolders(policy), ["/a", "/c", "/d"]);
  t.end();
});

const rows: readonly [name: string, path: string, data: string | undefined, made: boolean][] = [
  ["below the data directory", "home/.local/share/paddock/homes/new", undefined, true],
  ["below a data directory elsewhere", "data/paddock/homes/new", "data", true],
  ["elsewhere in the home", "home/new", undefined, false],
  ["up from the data directory", "home/.local/share/../../evil", undefined, false],
  ["beside the data directory", "home/.local/shared/x", undefined, false],
];
for (const [name, path, data, made] of rows) {
  tap.test(name, (t) => {
    const world = testWorld(t);
    const dataHome = data === undefined ? world.host.settings.dataHome : `${world.root}/${data}`;
    const host = { ...world.host, settings: { ...world.host.settings, dataHome } };
    const full = `${world.root}/${path}`;
    const policy = readPolicy(["podman", "run", "-v", `${full}:/x`, "image"]);
    if (made) {
      prepareDirectories(host, policy);
      t.equal(statSync(full).mode & 0o777, 0o700);
    } else {
      t.throws(() => prepareDirectories(host, policy), { code: "failed" });
      t.notOk(existsSync(full));
    }
    t.end();
  });
}

tap.test("what is there stays as it is", (t) => {
  const world = testWorld(t, { files: { "home/.local/share/paddock/homes/default/": "" } });
  const folder = `${world.home}/.local/share/paddock/homes/default`;
  const before = statSync(folder).mode;
  prepareDirectories(world.host, readPolicy(["podman", "run", "-v", `${folder}:/x`, "image"]));
  t.equal(statSync(folder).mode, before);
  t.end();
});
