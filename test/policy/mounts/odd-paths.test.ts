import t from "tap";
import type { ExpandedWord, LaunchVariable } from "../../../lib/label/run-label.ts";
import { protectPaths } from "../../../lib/policy/mounts/odd-paths.ts";

/** Words of a label in which `$PWD`, `$HOME` and `$OPT1` stand for values. */
function words(line: readonly string[], values: Readonly<Record<string, string>>): ExpandedWord[] {
  return line.map((word) => {
    const pieces = word
      .split(/(\$(?:PWD|HOME|OPT1))/)
      .filter((part) => part !== "")
      .map((part) => {
        const name = part.slice(1);
        return part.startsWith("$") && isVariable(name)
          ? { text: values[name] ?? "", variable: name }
          : { text: part };
      });
    return { pieces, text: pieces.map(({ text }) => text).join("") };
  });
}

function isVariable(name: string): name is LaunchVariable {
  return ["PWD", "HOME", "OPT1"].includes(name);
}

function protect(line: readonly string[], pwd: string): string[] {
  return protectPaths(words(["podman", "run", ...line], { PWD: pwd, HOME: "/h:o", OPT1: "/a:/b" }));
}

interface Row {
  readonly name: string;
  readonly pwd: string;
  readonly line: readonly string[];
  readonly want: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    name: "C03 colon and comma",
    pwd: "/tmp/a:b,c",
    line: ["-v", "$PWD:/home/ai/sandbox:z", "img"],
    want: ["--mount", 'type=bind,"src=/tmp/a:b,c",dst=/home/ai/sandbox,relabel=shared', "img"],
  },
  {
    name: "a colon alone",
    pwd: "/a:b",
    line: ["--volume=$PWD:/w", "img"],
    want: ["--mount=type=bind,src=/a:b,dst=/w", "img"],
  },
  {
    name: "in a combined word",
    pwd: "/a:b",
    line: ["-itv", "$PWD:/w", "img"],
    want: ["-it", "--mount", "type=bind,src=/a:b,dst=/w", "img"],
  },
  {
    name: "joined",
    pwd: "/a:b",
    line: ["-v$PWD:/w", "img"],
    want: ["--mount=type=bind,src=/a:b,dst=/w", "img"],
  },
  {
    name: "in a folder of it",
    pwd: "/a:b",
    line: ["-v", "$PWD/x:/w", "img"],
    want: ["--mount", "type=bind,src=/a:b/x,dst=/w", "img"],
  },
  {
    name: "on both sides",
    pwd: "/a:b",
    line: ["-v", "$PWD:$PWD", "img"],
    want: ["--mount", "type=bind,src=/a:b,dst=/a:b", "img"],
  },
  {
    name: "the home too",
    pwd: "/a",
    line: ["-v", "$HOME/x:/h", "-v", "$PWD:/w", "img"],
    want: ["--mount", "type=bind,src=/h:o/x,dst=/h", "-v", "/a:/w", "img"],
  },
  {
    name: "a volume at such a place",
    pwd: "/a:b",
    line: ["-v", "data:$PWD", "-v", "$PWD", "img"],
    want: ["--mount", "type=volume,src=data,dst=/a:b", "--mount", "type=volume,dst=/a:b", "img"],
  },
  {
    name: "every option that --mount has",
    pwd: "/a:b",
    line: ["-v", "$PWD:/w:ro,Z,U,rslave,noexec,nosuid,nodev,idmap,bind", "img"],
    want: [
      "--mount",
      "type=bind,src=/a:b,dst=/w,ro=true,relabel=private,U=true,bind-propagation=rslave,noexec,nosuid,nodev,idmap,bind-nonrecursive",
      "img",
    ],
  },
  {
    name: "options that say nothing",
    pwd: "/a:b",
    line: ["-v", "$PWD:/w:rbind,cached,rw", "img"],
    want: ["--mount", "type=bind,src=/a:b,dst=/w,rw=true", "img"],
  },
  {
    name: "a quote and a newline beside the colon",
    pwd: '/a:"b\nc',
    line: ["-v", "$PWD:/w", "img"],
    want: ["--mount", 'type=bind,"src=/a:""b\nc",dst=/w', "img"],
  },
  {
    name: "a comma in --mount",
    pwd: "/a,b",
    line: ["--mount", "type=bind,src=$PWD,dst=/w", "img"],
    want: ["--mount", 'type=bind,"src=/a,b",dst=/w', "img"],
  },
  {
    name: "a comma that is quoted already",
    pwd: "/a,b",
    line: ["--mount", 'type=bind,"src=$PWD",dst=/w', "img"],
    want: ["--mount", 'type=bind,"src=/a,b",dst=/w', "img"],
  },
  {
    name: "a colon in --mount",
    pwd: "/a:b",
    line: ["--mount", "type=bind,src=$PWD,dst=/w", "img"],
    want: ["--mount", "type=bind,src=/a:b,dst=/w", "img"],
  },
  {
    name: "a comma in -v",
    pwd: "/a,b",
    line: ["-v", "$PWD:/w", "img"],
    want: ["-v", "/a,b:/w", "img"],
  },
  {
    name: "flags in the name",
    pwd: "/p:/x --privileged -v /:/h",
    line: ["-v", "$PWD:/w", "img"],
    want: ["--mount", "type=bind,src=/p:/x --privileged -v /:/h,dst=/w", "img"],
  },
  {
    name: "other flags and the command",
    pwd: "/a:b",
    line: ["-e", "P=$PWD", "-w", "$PWD", "img", "-v", "$PWD:/w"],
    want: ["-e", "P=/a:b", "-w", "/a:b", "img", "-v", "/a:b:/w"],
  },
  {
    name: "a text of the author's is syntax",
    pwd: "/a",
    line: ["-v", "$OPT1", "-v", "/x:/y:ro", "img"],
    want: ["-v", "/a:/b", "-v", "/x:/y:ro", "img"],
  },
];
for (const { name, pwd, line, want } of ROWS) {
  t.test(name, async (test) => {
    test.strictSame(protect(line, pwd), ["podman", "run", ...want]);
  });
}

t.test("an ordinary path leaves every word alone", async (test) => {
  for (const pwd of ["/tmp/w", "/tmp/a b", "/tmp/é", "/tmp/-x", "/tmp/#$'"]) {
    const line = words(["anything", "-v", "$PWD:/w:O", "--mount=$PWD"], { PWD: pwd });
    test.strictSame(
      protectPaths(line),
      line.map(({ text }) => text),
    );
  }
});

const REFUSED: readonly (readonly [name: string, pwd: string, line: readonly string[]])[] = [
  ["an overlay", "/a:b", ["-v", "$PWD:/w:O", "img"]],
  ["copy, which --mount has not", "/a:b", ["-v", "$PWD:/w:copy", "img"]],
  ["an option from a variable", "/a:b", ["-v", "/x:/w:$PWD", "img"]],
  ["a colon in --tmpfs", "/a:b", ["--tmpfs", "$PWD", "img"]],
  ["a colon in --device", "/a:b", ["--device=$PWD/x", "img"]],
  ["a comma in a list", "/a,b", ["--add-host=$PWD", "img"]],
  ["a star in a glob", "/a*", ["--mount", "type=glob,src=$PWD/*,dst=/w", "img"]],
  ["a carriage return", "/a:b\r\nc", ["-v", "$PWD:/w", "img"]],
];
for (const [name, pwd, line] of REFUSED) {
  t.test(`refuses ${name}`, async (test) => {
    test.throws(() => protect(line, pwd), { code: "refused" });
  });
}

t.test("refuses what is too long to read", async (test) => {
  test.throws(() => protect(["-v", "$PWD:/w:z:z", "img"], "/a:b"), { code: "argv-invalid" });
});
