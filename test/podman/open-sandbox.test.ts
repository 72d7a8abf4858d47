import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";
import { findPins } from "../../lib/upgrade/pins/find-pins.ts";
import { buildShippedImages, runProgram } from "./shipped-images.ts";

t.setTimeout(0);
const SCRIPT = fileURLToPath(new URL("../../scripts/open-sandbox", import.meta.url));
const BASE = new URL("../../profiles/base/Containerfile", import.meta.url);
t.before(buildShippedImages);

t.test("scripts/start ends in the sandbox, with the pinned agents in it", async (t) => {
  const workspace = realpathSync(t.testdir());
  const ended = await runProgram([SCRIPT, workspace]);
  t.equal(ended.status, 0, ended.stderr.slice(-2000));
  const [identity, folder, ...agents] = ended.stdout.split("\n");
  t.match(identity, /^uid=1000\(ai\) gid=1000\(ai\)/);
  t.equal(folder, "/home/ai/sandbox");
  const pins = findPins(parseContainerfile(readFileSync(BASE, "utf8")));
  const version = (name: string): string | undefined =>
    pins.find((pin) => pin.package === name)?.version;
  t.same(agents, [`opencode ${version("opencode-ai")}`, `gemini ${version("@google/gemini-cli")}`]);
  t.match(ended.stderr, /start: no virtual machine: .+ A container instead/, "says what is lost");
  t.match(ended.stderr, /can write/i, "says what the sandbox may do");
});
