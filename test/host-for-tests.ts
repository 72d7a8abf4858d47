import { chmodSync, mkdirSync, realpathSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Test } from "tap";
import type { Connections } from "../lib/host/connections.ts";
import { lockFile } from "../lib/host/files/file-lock.ts";
import { systemFiles } from "../lib/host/files/files.ts";
import type { Files } from "../lib/host/files/files.ts";
import type { Host } from "../lib/host/host.ts";
import { runProcess } from "../lib/host/process/run-process.ts";
import type { Session, SessionEnd } from "../lib/host/process/session.ts";
import { resolveSettings } from "../lib/host/settings.ts";
import { fakePodman } from "./fake-podman.ts";
import type { FakePodman } from "./fake-podman.ts";

export interface WorldOptions {
  /** Text by path below the world's root; a path that ends in `/` is a folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Variables on top of HOME, PATH, PADDOCK_PODMAN. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Below the root, `home/project` if not said; null for a folder that was deleted. */
  readonly cwd?: string | null;
  readonly home?: string;
  readonly uid?: number;
  readonly platform?: string;
  readonly interactive?: boolean;
  /** What the person answers when asked, one after the other: then there is somebody to ask; undefined closes the terminal. */
  readonly replies?: readonly (string | undefined)[];
  readonly live?: boolean;
  readonly colour?: boolean;
  readonly columns?: number;
  readonly canReplace?: boolean;
  /** How the files of the test differ from the real ones. */
  readonly wrapFiles?: (files: Files) => Files;
  /** The machine's own network; without it a test that asks for it fails. */
  readonly connections?: Connections;
  /** What a session comes to; without it the session is only written down, and ends 0. */
  readonly handOver?: (session: Session) => Promise<SessionEnd>;
}

/** A host of a test's own, and what was said and asked there. */
export interface World {
  readonly host: Host;
  readonly root: string;
  readonly home: string;
  readonly podman: FakePodman;
  readonly sessions: readonly Session[];
  /** Everything on stdout, everything on stderr since the last look. */
  readonly answered: () => string;
  readonly said: () => string;
  readonly write: (path: string, text: string, mode?: number) => void;
  readonly setClock: (time: string) => void;
}

/** The moment at which a test's clock stands. */
export const NOW = "2026-01-02T00:00:00.000Z";

/** Sources are this old if a test says nothing else: older than the images. */
export const LONG_AGO = new Date("2025-06-01T00:00:00Z");

const MACHINE = {
  "machine/etc/subuid": "ann:100000:65536\n",
  "machine/etc/subgid": "ann:100000:65536\n",
  // A user's own systemd to which every controller is delegated.
  "machine/run/user/1000/systemd/private": "",
  "machine/sys/fs/cgroup/cgroup.controllers": "cpuset cpu io memory pids\n",
  "machine/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/cgroup.controllers":
    "cpu memory pids\n",
};

async function unforeseen(): Promise<never> {
  throw new Error("this test asks for no connection");
}

const NO_CONNECTIONS: Connections = {
  addresses: unforeseen,
  listen: unforeseen,
  connects: unforeseen,
  answersDns: unforeseen,
};

/** Places of the machine are looked for below the world's root, so that no test depends on the machine it runs on. */
function inWorld(root: string, files: Files): Files {
  const at = (path: string): string =>
    /^\/(?:etc|usr|dev|proc|sys|run)\//.test(path) ? `${root}/machine${path}` : path;
  return {
    ...files,
    readText: (path) => files.readText(at(path)),
    facts: (path) => files.facts(at(path)),
    list: (path) => files.list(at(path)),
    freeBytes: (path) => files.freeBytes(at(path)),
    realPath: (path) => (at(path) === path ? files.realPath(path) : path),
    may: (path, access) => files.may(at(path), access),
  };
}

/** A world in a temporary folder: a home, a project, profiles, a fake podman, a clock. The test fails when podman was asked anything else than foreseen. */
export function testWorld(t: Test, options: WorldOptions = {}): World {
  // Before the folder is made: what is torn down last is what was made first, and the calls are written down in it.
  t.teardown(() => {
    const complaints = podman.complaints();
    if (complaints.length > 0) throw new Error(`podman: ${complaints.join("\n")}`);
  });
  const root = realpathSync(t.testdir());
  const write = (path: string, text: string, mode = 0o644): void => {
    const full = `${root}/${path}`;
    mkdirSync(path.endsWith("/") ? full : dirname(full), { recursive: true });
    if (path.endsWith("/")) return;
    writeFileSync(full, text);
    chmodSync(full, mode);
    utimesSync(full, LONG_AGO, LONG_AGO);
  };
  const home = `${root}/${options.home ?? "home"}`;
  const wanted = { "home/project/": "", "shipped/": "", ...MACHINE, ...options.files };
  for (const [path, text] of Object.entries(wanted)) write(path, text);
  for (const path of ["bin/", "storage/overlay-images/"]) write(path, "");
  const imageList = `${root}/storage/overlay-images/images.json`;
  writeFileSync(imageList, "[]");
  utimesSync(imageList, new Date(0), new Date(0));
  const podman = fakePodman(`${root}/bin`, imageList);

  let clock = new Date(NOW);
  const [answers, sayings, sessions]: [string[], string[], Session[]] = [[], [], []];
  const record = async (session: Session): Promise<SessionEnd> => {
    sessions.push(session);
    return options.handOver ? await options.handOver(session) : { status: 0 };
  };
  const replies = [...(options.replies ?? [])];
  const ask = (question: string): string | undefined => {
    sayings.push(question);
    if (replies.length === 0) throw new Error(`not foreseen: ${question}`);
    return replies.shift();
  };
  const files = inWorld(root, systemFiles);
  const host: Host = {
    settings: resolveSettings(
      {
        environment: {
          HOME: home,
          PATH: `${root}/bin`,
          PADDOCK_PODMAN: podman.path,
          ...options.environment,
        },
        home,
        user: "ann",
        uid: options.uid ?? 1000,
        workingDirectory:
          options.cwd === null ? undefined : `${root}/${options.cwd ?? "home/project"}`,
        shippedProfiles: `${root}/shipped`,
        platform: options.platform ?? "linux",
        version: "1.2.3",
        program: ["/opt/node/bin/node", "/opt/paddock/dist/bin/paddock.js"],
      },
      files,
    ),
    files: options.wrapFiles ? options.wrapFiles(files) : files,
    processes: {
      run: runProcess,
      lock: lockFile,
      handOver: record,
      canReplace: options.canReplace ?? false,
    },
    terminal: {
      interactive: options.interactive ?? false,
      live: options.live ?? false,
      colour: options.colour ?? false,
      columns: options.columns ?? 1000,
      answer: (text) => void answers.push(text),
      say: (text) => void sayings.push(text),
      ask: options.replies && ask,
    },
    connections: options.connections ?? NO_CONNECTIONS,
    npm: {
      environment: { HOME: home, PATH: `${root}/bin`, ...options.environment },
      execPath: `${root}/bin/node`,
      architecture: "x64",
    },
    now: () => clock,
  };
  return {
    host,
    root,
    home,
    podman,
    sessions,
    answered: () => answers.splice(0).join(""),
    said: () => sayings.splice(0).join(""),
    write,
    setClock: (time) => {
      clock = new Date(time);
    },
  };
}
