import type { Settings } from "../../host/settings.ts";

/** The folder of the sockets by which running sandboxes are spoken to: the session's own, or one that outlives it. */
export function controlFolder({ runtimeDirectory, stateDirectory }: Settings): string {
  return runtimeDirectory?.startsWith("/") === true
    ? `${runtimeDirectory}/paddock`
    : `${stateDirectory}/run`;
}

/** The socket of one sandbox. */
export function controlSocket(settings: Settings, id: string): string {
  return `${controlFolder(settings)}/egress-${id}.sock`;
}

/** The ids of the sandboxes whose sockets are among these files. */
export function sandboxIds(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => /^egress-([0-9a-f]{8})\.sock$/u.exec(name)?.[1] ?? []);
}
