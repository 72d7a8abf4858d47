import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import t from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import { systemFiles, type Files } from "../../../lib/host/files/files.ts";
import { recoverFiles } from "../../../lib/upgrade/pins/recover-files.ts";
import { replaceFiles } from "../../../lib/upgrade/pins/replace-files.ts";
import {
  changesOf,
  Dead,
  filesThatDie,
  hostOf,
  makeProfile,
  setOf,
  untilDeath,
  type Death,
} from "./killed-change.ts";

const MOMENTS = ["before", "within", "after"] as const;

async function failureOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (error instanceof PaddockError && error.code === "failed" && error.fix !== "")
      return error.message;
    throw error;
  }
  return "accepted";
}

/** The child that changes files and is killed, as one file that plain Node runs. */
function buildChild(root: string): string {
  const child = `${root}/child.mjs`;
  buildSync({
    stdin: {
      contents: `import { changeAndDie } from "./killed-change.ts";
        const [root, step, moment] = process.argv.slice(2);
        await changeAndDie(root, { step: Number(step), moment });`,
      resolveDir: dirname(fileURLToPath(import.meta.url)),
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: child,
  });
  return child;
}

/** A profile whose change was killed by SIGKILL; false where the child ended before its death. */
function killed(child: string, root: string, { step, moment }: Death): boolean {
  rmSync(root, { recursive: true, force: true });
  makeProfile(root);
  const argv = [child, root, String(step), moment];
  const { status, signal, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  if (signal === "SIGKILL") return true;
  if (status === 0) return false;
  throw new Error(`the child ended with ${String(status)}: ${stderr}`);
}

t.test("D25 a kill at each step leaves the old or the new files after recovery", async (test) => {
  const base = test.testdir();
  const child = buildChild(base);
  const outcomes: string[] = [];
  for (const moment of MOMENTS) {
    let step = 1;
    for (; killed(child, `${base}/world`, { step, moment }); step += 1) {
      const host = hostOf(`${base}/world`);
      await recoverFiles(host);
      const outcome = setOf(`${base}/world`);
      outcomes.push(outcome);
      test.not(outcome, "broken", `killed ${moment} step ${String(step)}: ${outcome}`);
      if (outcome === "old") await replaceFiles(host, changesOf(`${base}/world`));
      test.equal(setOf(`${base}/world`), "new", "and the same change can be made again");
    }
    test.ok(step > 10, `${String(step - 1)} steps ${moment}`);
  }
  test.ok(outcomes.includes("old") && outcomes.includes("new"), "both outcomes were met");
});

/** Whether the act was stopped by the death of its files. */
async function dies(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return false;
  } catch (error) {
    if (error instanceof Dead || error instanceof PaddockError) return true;
    throw error;
  }
}

t.test("D25 a kill at each step of the recovery from a kill at each step", async (test) => {
  const root = `${test.testdir()}/world`;
  let count = 0;
  const start = async (death: Death): Promise<boolean> => {
    rmSync(root, { recursive: true, force: true });
    makeProfile(root);
    const host = { ...hostOf(root, untilDeath(death)) };
    return await dies(replaceFiles({ ...host, processes: quick(host) }, changesOf(root)));
  };
  for (let step = 1; await start({ step, moment: "within" }); step += 1) {
    let inner = 1;
    for (let isKilled = true; isKilled; inner += 1) {
      await start({ step, moment: "within" });
      const host = hostOf(root, untilDeath({ step: inner, moment: "within" }));
      isKilled = await dies(recoverFiles({ ...host, processes: quick(host) }));
      await recoverFiles(hostOf(root));
      const outcome = setOf(root);
      if (outcome === "broken") test.fail(`step ${String(step)}, then ${String(inner)}`);
      count += 1;
    }
  }
  test.ok(count > 50, `${String(count)} pairs of kills`);
});

/** Processes whose lock costs no child; nobody else is in the test's folder. */
function quick({ processes }: ReturnType<typeof hostOf>): ReturnType<typeof hostOf>["processes"] {
  return { ...processes, lock: () => Promise.resolve({ release: () => Promise.resolve() }) };
}

function full(): never {
  throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
}

t.test("D25 a failure at each step leaves the old files, or the new ones", async (test) => {
  const root = `${test.testdir()}/world`;
  let last = "";
  for (let step = 1; last !== "accepted"; step += 1) {
    rmSync(root, { recursive: true, force: true });
    makeProfile(root);
    const host = hostOf(root, filesThatDie({ step, moment: "before" }, full));
    try {
      last = await failureOf(replaceFiles(host, changesOf(root)));
    } catch (error) {
      // Before and after the change itself the file system's own error goes through.
      test.match(error, { code: "ENOSPC" });
      last = "raw";
    }
    const recovered = await recoverFiles(hostOf(root));
    const expected = last === "accepted" || recovered === "finished" ? "new" : "old";
    test.equal(setOf(root), expected, `step ${String(step)}: ${last}`);
  }
});

t.test("D25 a disk that stays full while a rename fails: the next start finishes", async (test) => {
  const root = `${test.testdir()}/world`;
  makeProfile(root);
  let renames = 0;
  const host = hostOf(root, {
    ...systemFiles,
    writeNew: (...call) => {
      if (renames > 2) full();
      systemFiles.writeNew(...call);
    },
    // Two of the journal, one of the first file; the second file's fails.
    replace: (...call) => {
      renames += 1;
      if (renames > 3) throw Object.assign(new Error("rights"), { code: "EACCES" });
      systemFiles.replace(...call);
    },
  });
  test.equal(
    await failureOf(replaceFiles(host, changesOf(root))),
    "A change of pins can be neither finished nor undone now.",
  );
  test.equal(setOf(root), "broken", "until then it is half done, and the journal knows");
  test.equal(await recoverFiles(hostOf(root)), "finished");
  test.equal(setOf(root), "new");
});

t.test("D25 what cannot be changed as a whole is refused before anything is", async (test) => {
  const root = `${test.testdir()}/world`;
  const path = `${root}/profile/package.json`;
  const cases: Record<string, [prepare: () => Files, message: string]> = {
    "a read-only file": [
      () => ({ ...systemFiles, may: (asked, access) => asked !== path || access !== "write" }),
      `${path} is read-only.`,
    ],
    "a file that vanished": [
      () => {
        rmSync(path);
        return systemFiles;
      },
      `${path} was changed or removed in the meantime.`,
    ],
    "a file that was changed": [
      () => {
        writeFileSync(path, "mine\n");
        return systemFiles;
      },
      `${path} was changed or removed in the meantime.`,
    ],
    "a new file that is there already": [
      () => {
        writeFileSync(`${root}/profile/made.json`, "mine\n");
        return systemFiles;
      },
      `${root}/profile/made.json was changed or removed in the meantime.`,
    ],
    "a folder that cannot be written": [
      () => ({
        ...systemFiles,
        writeNew: (beside, text, like) => {
          if (like === path) throw Object.assign(new Error("no"), { code: "EROFS" });
          systemFiles.writeNew(beside, text, like);
        },
      }),
      "The files could not be written (EROFS).",
    ],
    "a file that is changed while another is renamed": [
      () => ({
        ...systemFiles,
        replace: (from, to) => {
          systemFiles.replace(from, to);
          if (to.endsWith("/Containerfile")) writeFileSync(path, "mine\n");
        },
      }),
      `${path} was changed or removed in the meantime.`,
    ],
  };
  for (const [name, [prepare, message]] of Object.entries(cases)) {
    rmSync(root, { recursive: true, force: true });
    makeProfile(root);
    test.equal(
      await failureOf(replaceFiles(hostOf(root, prepare()), changesOf(root))),
      message,
      name,
    );
    test.equal(readFileSync(`${root}/profile/Containerfile`, "utf8"), "FROM old\n", name);
    test.equal(await recoverFiles(hostOf(root)), "nothing", `${name}: no journal`);
  }
});

t.test("D25 mode, line ends and a link stay; a new file gets a folder", async (test) => {
  const root = test.testdir();
  mkdirSync(`${root}/real`);
  writeFileSync(`${root}/real/Containerfile`, "\uFEFFFROM x\r\n");
  chmodSync(`${root}/real/Containerfile`, 0o751);
  symlinkSync("real/Containerfile", `${root}/Containerfile`);
  await replaceFiles(hostOf(root), [
    { path: `${root}/Containerfile`, was: "\uFEFFFROM x\r\n", text: "\uFEFFFROM y\r\n" },
    { path: `${root}/agents/tool/package.json`, was: undefined, text: "{}\n" },
  ]);
  test.equal(lstatSync(`${root}/Containerfile`).isSymbolicLink(), true);
  test.equal(readFileSync(`${root}/real/Containerfile`, "utf8"), "\uFEFFFROM y\r\n");
  test.equal(statSync(`${root}/real/Containerfile`).mode & 0o7777, 0o751);
  test.equal(readFileSync(`${root}/agents/tool/package.json`, "utf8"), "{}\n");
  test.equal(existsSync(`${root}/state/paddock/replacing/journal.json`), false);
});

t.test(
  "D25 the owner stays",
  { skip: process.getuid?.() === 0 ? false : "only root can give a file to someone else" },
  async (test) => {
    const root = test.testdir({ Containerfile: "FROM x\n" });
    chownSync(`${root}/Containerfile`, 1234, 4321);
    await replaceFiles(hostOf(root), [
      { path: `${root}/Containerfile`, was: "FROM x\n", text: "FROM y\n" },
    ]);
    const { uid, gid } = statSync(`${root}/Containerfile`);
    test.strictSame([uid, gid], [1234, 4321]);
    test.equal(readFileSync(`${root}/Containerfile`, "utf8"), "FROM y\n");
  },
);
