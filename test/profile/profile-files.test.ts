import { symlinkSync } from "node:fs";
import t from "tap";
import { systemFiles } from "../../lib/host/files/files.ts";
import { profileFiles } from "../../lib/profile/profile-files.ts";

const root = t.testdir({
  Containerfile: "FROM x\n",
  agents: { one: { "package.json": "{}" } },
  empty: {},
});
symlinkSync("Containerfile", `${root}/link`);
const files = profileFiles(systemFiles, root);
t.same([...files.keys()], ["Containerfile", "agents/one/package.json"]);
t.same(files.get("agents/one/package.json"), Buffer.from("{}"));
t.same([...profileFiles(systemFiles, `${root}/gone`).keys()], []);
