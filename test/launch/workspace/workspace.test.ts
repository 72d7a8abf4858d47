import t from "tap";
import { requireWorkspace } from "../../../lib/launch/workspace/workspace.ts";

const rules = {
  home: "/home/ann",
  own: ["/home/ann/.config/paddock", "/home/ann/.local/state/paddock", "/srv/profiles"],
  data: "/home/ann/.local/share/paddock",
  runtimeDirectory: "/run/user/1000",
};

const rows: readonly [path: string, ok: boolean][] = [
  ["/home/ann/project", true],
  ["/home/ann/.config/other", true],
  ["/home/ann/.config/paddock-notes", true],
  ["/home/annabel", true],
  ["/srv/project", true],
  ["/mnt/disk/project", true],
  ["/tmp/x", true],
  ["/etcetera", true],
  ["/home/ann/.local/share/paddock/homes/default", true],
  ["/home/ann/a b'\"#$\\:,\n-é", true],
  // C29
  ["/", false],
  ["/home", false],
  ["/home/ann", false],
  ["/home/ann/.config", false],
  // F19
  ["/home/ann/.config/paddock", false],
  ["/home/ann/.config/paddock/profiles/mine", false],
  ["/home/ann/.local", false],
  ["/home/ann/.local/state/paddock/images", false],
  ["/home/ann/.local/share", false],
  ["/home/ann/.local/share/paddock", false],
  ["/srv", false],
  ["/srv/profiles", false],
  ["/srv/profiles/mine", false],
  ["/run/user/1000", false],
  ["/run/user/1000/x", false],
  ["/etc", false],
  ["/etc/ssh", false],
  ["/usr/local/src", false],
  ["/proc/self", false],
  ["/root/x", false],
  ["/var", false],
  ["/var/lib", false],
  ["/tmp", false],
];
for (const [path, ok] of rows) {
  const name = JSON.stringify(path);
  if (ok) t.doesNotThrow(() => requireWorkspace(path, rules), name);
  else t.throws(() => requireWorkspace(path, rules), { code: "refused" }, name);
}

t.doesNotThrow(
  () =>
    requireWorkspace("/root/project", {
      ...rules,
      home: "/root",
      own: [],
      data: "/root/.local/share/paddock",
    }),
  "a home in a folder of the system is a person's own",
);
t.throws(() => requireWorkspace("/root", { ...rules, home: "/root" }), { code: "refused" });

t.throws(
  () => requireWorkspace("/data", { ...rules, runtimeDirectory: "/data/run/1000" }),
  { code: "refused", message: /sockets of your session/ },
  "above the session's sockets, where Paddock's own lie too",
);
