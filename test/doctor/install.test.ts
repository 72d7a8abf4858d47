import tap from "tap";
import { installCommand } from "../../lib/doctor/install.ts";

const on = (distribution: string | undefined): Parameters<typeof installCommand>[0] => ({
  system: { platform: "linux", kernel: "6.1", architecture: "x64", distribution },
});
tap.equal(installCommand(on("Debian GNU/Linux 13 (trixie)"), "passt"), "sudo apt install passt");
tap.equal(installCommand(on("Ubuntu 24.04.1 LTS"), "podman"), "sudo apt install podman");
tap.equal(installCommand(on("Fedora Linux 43"), "krun"), "sudo dnf install crun-krun");
tap.equal(installCommand(on("Red Hat Enterprise Linux 10"), "crun"), "sudo dnf install crun");
tap.match(installCommand(on("Debian GNU/Linux 13"), "krun"), /crun-krun or crun-vm/);
tap.equal(installCommand(on("Arch Linux"), "passt"), "Install the package passt");
tap.equal(installCommand(on(undefined), "podman"), "Install the package podman");
