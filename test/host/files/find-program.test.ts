import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import t from "tap";
import { findProgram } from "../../../lib/host/files/find-program.ts";
import { testWorld } from "../../host-for-tests.ts";

t.test("a program is an executable file of an absolute folder of PATH", (test) => {
  const { host, root } = testWorld(test);
  test.equal(findProgram(host, "tool"), undefined);
  mkdirSync(`${root}/bin/tool`);
  test.equal(findProgram(host, "tool"), undefined, "a folder is none");
  writeFileSync(`${root}/bin/other`, "");
  test.equal(findProgram(host, "other"), undefined, "nor is a file of text");
  chmodSync(`${root}/bin/other`, 0o755);
  test.equal(findProgram(host, "other"), `${root}/bin/other`);
  test.end();
});
