import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import tap from "tap";
import type { Test } from "tap";
import { systemFiles } from "../../lib/host/files/files.ts";
import type { Host } from "../../lib/host/host.ts";
import { runProcess } from "../../lib/host/process/run-process.ts";
import { secretVariables, upgradeSchedule } from "../../lib/schedule/upgrade-schedule.ts";
import { testWorld } from "../host-for-tests.ts";
import type { WorldOptions } from "../host-for-tests.ts";

/** A host that finds the machine's own flock. */
function hostWithFlock(
  t: Test,
  options: WorldOptions = {},
): Pick<Host, "settings" | "files" | "npm"> {
  const { host } = testWorld(t, options);
  const searchPath = (process.env["PATH"] ?? "").split(":");
  return { settings: { ...host.settings, searchPath }, files: systemFiles, npm: host.npm };
}

tap.test(
  "two that are due at once: the second ends at once, with 0, and upgrades nothing",
  async (t) => {
    const host = hostWithFlock(t);
    const { stateDirectory, home } = host.settings;
    mkdirSync(stateDirectory, { recursive: true });
    const log = `${home}/log`;
    const ending = `${home}/ending`;
    const script = 'echo "$*" >>"$0"; until [ -e "${0%/*}/ending" ]; do sleep 0.05; done; exit 5';
    const program = ["sh", "-c", script, log];
    const settings = { ...host.settings, program };
    const { argv } = upgradeSchedule({ ...host, settings }, { every: "daily", rebuild: true });
    const first = runProcess(argv);
    while (systemFiles.readText(log) === undefined)
      await new Promise((resolve) => setTimeout(resolve, 20));
    // The first one waits for what is written below: a second that waited for it would never end.
    t.equal((await runProcess(argv)).status, 0, "it does not wait");
    writeFileSync(ending, "");
    t.equal((await first).status, 5, "what the upgrade ends with is not lost");
    t.equal(readFileSync(log, "utf8"), "upgrade --rebuild\n", "one ran");
    t.equal((await runProcess(argv)).status, 5, "and the next one runs");
  },
);

tap.test(
  "what was set for this command counts for the upgrade; what holds anyway is left out",
  (t) => {
    const environment = {
      PADDOCK_PROFILES: "/mine",
      XDG_STATE_HOME: "/state",
      XDG_DATA_HOME: "/data",
      NPM_TOKEN: "secret",
    };
    const host = hostWithFlock(t, { environment });
    const given = upgradeSchedule(host, { every: "daily", rebuild: false }).environment;
    t.match(given, { PADDOCK_PROFILES: "/mine", XDG_STATE_HOME: "/state", XDG_DATA_HOME: "/data" });
    t.equal(given["PATH"], host.settings.searchPath.join(":"));
    t.same(
      Object.keys(given).filter((name) => ["HOME", "XDG_CACHE_HOME", "NPM_TOKEN"].includes(name)),
      [],
    );
    t.end();
  },
);

tap.test("D22 D23 the way to the registry is taken over, but for passwords", (t) => {
  const open = {
    HTTPS_PROXY: "http://proxy.example:3128",
    no_proxy: ".example.com",
    NODE_EXTRA_CA_CERTS: "/etc/ca@work.pem",
    npm_config_registry: "https://host.example/npm/",
    NPM_CONFIG_USERCONFIG: "/mine/.npmrc",
  };
  const secret = {
    http_proxy: "http://u:s3cret@proxy.example:3128",
    NPM_CONFIG_HTTPS_PROXY: "u:s3cret@proxy.example",
  };
  const others = { "npm_config_//host.example/:_authToken": "s3cret", npm_config__auth: "s3cret" };
  const environment = { ...open, ...secret, ...others, HTTP_PROXY: "" };
  const host = hostWithFlock(t, { environment });
  const schedule = upgradeSchedule(host, { every: "daily", rebuild: false });
  t.match(schedule.environment, open);
  t.notOk("HTTP_PROXY" in schedule.environment, "an empty one counts as unset");
  t.same(secretVariables(host.npm), Object.keys(secret));
  t.notMatch(JSON.stringify(schedule), /s3cret/);
  t.end();
});

tap.test("without flock nothing is scheduled", (t) => {
  const { host } = testWorld(t);
  t.throws(() => upgradeSchedule(host, { every: "daily", rebuild: false }), {
    code: "host-unready",
  });
  t.end();
});
