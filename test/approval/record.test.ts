import { symlinkSync, unlinkSync, readdirSync } from "node:fs";
import tap from "tap";
import { addApproval, allRecords, forgetRecords, readRecord } from "../../lib/approval/record.ts";
import { testWorld } from "../host-for-tests.ts";

const PLACE = { profile: "default", workspace: "/srv/a" };

function approval(digest: string) {
  return {
    policy: `{"${digest}":1}`,
    digest,
    at: "2026-01-01",
    by: "asked",
    version: "1",
  } as const;
}

tap.test("the latest is the last, the same one is kept once, and no more than eight", (t) => {
  const { host } = testWorld(t);
  t.equal(readRecord(host, PLACE), undefined);
  for (const digest of ["a", "b", "a"]) addApproval(host, PLACE, approval(digest));
  t.same(
    readRecord(host, PLACE)?.approvals.map(({ digest }) => digest),
    ["b", "a"],
  );
  for (const digest of "cdefghij") addApproval(host, PLACE, approval(digest));
  t.equal(
    readRecord(host, PLACE)
      ?.approvals.map(({ digest }) => digest)
      .join(""),
    "cdefghij",
  );
  t.end();
});

tap.test("a link is no record, and is forgotten like one", (t) => {
  const { host, root, write } = testWorld(t);
  addApproval(host, PLACE, approval("a"));
  const folder = `${host.settings.stateDirectory}/approvals`;
  const [name = ""] = readdirSync(folder);
  write("elsewhere.json", host.files.readText(`${folder}/${name}`) ?? "");
  unlinkSync(`${folder}/${name}`);
  symlinkSync(`${root}/elsewhere.json`, `${folder}/${name}`);
  t.equal(readRecord(host, PLACE), undefined);
  t.same(allRecords(host), []);
  t.equal(forgetRecords(host, "default"), 0);
  t.equal(forgetRecords(host, undefined), 1);
  t.ok(host.files.facts(`${root}/elsewhere.json`));
  t.end();
});
