import { errorCode } from "../host/files/error-code.ts";
import { readJsonObject } from "../json-object.ts";
import type { Files } from "../host/files/files.ts";

export interface RememberingHost {
  readonly settings: {
    readonly cacheDirectory: string;
    readonly program: readonly string[];
    readonly version: string;
  };
  readonly files: Files;
}

export interface Remembered<Answer> {
  /** The image that is asked about, and what about it. */
  readonly tag: string;
  readonly topic: string;
  /** All that the answer depends on, whole: it is compared, not hashed. */
  readonly question: unknown;
  readonly isAnswer: (value: unknown) => value is Answer;
  readonly compute: () => Answer;
}

/** What a pure function answered to the very same question before, under this very program; else it is asked, and its answer kept. */
export function remembered<Answer>(host: RememberingHost, asked: Remembered<Answer>): Answer {
  const { cacheDirectory, program, version } = host.settings;
  const path = `${cacheDirectory}/read/${asked.tag.replaceAll(/[/:]/g, "_")}.${asked.topic}.json`;
  // The program's own file, not Node's: what is read from a Containerfile is the same under each.
  const code = program.slice(-1).map((file) => host.files.facts(file)?.version);
  const question = JSON.stringify([version, code, asked.question]);
  const known = readJsonObject(host.files.readText(path));
  if (known?.["question"] === question && asked.isAnswer(known["answer"])) return known["answer"];
  const answer = asked.compute();
  try {
    host.files.makePrivateDirectory(`${cacheDirectory}/read`);
    host.files.writeWhole(path, JSON.stringify({ question, answer }));
  } catch (error) {
    // A full disk or a home that is read-only: the next start computes it again.
    if (errorCode(error) === undefined) throw error;
  }
  return answer;
}
