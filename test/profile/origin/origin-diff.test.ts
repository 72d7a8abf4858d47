import t from "tap";
import { originDiff } from "../../../lib/profile/origin/origin-diff.ts";

t.equal(originDiff([]), "");
t.equal(
  originDiff([
    {
      kind: "texts",
      path: "Containerfile",
      before: "FROM x\r\nUSER ai\n",
      after: "FROM y\r\nUSER ai\n",
    },
    { kind: "texts", path: "below/gone", before: "text", after: undefined },
    { kind: "texts", path: "new", before: undefined, after: "text\n" },
    { kind: "lost", path: "other" },
  ]),
  `--- a/Containerfile
+++ b/Containerfile
@@ -1,2 +1,2 @@
-FROM x\r
+FROM y\r
 USER ai
--- a/below/gone
+++ /dev/null
@@ -1,1 +0,0 @@
-text
\\ No newline at end of file
--- /dev/null
+++ b/new
@@ -0,0 +1,1 @@
+text
# other changed; its text of then is not kept.
`,
);
