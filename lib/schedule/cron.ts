import { PaddockError } from "../errors.ts";
import { findProgram } from "../host/files/find-program.ts";
import type { Host } from "../host/host.ts";
import { editTable, findLine } from "./crontab.ts";

/** Our line in the user's table; undefined without one, or without cron. */
export async function scheduledLine(host: Host): Promise<string | undefined> {
  const crontab = findProgram(host, "crontab");
  return crontab === undefined ? undefined : findLine(await readTable(host, crontab));
}

/** Puts a line into the user's table, or takes it out; returns whether the table changed. */
export async function writeLine(host: Host, line: string | undefined): Promise<boolean> {
  const crontab = findProgram(host, "crontab");
  if (crontab === undefined) {
    if (line === undefined) return false;
    throw new PaddockError("host-unready", "crontab was not found in PATH.", {
      fix: "Install cron, or start `paddock upgrade` by other means.",
    });
  }
  const before = await readTable(host, crontab);
  const after = editTable(before, line);
  if (after === before) return false;
  const { status, stderr } = await host.processes.run([crontab, "-"], { input: after });
  if (status !== 0) throw refused(`crontab - failed (status ${status}): ${stderr.trim()}`);
  return true;
}

// Only these answers, the second BusyBox's, mean an empty table: after any other, writing would lose what could not be read.
const NO_TABLE =
  /^(?:(?:crontab: )?no crontab for |crontab: can't open '[^'/]+': No such file or directory$)/m;

async function readTable(host: Host, crontab: string): Promise<string> {
  const { status, stdout, stderr } = await host.processes.run([crontab, "-l"]);
  if (status === 0) return stdout;
  if (NO_TABLE.test(stderr)) return "";
  throw refused(`crontab -l failed (status ${status}): ${stderr.trim()}`);
}

function refused(message: string): PaddockError {
  return new PaddockError("failed", message, {
    fix: "Check with `crontab -l` that you may use cron; the table was left as it is.",
  });
}
