import { hostname, release } from "node:os";
import { PaddockError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { versionText } from "../podman/engine.ts";
import { findProgram } from "../files/find-program.ts";
import type { Host } from "../host.ts";
import { findPodman } from "../podman/podman.ts";
import { ask } from "./asked.ts";
import type { Asked } from "./asked.ts";
import { readCgroups } from "./cgroups.ts";
import { parseEngineInfo } from "./engine-info.ts";
import type { EngineInfo } from "./engine-info.ts";
import { findLibkrun } from "./libkrun.ts";
import type { MachineFacts } from "./machine-facts.ts";
import { findRuntime, readRuntime } from "./runtime.ts";
import type { RuntimeFacts } from "./runtime.ts";
import { readSubordinateIds } from "./subordinate-ids.ts";

// It reads storage and starts nothing; a hung file system is the one reason for it to take this long.
const INFO_TIMEOUT_MS = 30_000;

export interface GatherOptions {
  /** Asks npm's registry, a connection over the network; absent: it is not asked. */
  readonly askRegistry?: (() => Promise<Asked<"answers">>) | undefined;
}

/** Looks at the machine: a few `--version`, remembered, one `podman info`, files, and the registry only if told to. */
export async function gatherMachine(host: Host, options: GatherOptions): Promise<MachineFacts> {
  const { settings, files } = host;
  const engine = await ask(() => engineInfo(host));
  const storage = engine.known ? engine.value.storage : settings.dataHome;
  return {
    system: {
      platform: settings.platform,
      kernel: settings.platform === "linux" ? release() : undefined,
      distribution: /^PRETTY_NAME="?(?<name>[^"\n]*)/m.exec(files.readText("/etc/os-release") ?? "")
        ?.groups?.["name"],
      architecture: host.npm.architecture,
    },
    user: { name: settings.user, uid: settings.uid, home: settings.home },
    hostName: hostname(),
    paddock: settings.version,
    node: process.versions.node,
    kvm: kvm(host),
    podman: await ask(() => podmanVersion(host)),
    engine,
    crun: await runtime(host, "crun"),
    krun: await runtime(host, "krun"),
    libkrun: findLibkrun(host),
    passt: findProgram(host, "passt"),
    cgroups: readCgroups(host),
    subordinateIds: readSubordinateIds(host),
    runtimeDirectory: runtimeDirectory(host),
    userNamespacesRestricted:
      files.readText("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")?.trim() === "1",
    freeBytes: freeBytesAt(host, storage),
    registry: await options.askRegistry?.(),
  };
}

function kvm({ files }: Host): MachineFacts["kvm"] {
  if (files.facts("/dev/kvm") === undefined) return "absent";
  return files.may("/dev/kvm", "read") && files.may("/dev/kvm", "write") ? "writable" : "closed";
}

async function podmanVersion(host: Host): Promise<string> {
  const text = await versionText(host, findPodman(host));
  const version = /^podman version (?<version>\S+)/m.exec(text)?.groups?.["version"];
  if (version !== undefined) return version;
  throw new PaddockError("podman-too-old", "This podman does not say its version.", {
    fix: "Set PADDOCK_PODMAN to a Podman of 5.1 or later.",
  });
}

async function engineInfo(host: Host): Promise<EngineInfo> {
  const argv = [findPodman(host), "info", "--format", "json"];
  const answer = await host.processes.run(argv, { timeoutMs: INFO_TIMEOUT_MS });
  const info = answer.status === 0 ? parseEngineInfo(answer.stdout) : undefined;
  if (info !== undefined) return info;
  const said = printable(answer.stderr.trim().split("\n").at(-1) ?? "");
  throw new PaddockError(
    "failed",
    `\`podman info\` does not answer (status ${answer.status})${said && `: ${said}`}`,
    { fix: "Run `podman info` to see the same error, and mend it first." },
  );
}

async function runtime(host: Host, name: string): Promise<Asked<RuntimeFacts> | undefined> {
  const path = findRuntime(host, name);
  if (path === undefined) return undefined;
  const text = await ask(() => versionText(host, path));
  return text.known ? readRuntime(path, text.value) : text;
}

function runtimeDirectory({ settings, files }: Host): MachineFacts["runtimeDirectory"] {
  const path = settings.runtimeDirectory;
  if (path === undefined) return { kind: "unset" };
  const facts = files.facts(path);
  return facts?.kind === "directory"
    ? { kind: "found", path, uid: facts.uid }
    : { kind: "absent", path };
}

// Before the first build the storage is not there yet: what counts is the file system that it will lie on.
function freeBytesAt({ files }: Host, path: string): number | undefined {
  const parts = path.split("/");
  for (let length = parts.length; length > 1; length -= 1) {
    const free = files.freeBytes(parts.slice(0, length).join("/"));
    if (free !== undefined) return free;
  }
  return files.freeBytes("/");
}
