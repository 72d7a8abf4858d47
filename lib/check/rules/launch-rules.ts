import type { Rule, RuleTable } from "../finding.ts";

/** What a launch is refused for, or warned about: the rules of lib/policy, which `paddock run` judges by. */
export const LAUNCH_RULES: RuleTable = {
  image: error(
    "What was built, stamped and judged is what runs: a label starts its own profile's image.",
    "Write the profile's tag after the flags.",
  ),
  "image-spelling": note(
    "A tag without localhost/ could be found in a registry.",
    "Write the whole tag.",
  ),
  pull: error("A launch never fetches an image.", "Write --pull=never, or leave it out."),
  "remove-image": error("--rmi removes the image after the launch.", "Use --rm."),
  "pull-flag": warning("The flag matters only when an image is fetched.", "Leave it out."),
  privileged: error("--privileged takes every wall down.", "Leave it out."),
  "cap-add": error("A capability is a right of root's.", "Leave it out."),
  "security-opt": error("The option weakens the confinement.", "Leave it out."),
  "seccomp-policy": error("The image chooses the filter of system calls.", "Leave it out."),
  device: error("A device of the host enters the sandbox.", "Leave it out."),
  gpus: error("The host's graphics devices enter the sandbox.", "Leave it out."),
  "device-cgroup-rule": error("Devices are opened by number.", "Leave it out."),
  pid: error("A shared namespace shows the processes of its owner.", "Leave it out."),
  ipc: error("A shared namespace shares its owner's memory.", "Leave it out."),
  uts: error("A shared namespace has its owner's host name.", "Leave it out."),
  cgroupns: error("A shared namespace shows its owner's control groups.", "Leave it out."),
  userns: error("A shared namespace makes root in the sandbox its owner's.", "Leave it out."),
  network: error(
    "The host's network, or its whole loopback, is reachable.",
    "Write --network pasta; open one port with pasta:-T,PORT.",
  ),
  egress: error(
    "A list of hosts holds only where the network is closed but for the proxy's port.",
    "Write the network that the finding names, or take LABEL paddock.egress out.",
  ),
  pod: error("The containers of a pod share their namespaces.", "Leave it out."),
  "volumes-from": error(
    "Whatever another container has mounted is mounted.",
    "Mount the folders themselves.",
  ),
  "mount-root": error("The whole host is mounted.", "Mount the one folder that is needed."),
  "mount-home": error(
    "The home directory, with all keys in it, is mounted.",
    "Mount a folder of its own.",
  ),
  "mount-protected": error("Paddock's own files decide what is launched next.", "Leave it out."),
  "mount-socket": error(
    "A socket of a daemon is as good as a program on the host.",
    "Leave it out.",
  ),
  "mount-credentials": error("Credentials are mounted.", "Leave it out."),
  "mount-startup": error("The host runs or obeys these files later.", "Mount another folder."),
  "mount-system": error(
    "The system's own files are mounted for writing.",
    "Write :ro, or leave it out.",
  ),
  "mount-reserved": error(
    "A launch tells the sandbox of itself there.",
    "Mount it at another place.",
  ),
  "relabel-host": error(
    "A new label or owner on files that the host needs locks the host out.",
    "Leave :z, :Z and :U out there.",
  ),
  "relabel-private": warning(":Z on a home that sandboxes share locks the others out.", "Use :z."),
  propagation: warning("Mounts made in the sandbox appear on the host.", "Leave it out."),
  "volume-options": error(
    "A volume with driver options can be any folder or device.",
    "Mount the folder with -v.",
  ),
  "named-volume": warning(
    "A source without a leading / or ./ is a named volume that outlives the sandbox, not a directory.",
    "Write \\$PWD/... for the directory.",
  ),
  "mount-image": error("A path of the host would be mounted as an image.", "Name a tag."),
  "socket-krun": warning("A socket does not work across the border of a machine.", "Leave it out."),
  "host-file": error("The flag reads, writes or runs a file of the host.", "Leave it out."),
  "runtime-path": error("A path as the runtime is any program of the host.", "Write a name."),
  "engine-flag": error("Podman would use other settings than were checked.", "Leave it out."),
  environment: note("A variable of the host enters the sandbox.", "Write its value."),
  "env-host": error("The host's whole environment enters the sandbox.", "Name what is needed."),
  "http-proxy": warning(
    "The host's proxy variables, with any password in them, enter the sandbox.",
    "Write --http-proxy=false.",
  ),
  detach: warning("The sandbox goes on after the launch.", "Leave it out."),
  replace: warning("Another container of the same name is stopped.", "Leave --name out."),
  kept: warning("Without --rm the container stays after the launch.", "Write --rm."),
  publish: warning("Other machines can reach the sandbox.", "Publish on 127.0.0.1 only."),
  "keep-groups": note("The sandbox keeps the host's groups of the user.", "Leave it out."),
  "id-map": warning("Users are mapped by hand.", "Use --userns=keep-id."),
  annotation: error(
    "The runtime ignores an annotation that it does not know, so that a misspelt limit is none; others open the host.",
    "Leave it out.",
  ),
  limit: error(
    "Podman refuses the value, or takes it for no limit.",
    "Write a number, for a size with k, m or g after it.",
  ),
  "krun-number": error(
    "krun ignores a size that it does not take, and decides by itself.",
    "Write krun.cpus from 1 to 16, krun.ram_mib from 129 on.",
  ),
  name: error("Podman takes no such name for a container.", "Leave it out."),
  "anonymous-volume": warning(
    "A volume of one path is an empty one at that path in the sandbox, not that directory.",
    "Write \\$PWD:/PATH.",
  ),
  cgroups: warning("The flag can lift the sandbox's limits.", "Leave it out."),
  restart: warning("The sandbox is started again without a launch.", "Leave it out."),
  requires: warning("Other containers are started.", "Leave it out."),
  "sig-proxy": warning("Ctrl-C does not reach the sandbox.", "Leave it out."),
};

function error(why: string, fix: string): Rule {
  return { severity: "error", why, fix };
}

function warning(why: string, fix: string): Rule {
  return { severity: "warning", why, fix };
}

function note(why: string, fix: string): Rule {
  return { severity: "note", why, fix };
}
