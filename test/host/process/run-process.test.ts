import tap from "tap";
import { runProcess, signalNumber } from "../../../lib/host/process/run-process.ts";

const sh = (script: string): string[] => ["sh", "-c", script];

const rows: readonly [name: string, argv: readonly string[], result: object][] = [
  [
    "what it said, newlines and all",
    sh("echo out; echo err >&2"),
    { status: 0, stdout: "out\n", stderr: "err\n" },
  ],
  ["its status", sh("exit 42"), { status: 42, stdout: "", stderr: "" }],
  ["128 and the signal", sh("kill -TERM $$"), { status: 143, stdout: "" }],
  ["killed", sh("kill -KILL $$"), { status: 137 }],
  ["one that cannot be started", ["/nowhere/tool"], { status: 127, stderr: /ENOENT/ }],
  [
    "words are never joined for a shell",
    ["printf", "%s|", "a b", "", "$HOME", "*", "'"],
    { status: 0, stdout: "a b||$HOME|*|'|" },
  ],
  ["stdin is at its end", ["cat"], { status: 0, stdout: "" }],
];
for (const [name, argv, result] of rows) {
  tap.test(name, async (t) => {
    t.match(await runProcess(argv), result);
  });
}

tap.test("text on its stdin", async (t) => {
  t.match(await runProcess(["cat"], { input: "a\nb" }), { status: 0, stdout: "a\nb" });
  t.match(await runProcess(["cat"], { input: "" }), { status: 0, stdout: "" });
});

tap.test("lines as they come, of stdout and stderr alike", async (t) => {
  const lines: string[] = [];
  const script = "echo one; sleep 0.1; echo two >&2; sleep 0.1; printf three; exit 5";
  const { status } = await runProcess(sh(script), { onLine: (line) => void lines.push(line) });
  t.same(lines, ["one", "two", "three"]);
  t.equal(status, 5);
});

tap.test("a time limit", async (t) => {
  t.equal((await runProcess(["sleep", "60"], { timeoutMs: 50 })).status, 143);
});

for (const [signal, number] of [
  ["SIGTERM", 15],
  ["SIGKILL", 9],
  ["SIGNONE", 0],
  ["", 0],
  [undefined, 0],
  [null, 0],
] as const) {
  tap.equal(signalNumber(signal), number, String(signal));
}
