import type { WatchTrouble } from "../../host/files/watch-files.ts";

const LIMITS = {
  watches: { setting: "fs.inotify.max_user_watches", value: 524_288 },
  instances: { setting: "fs.inotify.max_user_instances", value: 1024 },
} as const;

/** What is said when the kernel watches no more: what failed, what is done instead, how to mend it. */
export function describeTrouble(trouble: WatchTrouble): string {
  if (trouble.kind === "other") {
    return `Files cannot be watched: ${trouble.message}\n  They are looked at every second instead.`;
  }
  const { setting, value } = LIMITS[trouble.kind];
  return (
    `The kernel's limit ${setting} is reached; these few files are looked at every second instead.\n` +
    `  Raise it: sudo sysctl ${setting}=${value} (to keep it: a file in /etc/sysctl.d).`
  );
}
