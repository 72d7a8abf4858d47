import tap from "tap";
import { confPaths, confText, containersConf } from "../../../lib/host/machine/containers-conf.ts";
import { testWorld } from "../../host-for-tests.ts";

const FILES = {
  "machine/usr/share/containers/containers.conf": "shared",
  "machine/etc/containers/containers.conf": "machine",
  "machine/etc/containers/containers.conf.d/10.conf": "machine 10",
  "machine/etc/containers/containers.conf.d/20.conf": "machine 20",
  "machine/etc/containers/containers.conf.d/20.conf.bak": "not read",
  "home/.config/containers/containers.conf": "own",
  "home/.config/containers/containers.conf.d/1.conf": "own 1",
  "only.conf": "only",
  "last.conf": "last",
};
const ALL = ["own 1", "own", "machine 20", "machine 10", "machine", "shared"];

tap.test("the strongest first, as containers.conf(5) has it", (t) => {
  const { host, root } = testWorld(t, { files: FILES });
  t.same(containersConf(host), ALL);
  const told = (variables: Record<string, string>): readonly string[] => {
    const storageVariables = { ...host.settings.storageVariables, ...variables };
    return containersConf({ ...host, settings: { ...host.settings, storageVariables } });
  };
  t.same(told({ CONTAINERS_CONF: `${root}/only.conf` }), ["only"]);
  t.same(told({ CONTAINERS_CONF_OVERRIDE: `${root}/last.conf` }), ["last", ...ALL]);
  t.same(told({ XDG_CONFIG_HOME: "/nowhere" }), ALL.slice(2));
  t.end();
});

tap.equal(confText(["a = 1\n  b = 'x'", 'b = "y"'], "b"), "x");
tap.equal(confText(["# b = 'x'", 'bb = "z"'], "b"), undefined);
tap.same(confPaths(["krun = [\n \"/a\", '/b',\n]", 'krun = ["/c"]', "crun = []"], "krun"), [
  "/a",
  "/b",
  "/c",
]);
