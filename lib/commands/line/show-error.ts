import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { printable } from "../../printable.ts";

/** Prints an error, what failed and then what to do, and returns the status that it stands for. */
export function showError(host: Pick<Host, "terminal">, error: unknown): number {
  const { terminal } = host;
  const bold = (text: string): string => (terminal.colour ? `\u001B[1;31m${text}\u001B[0m` : text);
  if (error instanceof PaddockError) {
    terminal.say(`${bold("paddock:")} ${printable(error.message)}\n  ${printable(error.fix)}\n`);
    return error.status;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.say(
    `${bold("paddock:")} This is a fault of Paddock: ${printable(text)}\n  Please report it with the command that you typed.\n`,
  );
  return 1;
}
