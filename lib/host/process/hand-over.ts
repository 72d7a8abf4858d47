import type { ChildProcess, SpawnOptions } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { descendants } from "./descendants.ts";
import { signalNumber } from "./run-process.ts";
import { isAlive, sendTo } from "./send-to.ts";
import type { Attendance, EndingSignal, Session, SessionEnd } from "./session.ts";

const ENDING_SIGNALS: readonly EndingSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

// podman-run(1): from here on the status is Podman's own or a signal's, not that of a command that ended by itself.
const NOT_STARTED = 125;

const LAST_MOMENT_MS = 2000;
const POLL_MS = 50;

type Execve = (file: string, argv: readonly string[], environment: NodeJS.ProcessEnv) => never;

function hasExecve(node: object): node is { readonly execve: Execve } {
  return "execve" in node && typeof node.execve === "function";
}

/** Whether this Node can replace its process: `process.execve` came with 22.15 and 23.11. */
export function canReplace(): boolean {
  return hasExecve(process);
}

function replaceProcess(session: Session): void {
  if (!hasExecve(process)) return;
  process.chdir(session.directory);
  const environment = { ...process.env, ...session.environment };
  // No exit comes when the process is replaced, and what waits for it has its turn now.
  process.emit("exit", 0);
  process.execve(session.executable, session.argv, environment);
}

/** Whether this process's group owns the terminal: then a Ctrl-C has reached the child already. */
function isForeground(): boolean {
  const text = readFileSync("/proc/self/stat", "utf8");
  // The fields after the program's name, which may hold blanks: state, ppid, pgrp, session, tty, tpgid.
  const [, , group, , , foreground] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return group === foreground;
}

/** Minds the signals that come while the child runs; the returned function, for its end, waits for what it leaves. */
function attend(child: ChildProcess, attendance: Attendance): () => Promise<void> {
  let endings = 0;
  let told: readonly number[] = [];
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    void endByForce(child, attendance).finally(() => (told = []));
  };
  const onSignal = (signal: EndingSignal): void => {
    endings += 1;
    const sent = attendance.translate(signal);
    const reachedAlready =
      signal === "SIGINT" && sent === "SIGINT" && !attendance.rawTerminal && isForeground();
    if (endings === 1) {
      const own = child.pid === undefined ? [] : [child.pid];
      told = attendance.wholeTree ? descendants(process.pid) : own;
      if (!reachedAlready) for (const pid of told) sendTo(pid, sent);
    }
    // A second signal means that the person does not want to wait.
    clearTimeout(timer);
    timer = setTimeout(end, endings > 1 ? 0 : attendance.graceMs);
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  return async () => {
    // `podman container runlabel` dies of the signal itself, before the `podman run` that it started.
    while (told.some(isAlive)) await delay(POLL_MS);
    clearTimeout(timer);
    // A podman that the signal found too early dies of it, or ends with status 1 as a sandboxed command might, and leaves a
    // container that was made and not started; and a closing terminal tells all at once: runlabel may be gone before what
    // it started can be seen.
    const endedWell = child.exitCode !== null && child.exitCode < NOT_STARTED;
    const { wholeTree, leavesNothing } = attendance;
    if (endings > 0 && (wholeTree || leavesNothing || !endedWell)) await attendance.end();
    for (const signal of ENDING_SIGNALS) process.off(signal, onSignal);
  };
}

async function endByForce(child: ChildProcess, attendance: Attendance): Promise<void> {
  await attendance.end();
  // The child ends by itself once its container is gone; one that has not made a container yet is killed.
  setTimeout(() => child.kill("SIGKILL"), LAST_MOMENT_MS).unref();
}

// Many may listen with it at once: each takes one of it away.
function hear(): void {}

// Signals are heard from before the child is there: one that comes while it is being started would end this process and leave
// the child behind. What is heard then is minded as soon as there is a child to mind.
function start(
  session: Session,
  spawn: (file: string, words: readonly string[], options: SpawnOptions) => ChildProcess,
): { readonly child: ChildProcess; readonly stop: (() => Promise<void>) | undefined } {
  const heard = session.attendance === undefined ? [] : ENDING_SIGNALS;
  for (const signal of heard) process.on(signal, hear);
  try {
    const child = spawn(session.executable, session.argv.slice(1), {
      argv0: session.argv[0],
      cwd: session.directory,
      env: { ...process.env, ...session.environment },
      stdio: "inherit",
    });
    return { child, stop: session.attendance && attend(child, session.attendance) };
  } finally {
    for (const signal of heard) process.off(signal, hear);
  }
}

/** Gives a child the terminal and ends as it ended; replaces this process where the session allows it and Node can. */
export async function handOver(session: Session): Promise<SessionEnd> {
  if (session.attendance === undefined) replaceProcess(session);
  // Loaded here because a process that was replaced has no use for it, and it is slow to load.
  const childProcess = await import("node:child_process");
  const { child, stop } = start(session, childProcess.spawn);
  try {
    return await new Promise<SessionEnd>((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (status, signal) =>
        resolve({ status: status ?? 128 + signalNumber(signal) }),
      );
    });
  } finally {
    await stop?.();
  }
}
