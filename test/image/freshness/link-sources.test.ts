import { utimesSync } from "node:fs";
import tap from "tap";
import { AS_BEFORE } from "../../../lib/image/build/build-options.ts";
import { profileChain } from "../../../lib/image/chain.ts";
import { readSources } from "../../../lib/image/freshness/link-sources.ts";
import type { LinkSources } from "../../../lib/image/freshness/link-sources.ts";
import { testWorld } from "../../host-for-tests.ts";
import type { World } from "../../host-for-tests.ts";
import { PROFILES } from "../../profiles-for-tests.ts";

function look(world: World): LinkSources {
  const [base] = profileChain(world.host, "base", { buildArguments: () => ({}) });
  if (base === undefined) throw new Error("no base");
  return readSources(world.host, base, new Map(), AS_BEFORE);
}

tap.test("a touch is another identity and the same fingerprint", (t) => {
  const world = testWorld(t, { files: PROFILES });
  const file = "shipped/base/entrypoint.sh";
  const before = look(world);
  t.equal(look(world).identity, before.identity, "nothing was written");
  utimesSync(`${world.root}/${file}`, 1, 1);
  const after = look(world);
  t.not(after.identity, before.identity);
  t.same(after.fingerprint(), before.fingerprint());
  world.write(file, "other");
  t.notSame(look(world).fingerprint(), before.fingerprint());
  t.end();
});
