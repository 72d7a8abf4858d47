import tap from "tap";
import { affectedProfiles } from "../../../lib/upgrade/rebuild/affected-profiles.ts";
import { idOf, inspectCall } from "../../fake-podman.ts";
import { testWorld } from "../../host-for-tests.ts";
import { BASE, DEFAULT, PROFILES } from "../../profiles-for-tests.ts";

const OWN = "home/.config/paddock/profiles";
const [BUILT, UNBUILT] = ["localhost/paddock:built", "localhost/paddock:unbuilt"];
const FILES = {
  ...PROFILES,
  [`${OWN}/latest/Containerfile`]: `FROM ${BASE}\n`,
  [`${OWN}/built/Containerfile`]: `FROM ${DEFAULT}\n`,
  [`${OWN}/unbuilt/Containerfile`]: `FROM ${DEFAULT}\n`,
  [`${OWN}/alone/Containerfile`]: "FROM scratch\n",
  [`${OWN}/broken/Containerfile`]: "FROM\n",
};

tap.test(
  "those that changed and, where they have an image, those on top; a tag once",
  async (t) => {
    const { host, podman, root } = testWorld(t, { files: FILES });
    podman.expect(
      inspectCall(podman, {
        [BASE]: undefined,
        [DEFAULT]: { id: idOf("d") },
        [BUILT]: { id: idOf("b") },
        [UNBUILT]: undefined,
      }),
    );
    const changed = new Set([`${root}/shipped/base/Containerfile`]);
    const affected = await affectedProfiles(host, podman.path, changed);
    t.same(
      affected.map(({ name, tag }) => [name, tag]),
      [
        ["base", BASE],
        ["default", DEFAULT],
        ["built", BUILT],
      ],
    );
    const chain = affected[2]?.chain.map(({ profile }) => profile.tag);
    t.same(chain, [BASE, DEFAULT, BUILT], "with all that it is built on");
  },
);

tap.test("nothing that is reached: Podman is not asked", async (t) => {
  const { host, podman } = testWorld(t, { files: FILES });
  t.same(await affectedProfiles(host, podman.path, new Set(["/elsewhere/Containerfile"])), []);
});
