import t from "tap";
import type { Files } from "../../lib/host/files/files.ts";
import { isAgents, trustedSearchPath } from "../../lib/host/search-path.ts";

const ANN = 1000;
const OWNERS: Readonly<Record<string, number>> = { "/usr/bin": 0, "/srv/shared": 0 };
const LINKS: Readonly<Record<string, string>> = { "/opt/tools": "/home/ann/x/tools" };
const files = {
  realPath: (path: string) => LINKS[path] ?? path,
  facts: (path: string) => {
    if (path === "/root/bin") throw Object.assign(new Error("denied"), { code: "EACCES" });
    return { uid: OWNERS[path] ?? ANN };
  },
  may: (path: string, access: string) =>
    access === "execute" ? path !== "/closed" : path === "/srv/shared",
} as unknown as Pick<Files, "facts" | "may" | "realPath">;

type Row = readonly [
  name: string,
  path: string,
  workingDirectory: string | undefined,
  its: boolean,
];
const ROWS: readonly Row[] = [
  ["in the workspace", "/home/ann/x/node_modules/.bin", "/home/ann/x", true],
  ["the workspace itself", "/home/ann/x", "/home/ann/x", true],
  ["beside it", "/home/ann/xy", "/home/ann/x", false],
  ["a link into it", "/opt/tools", "/home/ann/x", true],
  ["an agents' home", "/home/ann/.local/share/paddock/homes/default/bin", undefined, true],
  ["the person's own, in the home", "/home/ann/.local/bin", "/home/ann", false],
  ["the person's own, at the root", "/home/ann/.local/bin", "/", false],
  ["the system's, where a person stands in it", "/usr/bin", "/usr", false],
  ["the system's, open to all", "/srv/shared", "/srv", true],
];
for (const [name, path, workingDirectory, its] of ROWS) {
  t.test(`${name}: ${path} from ${workingDirectory ?? "nowhere"}`, async (t) => {
    const options = {
      workingDirectory,
      home: "/home/ann",
      dataHome: "/home/ann/.local/share",
      uid: ANN,
    };
    t.equal(isAgents(path, options, files), its);
    t.strictSame(
      trustedSearchPath(`.:${path}::/bin`, options, files),
      its ? ["/bin"] : [path, "/bin"],
    );
  });
}

t.test("what this user may not look into, as after su, holds no program and is no error", (t) => {
  const options = { workingDirectory: "/x", home: "/home/ann", dataHome: "/data", uid: ANN };
  t.strictSame(trustedSearchPath("/root/bin:/closed:/bin", options, files), ["/bin"]);
  t.end();
});
