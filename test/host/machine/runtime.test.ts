import tap from "tap";
import { findRuntime, readRuntime } from "../../../lib/host/machine/runtime.ts";
import { testWorld } from "../../host-for-tests.ts";

// crun of Debian 13, and of Fedora with libkrun.
const DEBIAN =
  "crun version 1.21\ncommit: 10269840\nrundir: /run/user/1000/crun\nspec: 1.0.0\n+SYSTEMD +SECCOMP +WASM:wasmedge +YAJL\n";
const FEDORA = "crun version 1.27.1\ncommit: 1\nspec: 1.0.0\n+SECCOMP +EBPF +LIBKRUN\n";

tap.same(readRuntime("/usr/bin/crun", DEBIAN), {
  known: true,
  value: {
    path: "/usr/bin/crun",
    version: "1.21",
    features: ["SYSTEMD", "SECCOMP", "WASM", "YAJL"],
  },
});
tap.match(readRuntime("/usr/bin/krun", FEDORA), {
  value: { version: "1.27.1", features: ["SECCOMP", "EBPF", "LIBKRUN"] },
});
tap.same(readRuntime("/usr/bin/odd", "hello\n"), {
  known: false,
  why: "/usr/bin/odd does not say its version",
});

tap.test("what containers.conf names comes before Podman's own places", (t) => {
  const world = testWorld(t, {
    files: { "machine/etc/containers/containers.conf": 'krun = ["/usr/libexec/krun"]\n' },
  });
  world.write("machine/usr/bin/krun", "", 0o755);
  t.equal(findRuntime(world.host, "krun"), "/usr/bin/krun", "one that is not there is passed over");
  world.write("machine/usr/libexec/krun", "", 0o755);
  t.equal(findRuntime(world.host, "krun"), "/usr/libexec/krun");
  t.equal(findRuntime(world.host, "crun"), undefined);
  t.end();
});
