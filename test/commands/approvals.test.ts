import tap from "tap";
import { main } from "../../lib/cli.ts";
import { recordApproval } from "../../lib/approval/judge-approval.ts";
import { NOW, testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";
import { policyOf } from "../explain/policies.ts";

function approve(world: World, profile: string, workspace: string, flags: readonly string[]): void {
  const standing = { policy: policyOf(flags), egress: undefined };
  recordApproval(world.host, { profile, workspace }, standing, "asked");
}

tap.test("a table, and JSON with the whole digest", async (t) => {
  const world = testWorld(t);
  t.equal(await main(["approvals"], world.host), 0);
  t.equal(world.answered(), "PROFILE  APPROVED  HOW  POLICY  DIRECTORY\n");
  approve(world, "go", "/srv/b\n", []);
  approve(world, "default", "/srv/a", ["-v", "/srv/a:/a"]);
  approve(world, "default", "/srv/c", ["-v", "/srv/c:/a"]);
  t.equal(await main(["approvals", "--json"], world.host), 0);
  const all = JSON.parse(world.answered()) as Record<string, string>[];
  t.same(
    all.map(({ profile, workspace, at, by }) => [profile, workspace, at, by]),
    [
      ["default", "/srv/a", NOW, "asked"],
      ["default", "/srv/c", NOW, "asked"],
      ["go", "/srv/b\n", NOW, "asked"],
    ],
  );
  t.match(all[0]?.["digest"], /^[0-9a-f]{64}$/);
  t.equal(
    all[0]?.["digest"],
    all[1]?.["digest"],
    "the digest is of the policy, wherever the workspace is",
  );
  t.equal(await main(["approvals"], world.host), 0);
  const lines = world.answered().split("\n");
  t.equal(lines.length, 5, "a path with a line end is one line");
  t.match(lines[3], /^go +2026-01-02 00:00 {2}asked {2}[0-9a-f]{12} {2}\/srv\/b\\x0a$/);
});

tap.test("--forget of a profile, then of all", async (t) => {
  const world = testWorld(t);
  approve(world, "go", "/srv/b", []);
  approve(world, "default", "/srv/a", []);
  approve(world, "default", "/srv/c", []);
  t.equal(await main(["approvals", "--forget", "default"], world.host), 0);
  t.equal(world.said(), "forgot 2 approvals of default\n");
  t.equal(await main(["approvals", "--forget"], world.host), 0);
  t.equal(world.said(), "forgot one approval\n");
  t.equal(await main(["approvals", "--forget"], world.host), 0);
  t.equal(world.said(), "forgot no approvals\n");
});
