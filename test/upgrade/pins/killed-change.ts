import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { lockFile } from "../../../lib/host/files/file-lock.ts";
import { systemFiles, type Files } from "../../../lib/host/files/files.ts";
import type { JournalHost } from "../../../lib/upgrade/pins/journal.ts";
import { replaceFiles, type FileChange } from "../../../lib/upgrade/pins/replace-files.ts";

/** At which of the calls that change the disk, counted from 1, and where in it a process dies. */
export interface Death {
  readonly step: number;
  readonly moment: "before" | "within" | "after";
}

/** Files by name, with old and new text; the last one is made new. */
const TEXTS: readonly (readonly [name: string, was: string | undefined, text: string])[] = [
  ["Containerfile", "FROM old\n", "FROM new and longer\n"],
  ["package.json", "old\n", "new\n"],
  ["made.json", undefined, "made\n"],
];
const MODE = 0o640;

/** A profile with its old files, below `root`. */
export function makeProfile(root: string): void {
  mkdirSync(`${root}/profile`, { recursive: true });
  for (const [name, was] of TEXTS) {
    if (was !== undefined) {
      writeFileSync(`${root}/profile/${name}`, was);
      chmodSync(`${root}/profile/${name}`, MODE);
    }
  }
}

export function changesOf(root: string): FileChange[] {
  return TEXTS.map(([name, was, text]) => ({ path: `${root}/profile/${name}`, was, text }));
}

/** Which set of files the profile holds: anything between the sets, another mode or a stray file is "broken". */
export function setOf(root: string): "old" | "new" | "broken" {
  const folder = `${root}/profile`;
  const isSet = (index: 1 | 2): boolean => {
    const present = TEXTS.filter((file) => file[index] !== undefined);
    return (
      readdirSync(folder).sort().join() ===
        present
          .map(([name]) => name)
          .sort()
          .join() &&
      present.every((file) => readFileSync(`${folder}/${file[0]}`, "utf8") === file[index]) &&
      present.every(
        ([name, was]) =>
          was === undefined || (statSync(`${folder}/${name}`).mode & 0o7777) === MODE,
      )
    );
  };
  if (existsSync(`${root}/state/paddock/replacing/journal.json`)) return "broken";
  return isSet(1) ? "old" : isSet(2) ? "new" : "broken";
}

/** Files that call `die` at a step; a write that dies within has written half of its text. */
export function filesThatDie(death: Death, die: () => never): Files {
  let step = 0;
  const dying =
    <Call extends readonly unknown[]>(
      act: (...call: Call) => void,
      half?: (...call: Call) => void,
    ) =>
    (...call: Call): void => {
      step += 1;
      if (step !== death.step) act(...call);
      else {
        if (death.moment === "within") half?.(...call);
        if (death.moment === "after") act(...call);
        die();
      }
    };
  const { writeNew, writeWhole, replace, remove, makePrivateDirectory } = systemFiles;
  return {
    ...systemFiles,
    writeNew: dying(writeNew, (path, text) => {
      writeFileSync(path, text.slice(0, text.length / 2), { flag: "wx" });
    }),
    writeWhole: dying(writeWhole),
    replace: dying(replace),
    remove: dying(remove),
    makePrivateDirectory: dying(makePrivateDirectory),
  };
}

/** What stands for the death of a process within a test. */
export class Dead extends Error {}

/** Files of a process that dies at a step: from there on nothing changes the disk, whatever is tried. */
export function untilDeath(death: Death): Files {
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new Dead("dead");
  };
  const files = filesThatDie(death, die);
  const alive =
    <Call extends readonly unknown[]>(act: (...call: Call) => void) =>
    (...call: Call): void => {
      if (isDead) throw new Dead("dead");
      act(...call);
    };
  return {
    ...files,
    writeNew: alive(files.writeNew),
    replace: alive(files.replace),
    remove: alive(files.remove),
    writeWhole: alive(files.writeWhole),
    makePrivateDirectory: alive(files.makePrivateDirectory),
  };
}

function unused(): never {
  throw new Error("not asked for");
}

/** A host with its state below `root`. */
export function hostOf(root: string, files: Files = systemFiles): JournalHost {
  return {
    settings: { stateDirectory: `${root}/state/paddock` } as JournalHost["settings"],
    files,
    processes: { run: unused, handOver: unused, lock: lockFile, canReplace: false },
  };
}

function killItself(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal has no need of the event loop, but may come a moment late.
  for (;;);
}

/** What a child of a test does: changes the profile below `root`, and is killed at a step. */
export async function changeAndDie(root: string, death: Death): Promise<void> {
  await replaceFiles(hostOf(root, filesThatDie(death, killItself)), changesOf(root));
}
