import tap from "tap";
import { parseEngineInfo } from "../../../lib/host/machine/engine-info.ts";

// `podman info --format json` of Podman 5.4.2 on Debian 13, shortened.
const DEBIAN = {
  host: {
    cgroupManager: "cgroupfs",
    ociRuntime: { name: "crun", path: "/usr/bin/crun", version: "crun version 1.21" },
    rootlessNetworkCmd: "pasta",
    security: {
      apparmorEnabled: false,
      rootless: true,
      seccompEnabled: true,
      selinuxEnabled: false,
    },
    pasta: {
      executable: "/usr/bin/pasta",
      package: "passt_0.0~git20250503.587980c-2+deb13u1_amd64",
      version: "",
    },
  },
  store: { graphDriverName: "overlay", graphRoot: "/home/ann/.local/share/containers/storage" },
};

tap.same(parseEngineInfo(JSON.stringify(DEBIAN)), {
  rootless: true,
  runtime: "crun",
  rootlessNetwork: "pasta",
  pasta: "/usr/bin/pasta",
  pastaVersion: "passt_0.0~git20250503.587980c-2+deb13u1_amd64",
  seccomp: true,
  selinux: false,
  appArmor: false,
  storage: "/home/ann/.local/share/containers/storage",
  storageDriver: "overlay",
});

const fedora = { ...DEBIAN.host, pasta: { version: "pasta 2025_05_03.587980c\nCopyright" } };
tap.match(parseEngineInfo(JSON.stringify({ ...DEBIAN, host: fedora })), {
  pastaVersion: "pasta 2025_05_03.587980c",
  pasta: "",
});
tap.match(parseEngineInfo('{"host":{},"store":{}}'), { rootless: false, runtime: "" });
for (const text of ["", "null", "{}", '{"host":[]}', '{"host":{}}', "Error: no"]) {
  tap.equal(parseEngineInfo(text), undefined, text);
}
