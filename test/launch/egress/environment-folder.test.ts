import t from "tap";
import {
  ENVIRONMENT_FOLDER,
  environmentFile,
} from "../../../lib/launch/egress/environment-folder.ts";
import { withSandboxFolder } from "../../../lib/launch/workspace/sandbox-folder.ts";

t.test("the file is a shell's", async (test) => {
  const text = environmentFile([{ name: "A", value: "it's" }, { name: "B" }]);
  test.equal(text, "A='it'\\''s'\nB=''\n");
});

t.test("the folder is mounted for reading, whatever its name", async (test) => {
  test.strictSame(withSandboxFolder(["podman", "run", "image"], "/a:b,c", ENVIRONMENT_FOLDER), [
    "podman",
    "run",
    '--mount=type=bind,"src=/a:b,c",dst=/run/paddock-proxy,ro=true,relabel=shared',
    "image",
  ]);
});
