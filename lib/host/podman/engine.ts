import { PaddockError } from "../../errors.ts";
import { isTextMap, readJsonObject } from "../../json-object.ts";
import { printable } from "../../printable.ts";
import type { Host } from "../host.ts";

/** What `PROGRAM --version` says; remembered until the binary is another file. */
export async function versionText(host: Host, program: string): Promise<string> {
  const path = `${host.settings.cacheDirectory}/versions.json`;
  const target = host.files.realPath(program) ?? program;
  const stamp = `${target} ${host.files.facts(target)?.version ?? ""}`;
  const known = readKnown(host.files.readText(path));
  const remembered = known[program];
  if (remembered?.stamp === stamp) return remembered.text;
  const answer = await host.processes.run([program, "--version"]);
  if (answer.status !== 0) {
    throw new PaddockError(
      "host-unready",
      `${program} does not start (status ${answer.status}): ${printable(answer.stderr.trim())}`,
      { fix: "Run it with --version to see the same error, and mend it first." },
    );
  }
  const text = answer.stdout;
  host.files.makePrivateDirectory(host.settings.cacheDirectory);
  host.files.writeWhole(path, JSON.stringify({ ...known, [program]: { stamp, text } }));
  return text;
}

interface Known {
  readonly stamp: string;
  readonly text: string;
}

function readKnown(text: string | undefined): Readonly<Record<string, Known>> {
  const entries = Object.entries(readJsonObject(text) ?? {});
  return Object.fromEntries(
    entries.flatMap(([program, known]) => (isKnown(known) ? [[program, known]] : [])),
  );
}

function isKnown(value: unknown): value is Known {
  return isTextMap(value) && value["stamp"] !== undefined && value["text"] !== undefined;
}
