import type { Host } from "../../host/host.ts";
import { serveLines } from "../../host/network/line-socket.ts";
import type { LineServer } from "../../host/network/line-socket.ts";
import { answerControl } from "./answer-control.ts";
import type { ControlledSandbox } from "./answer-control.ts";
import { controlFolder, controlSocket } from "./control-place.ts";

// unix(7): 108 bytes with the zero at the end.
const LONGEST_SOCKET = 107;

/** Listens for live changes of one sandbox; undefined where the path is too long for a socket: then there are none. */
export async function openControl(
  { settings, files }: Pick<Host, "settings" | "files">,
  id: string,
  sandbox: ControlledSandbox,
): Promise<LineServer | undefined> {
  const path = controlSocket(settings, id);
  if (Buffer.byteLength(path) > LONGEST_SOCKET) return undefined;
  files.makePrivateDirectory(controlFolder(settings));
  return await serveLines(path, (line) => JSON.stringify(answerControl(sandbox, line)));
}
