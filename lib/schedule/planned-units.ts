import { dirname } from "node:path";
import type { Settings } from "../host/settings.ts";
import { UNIT } from "./schedule.ts";
import type { Schedule } from "./schedule.ts";
import { serviceUnit, timerUnit } from "./units.ts";

/** A unit file as it is to be. */
export interface UnitFile {
  readonly path: string;
  readonly text: string;
}

/** The paths of the service and the timer, where the user's own systemd looks for them. */
export function unitPaths(
  settings: Pick<Settings, "configDirectory">,
): readonly [service: string, timer: string] {
  const folder = `${dirname(settings.configDirectory)}/systemd/user`;
  return [`${folder}/${UNIT}.service`, `${folder}/${UNIT}.timer`];
}

/** The unit files of a schedule. */
export function unitFiles(
  settings: Pick<Settings, "configDirectory">,
  schedule: Schedule,
): readonly UnitFile[] {
  const [service, timer] = unitPaths(settings);
  return [
    { path: service, text: serviceUnit(schedule) },
    { path: timer, text: timerUnit(schedule) },
  ];
}
