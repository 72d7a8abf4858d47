import t from "tap";
import { describeTrouble } from "../../../lib/watch/files/limits.ts";

t.test("E07 the limit and what raises it", (test) => {
  test.equal(
    describeTrouble({ kind: "watches" }),
    "The kernel's limit fs.inotify.max_user_watches is reached; these few files are looked at every second instead.\n" +
      "  Raise it: sudo sysctl fs.inotify.max_user_watches=524288 (to keep it: a file in /etc/sysctl.d).",
  );
  test.match(
    describeTrouble({ kind: "instances" }),
    /sudo sysctl fs\.inotify\.max_user_instances=1024 /,
  );
  test.equal(
    describeTrouble({ kind: "other", message: "EIO" }),
    "Files cannot be watched: EIO\n  They are looked at every second instead.",
  );
  test.end();
});
