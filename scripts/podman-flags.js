// The flags of `podman run`: compares lib/policy/flags.ts with the installed Podman, or writes it anew.
//   node scripts/podman-flags.js            prints the difference; ends 1 when the installed Podman has flags
//                                           that the table has not, or reads one differently
//   node scripts/podman-flags.js --write    writes the table from the installed Podman and the lists below
// PADDOCK_PODMAN names the binary.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const PODMAN = process.env.PADDOCK_PODMAN || "podman";
const TABLE = new URL("../lib/policy/flags.ts", import.meta.url);

/** Flags of later 5.x releases, so that the table does not depend on the Podman that wrote it. */
const LATER = [
  { name: "cert-dir", kind: "value", repeat: "last", since: "5.7" },
  { name: "creds", kind: "value", repeat: "last", since: "5.7" },
];

/** Flags that `podman run` takes though its --help does not name them. */
const HIDDEN = [{ name: "kernel-memory", kind: "value", repeat: "last", hidden: "yes" }];

/** Podman's own flags that it also takes after `run`. */
const ENGINE = [
  ["cgroup-manager", "value", "last"],
  ["conmon", "value", "last"],
  ["cpu-profile", "value", "last"],
  ["db-backend", "value", "last"],
  ["default-mounts-file", "value", "last"],
  ["events-backend", "value", "last"],
  ["hooks-dir", "value", "each"],
  ["imagestore", "value", "last"],
  ["log-level", "value", "last"],
  ["max-workers", "value", "last"],
  ["memory-profile", "value", "last"],
  ["namespace", "value", "last"],
  ["network-cmd-path", "value", "last"],
  ["network-config-dir", "value", "last"],
  ["pull-option", "value", "each"],
  ["registries-conf", "value", "last"],
  ["root", "value", "last"],
  ["runroot", "value", "last"],
  ["runtime", "value", "last"],
  ["runtime-flag", "value", "each"],
  ["signature-policy", "value", "last"],
  ["storage-driver", "value", "last"],
  ["storage-opt", "value", "each"],
  ["syslog", "boolean", "last"],
  ["tmpdir", "value", "last"],
  ["trace", "boolean", "last"],
  ["transient-store", "boolean", "last"],
  ["volumepath", "value", "last"],
].map(([name, kind, repeat]) => ({ name, kind, repeat, engine: "yes" }));

/** Other names that Podman turns into the right one before it looks a flag up. */
const ALIASES = {
  "dns-opt": "dns-option",
  "healthcheck-command": "health-cmd",
  "healthcheck-interval": "health-interval",
  "healthcheck-retries": "health-retries",
  "healthcheck-start-period": "health-start-period",
  "healthcheck-timeout": "health-timeout",
  net: "network",
  ns: "namespace",
  "override-arch": "arch",
  "override-os": "os",
  "override-variant": "variant",
};

/** The type words of --help that say nothing about repeating: "an option that names its value in backquotes". */
const NAMED_VALUES = { tmpfs: "each", "blkio-weight-device": "csv" };
const REPEATS = { strings: "csv", uints: "csv", stringArray: "each" };

function podman(...args) {
  const result = spawnSync(PODMAN, args, { encoding: "utf8" });
  if (result.error) throw new Error(`${PODMAN} cannot be started: ${result.error.message}`);
  return result.stdout + result.stderr;
}

/** The flags that `podman run --help` lists. */
function listedFlags() {
  const line = /^ {2,}(?:-(?<short>\w), )? *--(?<name>[\w-]+)(?: (?<type>\S+))?(?: {2,}|\s*$)/;
  const flags = [];
  for (const text of podman("run", "--help").split("\n")) {
    const found = line.exec(text)?.groups;
    if (!found) continue;
    const { name, short, type } = found;
    flags.push({
      name,
      ...(short && { short }),
      kind: type ? "value" : "boolean",
      repeat: NAMED_VALUES[name] ?? REPEATS[type] ?? "last",
    });
  }
  if (flags.length < 100) throw new Error(`${PODMAN} run --help lists only ${flags.length} flags`);
  return flags;
}

/** How the installed Podman reads one flag, found by asking for it with too few arguments: nothing is started. */
function probe(name) {
  const bare = podman("run", `--${name}`);
  if (bare.includes("unknown flag")) return undefined;
  if (bare.includes("flag needs an argument")) return "value";
  return podman("run", `--${name}=neither`).includes("ParseBool") ? "boolean" : "optional";
}

function render(flags, version) {
  const rows = flags.map((flag) => {
    const fields = Object.entries(flag).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    return `  { ${fields.join(", ")} },`;
  });
  const aliases = Object.entries(ALIASES).map(
    ([from, to]) => `  ${JSON.stringify(from)}: ${JSON.stringify(to)},`,
  );
  return `// Written by scripts/podman-flags.js from Podman ${version}: run it again instead of editing.

/** One flag that \`podman run\` takes. */
export interface Flag {
  readonly name: string;
  readonly short?: string;
  /** A boolean takes a value only as \`--x=value\`. */
  readonly kind: "boolean" | "value";
  /** The last one wins; each one counts; each counts and holds a list of comma-separated values (one CSV record). */
  readonly repeat: "last" | "each" | "csv";
  /** The first Podman that knows it, where that is later than 5.0. */
  readonly since?: string;
  /** Taken though --help does not list it. */
  readonly hidden?: "yes";
  /** A flag of Podman itself, which it takes after \`run\` as well. */
  readonly engine?: "yes";
}

/** Every flag of \`podman run\` in Podman 5.x. */
export const FLAGS: readonly Flag[] = [
${rows.join("\n")}
];

/** Other spellings that Podman turns into the name on the right. */
export const FLAG_ALIASES: Readonly<Record<string, string>> = {
${aliases.join("\n")}
};
`;
}

/** The rows of the checked-in table: one flag a line. */
function tableFlags() {
  const rows = readFileSync(TABLE, "utf8").match(/^ {2}\{ name: .*\},$/gm) ?? [];
  return rows.map((row) =>
    Object.fromEntries(
      [...row.matchAll(/(\w+): "([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ),
  );
}

/** What differs, as lines; `broken` when the installed Podman knows more or reads a flag differently. */
function compare() {
  const table = new Map(tableFlags().map((flag) => [flag.name, flag]));
  const listed = listedFlags();
  const lines = [];
  let broken = false;
  for (const flag of listed) {
    const known = table.get(flag.name);
    if (!known) lines.push(`not in the table: --${flag.name} (${flag.kind}, ${flag.repeat})`);
    else if (["short", "kind", "repeat"].some((key) => known[key] !== flag[key]))
      lines.push(
        `read differently: --${flag.name} is ${JSON.stringify(flag)} here, ${JSON.stringify(known)} in the table`,
      );
    else continue;
    broken = true;
  }
  const names = new Set(listed.map((flag) => flag.name));
  for (const [name, kind] of [
    ...[...table.values()]
      .filter((flag) => !names.has(flag.name))
      .map((flag) => [flag.name, flag.kind]),
    ...Object.entries(ALIASES).map(([alias, target]) => [alias, table.get(target)?.kind]),
  ]) {
    const installed = probe(name);
    if (installed === undefined) lines.push(`not in this Podman: --${name}`);
    else if (installed !== kind) {
      lines.push(`read differently: --${name} is ${installed} here, ${kind} in the table`);
      broken = true;
    }
  }
  return { lines, broken };
}

const version = podman("--version").trim().split(" ").pop();
if (process.argv.includes("--write")) {
  const listed = listedFlags();
  const names = new Set(listed.map((flag) => flag.name));
  const others = [...LATER, ...HIDDEN, ...ENGINE].filter((flag) => !names.has(flag.name));
  const flags = [...listed, ...others].sort((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(TABLE, render(flags, version));
  console.log(`lib/policy/flags.ts: ${flags.length} flags, from Podman ${version}`);
} else {
  const { lines, broken } = compare();
  for (const line of lines) console.log(line);
  console.log(
    broken ? `The table does not fit Podman ${version}.` : `The table fits Podman ${version}.`,
  );
  process.exitCode = broken ? 1 : 0;
}
