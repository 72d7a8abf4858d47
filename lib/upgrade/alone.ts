import type { Host } from "../host/host.ts";

/** Runs a task that changes pins or receipts while no other Paddock does. */
export async function alone<Result>(
  host: Host,
  onWait: () => void,
  task: () => Promise<Result>,
): Promise<Result> {
  host.files.makePrivateDirectory(host.settings.stateDirectory);
  const lock = await host.processes.lock(`${host.settings.stateDirectory}/upgrade.lock`, onWait);
  try {
    return await task();
  } finally {
    await lock.release();
  }
}
