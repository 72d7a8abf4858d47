import {
  chmodSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import t from "tap";
import { createFolder } from "../../../lib/host/files/create-folder.ts";

const root = t.testdir({
  from: { Containerfile: "FROM x\n", "run.sh": "#!/bin/sh\n", below: { data: "data" } },
  taken: { kept: "kept" },
});
chmodSync(`${root}/from/run.sh`, 0o755);
writeFileSync(`${root}/from/below/read-only`, "r", { mode: 0o444 });
symlinkSync("../gone", `${root}/from/link`);

t.test(
  "a copy has the files, their rights and the links; a text takes the place of a file's own",
  async (t) => {
    createFolder(`${root}/copy`, { from: `${root}/from`, texts: { Containerfile: "FROM y\n" } });
    t.same(readdirSync(`${root}/copy`).toSorted(), ["Containerfile", "below", "link", "run.sh"]);
    t.equal(readFileSync(`${root}/copy/Containerfile`, "utf8"), "FROM y\n");
    t.equal(readFileSync(`${root}/copy/below/data`, "utf8"), "data");
    t.equal(statSync(`${root}/copy/run.sh`).mode & 0o777, 0o755);
    t.equal(statSync(`${root}/copy/below/read-only`).mode & 0o777, 0o644, "the owner may edit it");
    t.equal(readlinkSync(`${root}/copy/link`), "../gone");
    t.equal(readFileSync(`${root}/from/Containerfile`, "utf8"), "FROM x\n");
  },
);

t.test("without a folder to copy it holds the texts alone", async (t) => {
  createFolder(`${root}/new`, { texts: { Containerfile: "FROM z\n" } });
  t.same(readdirSync(`${root}/new`), ["Containerfile"]);
});

t.test("what exists stays as it is, and nothing is left of what failed", async (t) => {
  t.throws(() => createFolder(`${root}/taken`, { texts: { a: "" } }), { code: "EEXIST" });
  t.same(readdirSync(`${root}/taken`), ["kept"]);
  symlinkSync("gone", `${root}/dangling`);
  t.throws(() => createFolder(`${root}/dangling`, {}), { code: "EEXIST" });
  t.throws(() => createFolder(`${root}/gone/new`, {}), { code: "ENOENT" });
  t.throws(() => createFolder(`${root}/bad`, { texts: { "no/such": "" } }), { code: "ENOENT" });
  const server = createServer().listen(`${root}/from/socket`);
  await once(server, "listening");
  t.throws(() => createFolder(`${root}/odd`, { from: `${root}/from` }), { code: "EINVAL" });
  server.close();
  t.same(readdirSync(root).toSorted(), ["copy", "dangling", "from", "new", "taken"]);
});

t.test("read-only texts, whatever the umask is", async (t) => {
  const before = process.umask(0o077);
  t.teardown(() => process.umask(before));
  createFolder(`${root}/told`, { texts: { "policy.json": "{}" }, readOnly: true });
  t.equal(statSync(`${root}/told`).mode & 0o777, 0o755);
  t.equal(statSync(`${root}/told/policy.json`).mode & 0o777, 0o444);
});
