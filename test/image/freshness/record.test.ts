import { statSync } from "node:fs";
import tap from "tap";
import { readRecord, writeRecord } from "../../../lib/image/freshness/record.ts";
import { testWorld } from "../../host-for-tests.ts";

const record = {
  fingerprint: { Containerfile: "1" },
  buildArguments: { A: "1" },
  authorities: "/ca",
  rebuiltAt: 5,
};

tap.test("what is written is read, image by image, by the person alone", (t) => {
  const { host, home } = testWorld(t);
  t.equal(readRecord(host, "localhost/paddock:latest"), undefined);
  writeRecord(host, "localhost/paddock:latest", record);
  t.same(readRecord(host, "localhost/paddock:latest"), record);
  t.equal(readRecord(host, "localhost/paddock:other"), undefined);
  const path = `${home}/.local/state/paddock/images/localhost_paddock_latest.json`;
  t.equal(statSync(path).mode & 0o777, 0o600);
  t.end();
});

tap.test("a record that is damaged is none", (t) => {
  const path = "home/.local/state/paddock/images/localhost_paddock_latest.json";
  for (const text of ["", "{", "null", "7", "[]"]) {
    const { host } = testWorld(t, { files: { [path]: text } });
    const read = readRecord(host, "localhost/paddock:latest");
    t.ok(read === undefined || Object.keys(read.fingerprint).length === 0, JSON.stringify(text));
  }
  t.end();
});
