import { EXIT_STATUS, PaddockError } from "../../errors.ts";
import { errorCode } from "../../host/files/error-code.ts";
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
  if (isOfTheMachine(error)) {
    const fix =
      "See that you may read and write there, that there is room, and that the path is right.";
    terminal.say(`${bold("paddock:")} ${printable(error.message)}\n  ${fix}\n`);
    return EXIT_STATUS.failed;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.say(
    `${bold("paddock:")} This is a fault of Paddock: ${printable(text)}\n  Please report it with the command that you typed.\n`,
  );
  return 1;
}

const OF_THE_MACHINE: ReadonlySet<string> = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOSPC",
  "EDQUOT",
  "EIO",
  "ENOENT",
  "ENOTDIR",
  "EISDIR",
  "ELOOP",
  "ENAMETOOLONG",
  "EMFILE",
  "ENFILE",
]);

/** Whether a file or folder of this machine is in the way, which its error says in one line: a stack would help nobody. */
function isOfTheMachine(error: unknown): error is Error {
  if (!(error instanceof Error) || !OF_THE_MACHINE.has(errorCode(error) ?? "")) return false;
  return "syscall" in error && !String(error.syscall).startsWith("spawn");
}
