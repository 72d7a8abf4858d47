import tap from "tap";
import { launchObstacles } from "../../../lib/launch/plan/launch-obstacles.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";
import { VERSION_CALL } from "../../fake-podman.ts";
import { testWorld } from "../../host-for-tests.ts";

const CRUN = readPolicy(["podman", "run", "image"]);
const KRUN = readPolicy(["podman", "run", "--runtime=krun", "image"]);

tap.test("a machine that is ready", async (t) => {
  const world = testWorld(t);
  world.podman.expect(VERSION_CALL);
  t.same(await launchObstacles(world.host, CRUN), []);
});

tap.test("everything that would stop it, not only the first", async (t) => {
  const world = testWorld(t, { files: { "machine/etc/subuid": "" } });
  world.podman.expect(VERSION_CALL);
  const obstacles = await launchObstacles(world.host, KRUN);
  t.match(
    obstacles.map(({ message }) => message),
    [/^\/etc\/subuid gives ann no subordinate ids/, /asks for krun, which is not installed/],
  );
  t.match(obstacles[0]?.fix, /usermod/);
});

tap.test("a fault that is no refusal is not hidden", async (t) => {
  const world = testWorld(t);
  world.podman.expect(VERSION_CALL);
  const files = {
    ...world.host.files,
    readText: (path: string) => {
      if (path === "/etc/subuid") throw new TypeError("a fault of ours");
      return world.host.files.readText(path);
    },
  };
  await t.rejects(launchObstacles({ ...world.host, files }, CRUN), TypeError);
});
