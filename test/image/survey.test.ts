import tap from "tap";
import { AS_BEFORE } from "../../lib/image/build/build-options.ts";
import { surveyProfile } from "../../lib/image/ensure.ts";
import { describeStaleness } from "../../lib/image/freshness/stale-reason.ts";
import { imagesOf } from "../../lib/image/survey.ts";
import { testWorld } from "../host-for-tests.ts";
import { BASE, BY_HAND, DEFAULT, lookCall, NODE, PROFILES } from "../profiles-for-tests.ts";

const rows: readonly [
  name: string,
  images: object,
  base: string | undefined,
  profile: string | undefined,
][] = [
  ["all fresh", BY_HAND, undefined, undefined],
  [
    "C20 a base that has to be built makes stale what is fresh on it",
    { ...BY_HAND, base: undefined },
    "missing",
    `its base ${BASE} changed`,
  ],
  ["nothing there", {}, "missing", "missing"],
];
for (const [name, images, base, profile] of rows) {
  tap.test(name, async (t) => {
    const world = testWorld(t, { files: PROFILES });
    world.podman.expect(lookCall(world.podman, images));
    const options = { podman: world.podman.path, request: AS_BEFORE };
    const survey = await surveyProfile(world.host, "default", options);
    t.same(imagesOf(survey.chain), [NODE, BASE, DEFAULT]);
    t.same(
      survey.links.map(({ staleness }) => describeStaleness(staleness)),
      [base, profile],
    );
  });
}
