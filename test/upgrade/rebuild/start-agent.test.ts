import tap from "tap";
import { agentCommand, startAgent } from "../../../lib/upgrade/rebuild/start-agent.ts";
import { testWorld } from "../../host-for-tests.ts";
import { packageLock } from "../lock/lock-for-tests.ts";

const START = [
  ..."run --rm --pull=never --network none --cap-drop ALL --security-opt no-new-privileges".split(
    " ",
  ),
  ..."--env HOME=/tmp --entrypoint tool localhost/paddock:x --version".split(" "),
];

const commands: readonly [name: string, bin: unknown, command: string | undefined][] = [
  ["the one that it has", { tool: "bin/tool.js" }, "tool"],
  ["of several the first by name", { zed: "z.js", able: "a.js" }, "able"],
  ["none", undefined, undefined],
  ["a flag is no command", { "--privileged": "x.js" }, undefined],
  ["a path is none", { "../sh": "x.js" }, undefined],
  ["words are none", { "sh -c": "x.js" }, undefined],
  ["a file without a name is none", "bin/tool.js", undefined],
];
for (const [name, bin, command] of commands) {
  tap.test(`the command of an agent: ${name}`, (t) => {
    const entry = { version: "1.2.3", ...(bin === undefined ? {} : { bin }) };
    const lock = packageLock({ "node_modules/@a/tool": entry });
    const texts: Record<string, string> = {
      "/lock/package.json": "{}",
      "/lock/package-lock.json": JSON.stringify(lock),
    };
    const files = { readText: (path: string) => texts[path] };
    t.equal(agentCommand(files, "/lock", "@a/tool"), command);
    t.equal(agentCommand(files, "/elsewhere", "@a/tool"), undefined, "nor where there is no lock");
    t.end();
  });
}

tap.test("an agent starts without a network, rights or anything of this machine", async (t) => {
  const { host, podman } = testWorld(t);
  podman.expect({ argv: START, stdout: "1.2.3\n" });
  await startAgent(host, podman.path, "localhost/paddock:x", "tool");
});

const failures: readonly [name: string, stderr: string, message: string][] = [
  ["the last line", "warning\ntool: no such\u001B[2J file\n", "tool: no such\\x1b[2J file"],
  ["that it said nothing", "", "it says nothing"],
];
for (const [name, stderr, said] of failures) {
  tap.test(`one that does not start: ${name}`, async (t) => {
    const { host, podman } = testWorld(t);
    podman.expect({ argv: START, stderr, status: 127 });
    await t.rejects(startAgent(host, podman.path, "localhost/paddock:x", "tool"), {
      code: "failed",
      message: `tool does not start in the new image (status 127): ${said}`,
    });
  });
}
