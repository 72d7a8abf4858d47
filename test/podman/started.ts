import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { signalNumber } from "../../lib/host/process/run-process.ts";
import { paddockProcess } from "./world.ts";
import type { CallOptions, Ended, World } from "./world.ts";

/** A Paddock that runs beside the test. */
export interface Started {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Resolves once stdout or stderr holds the text; rejects with what it said when it ends without. */
  readonly said: (text: string) => Promise<void>;
  readonly ended: Promise<Ended>;
}

export interface StartOptions extends CallOptions {
  /** In a process group of its own. */
  readonly detached?: boolean;
}

/** Starts Paddock with an open stdin and returns at once. */
export function startPaddock(
  world: World,
  args: readonly string[],
  options: StartOptions = {},
): Started {
  const { file, argv, cwd, env } = paddockProcess(world, args, options);
  const child = spawn(file, argv, {
    cwd,
    env: { ...process.env, ...env },
    detached: options.detached ?? false,
    stdio: ["pipe", "pipe", "pipe"],
  });
  if (child.pid === undefined) throw new Error("paddock did not start");
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (data: Buffer) => (stdout += data.toString()));
  child.stderr.on("data", (data: Buffer) => (stderr += data.toString()));
  const closed = once(child, "close");
  const ended = once(child, "exit").then(async ([status, signal]: unknown[]): Promise<Ended> => {
    // What it left behind may hold its output open: then its end is not waited for.
    await Promise.race([closed, delay(5000, undefined, { ref: false })]);
    const number = typeof signal === "string" ? signalNumber(signal) : 0;
    return { status: typeof status === "number" ? status : 128 + number, stdout, stderr };
  });
  const said = async (text: string): Promise<void> => {
    await until(() => (stdout + stderr).includes(text) || child.exitCode !== null);
    if (!(stdout + stderr).includes(text))
      throw new Error(`ended without saying ${JSON.stringify(text)}:\n${stdout}${stderr}`);
  };
  return { pid: child.pid, child, said, ended };
}

/** Waits until something holds, looking every 50 ms; returns whether it came to hold. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    if (await holds()) return true;
    await delay(50);
  }
  return false;
}
