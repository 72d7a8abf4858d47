import type { Mount } from "../../policy/mounts/mount.ts";
import type { Policy } from "../../policy/policy.ts";
import { isWithin } from "../../is-within.ts";
import { grant } from "../row.ts";
import type { Grant } from "../row.ts";
import { isMachine } from "./machine.ts";
import { sizeInWords } from "./sizes.ts";

/** What the sandbox can write and read: the image, each mount, and nothing else of this machine's disk. */
export function fileGrants(policy: Policy, workspace: string): Grant[] {
  const { mounts } = policy;
  return [
    root(policy),
    ...mounts.map((mount) => mountGrant(mount, { policy, workspace })),
    ...rest(policy),
    ...policy.volumesFrom.map((name) =>
      grant({
        key: `volumes-from ${name}`,
        topic: "can write",
        text: `whatever the container ${name} has mounted`,
        flags: ["volumes-from"],
      }),
    ),
  ];
}

function root({ readOnlyRoot, remove }: Policy): Grant {
  const gone = remove ? "gone when it ends" : "kept with the container";
  return grant({
    key: "root",
    topic: "can write",
    text: readOnlyRoot
      ? "nothing of the image, which is read-only"
      : `everything in its own copy of the image, ${gone}`,
    flags: ["read-only"],
    level: readOnlyRoot ? 0 : 1,
  });
}

function rest(policy: Policy): Grant[] {
  const { rootfs, image } = policy;
  return [
    usualTmpfs(policy),
    grant({
      key: "disk",
      topic: "can read",
      text: rootfs
        ? `the folder ${image} of this machine as its whole system`
        : "the image, the mounts named here, and nothing else of this machine's disk",
      flags: ["rootfs"],
      exact: rootfs ? image : "",
    }),
  ];
}

/** What Podman adds to a read-only image; a writable one has such places in itself. */
function usualTmpfs({ readOnlyRoot, readOnlyTmpfs }: Policy): Grant {
  const common = { key: "usual tmpfs", topic: "can write", flags: ["read-only-tmpfs"] } as const;
  if (!readOnlyRoot) {
    const text = readOnlyTmpfs
      ? ""
      : "no more for --read-only-tmpfs=false: the image is not read-only";
    return grant({ ...common, text, level: 2 });
  }
  return grant({
    ...common,
    text: readOnlyTmpfs
      ? "/dev, /run, /tmp and /var/tmp, in memory, as Podman adds them to a read-only image"
      : "no place in memory but those named here",
    level: readOnlyTmpfs ? 1 : 0,
  });
}

interface Surroundings {
  readonly policy: Policy;
  readonly workspace: string;
}

function mountGrant(mount: Mount, surroundings: Surroundings): Grant {
  const { kind, source, destination = source ?? "", readOnly, flag } = mount;
  const mine = kind !== "tmpfs" && kind !== "ramfs" && kind !== "devpts";
  const text = `${subject(mount, surroundings)}${mine ? marks(mount) : ""}`;
  return grant({
    key: `mount ${destination}`,
    topic: writes(mount) ? "can write" : "can read",
    text,
    flags: [flag],
    exact: JSON.stringify([
      kind,
      source,
      mount.options,
      mount.propagation,
      mount.relabel,
      mount.chown,
    ]),
    level: readOnly ? 0 : 1,
    // Taken away, it may show what lies below it in another mount: a read-only folder in a writable one is a protection.
    without: isNested(mount, surroundings.policy) ? "unclear" : "narrower",
  });
}

function isNested({ destination = "" }: Mount, { mounts }: Policy): boolean {
  return mounts.some(
    ({ destination: other = "" }) => other !== destination && isWithin(destination, other),
  );
}

function writes({ kind, readOnly }: Mount): boolean {
  return !readOnly && kind !== "overlay" && kind !== "artifact";
}

function subject(mount: Mount, { policy, workspace }: Surroundings): string {
  const { kind, source = "", destination, options } = mount;
  const at = destination === undefined ? "each at its own place" : `as ${destination}`;
  switch (kind) {
    case "bind":
      return `${source === workspace ? "the workspace " : ""}${source}, ${at}`;
    case "overlay":
      return `${source}, ${at}; what it writes there is set aside`;
    case "glob":
      return `what ${source} matches, ${at}`;
    case "volume":
      return source === ""
        ? `a new volume, ${at}, gone with the container`
        : `Podman's volume ${source}, ${at}, which outlives the sandbox`;
    case "image":
      return `the image ${source}, ${at}`;
    case "artifact":
      return `the artifact ${source}, ${at}`;
    case "tmpfs":
    case "ramfs":
      return `${destination}, in memory, gone when it ends${memoryOptions(options, isMachine(policy))}`;
    case "devpts":
      return `${destination}, for terminals of its own`;
  }
}

const OPTION_WORDS: Readonly<Record<string, string>> = {
  noexec: "no program starts from there",
  nosuid: "no setuid",
  nodev: "no devices",
  exec: "programs may start from there",
  suid: "setuid programs count",
  dev: "devices count",
};

function memoryOptions(options: readonly string[], machine: boolean): string {
  const told = options.filter((option) => option !== "rw");
  const words = told.map((option) => {
    if (!option.startsWith("size=")) return OPTION_WORDS[option] ?? option;
    return `at most ${sizeInWords(option.slice("size=".length))}${machine ? " (krun does not hold this)" : ""}`;
  });
  return words.length === 0 ? "" : `: ${words.join(", ")}`;
}

/** What a mount does beside being there. */
function marks({ relabel, chown, propagation, options }: Mount): string {
  const words = [
    ...(relabel === "shared" ? ["labelled for every sandbox where SELinux is on"] : []),
    ...(relabel === "private" ? ["labelled for this sandbox alone where SELinux is on"] : []),
    ...(chown ? ["its files change owner"] : []),
    ...(propagation === undefined ? [] : [`later mounts: ${propagation}`]),
    ...options,
  ];
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}
