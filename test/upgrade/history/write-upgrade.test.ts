import tap from "tap";
import { main } from "../../../lib/cli.ts";
import { readHistory } from "../../../lib/upgrade/history/history.ts";
import { recoverFiles } from "../../../lib/upgrade/pins/recover-files.ts";
import { untilDeath } from "../pins/killed-change.ts";
import { containerfileOf, lockOf, upgradeWorld } from "../upgrade-for-tests.ts";

const CONTAINERFILE = "shipped/base/Containerfile";
const LOCK = "shipped/base/agents/agent-cli/package-lock.json";

tap.test(
  "D25 a kill at any step of an upgrade: a new pin has its receipt, an old one has none",
  async (t) => {
    const outcomes: string[] = [];
    for (let step = 1, isKilled = true; isKilled; step += 1) {
      const dying = untilDeath({ step, moment: "after" });
      const world = await upgradeWorld(t);
      const host = { ...world.host, files: dying };
      isKilled = await main(["upgrade"], host).then(
        (status) => status !== 0,
        () => true,
      );
      await recoverFiles(world.host);
      const open = readHistory(world.host).filter(({ ended }) => ended === undefined);
      const version = open.length === 0 ? "1.0.0" : "2.0.0";
      t.equal(
        world.read(CONTAINERFILE),
        containerfileOf(version),
        `killed after step ${String(step)}`,
      );
      t.equal(world.read(LOCK), lockOf(version));
      outcomes.push(version);
      if (open.length === 0) continue;
      t.equal(await main(["upgrade", "--undo"], world.host), 0);
      t.equal(world.read(CONTAINERFILE), containerfileOf("1.0.0"), "and it can be taken back");
      t.equal(world.read(LOCK), lockOf("1.0.0"));
    }
    t.ok(outcomes.length > 10, `${String(outcomes.length)} kills`);
    t.ok(outcomes.includes("1.0.0"), "some leave the old pin");
    t.ok(outcomes.includes("2.0.0"), "some the new one");
  },
);
