import t from "tap";
import { profileSearchPath } from "../../lib/profile/search-path.ts";

const settings = { configDirectory: "/home/ann/.config/paddock", shippedProfiles: "/lib/profiles" };
const rows: readonly [name: string, variable: string | undefined, folders: readonly string[]][] = [
  ["unset", undefined, ["/home/ann/.config/paddock/profiles", "/lib/profiles"]],
  ["one folder in place of the person's own", "/a", ["/a", "/lib/profiles"]],
  ["several, in order", "/b:/a", ["/b", "/a", "/lib/profiles"]],
  ["empty entries", ":/a::", ["/a", "/lib/profiles"]],
  ["a slash at the end", "/a/:/b//", ["/a", "/b", "/lib/profiles"]],
  ["the root", "/", ["/", "/lib/profiles"]],
];
for (const [name, profilesVariable, folders] of rows) {
  t.same(profileSearchPath({ ...settings, profilesVariable }), folders, name);
}
// Seen from the workspace, a relative folder is the agent's to write.
for (const profilesVariable of ["profiles", "./profiles", "/a:../b", "~/x"]) {
  t.throws(
    () => profileSearchPath({ ...settings, profilesVariable }),
    { code: "usage" },
    profilesVariable,
  );
}
