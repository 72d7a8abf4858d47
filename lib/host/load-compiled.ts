import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";

/**
 * Loads a CommonJS file with the compiled code that an earlier start left in `folder`: half of a start is compiling. Node's own
 * cache came with 22.1, and keeps what is compiled when a file is loaded; this one, taken at the end, holds the functions that
 * were called too. What it holds is used for this very file and Node only.
 */
export function loadCompiled(filename: string, folder: string): void {
  // Not the time of writing: npm gives every file of every version the same.
  const { ino, size, ctimeMs } = statSync(filename);
  const place = `${folder}/${process.version}-${process.arch}-${ino}-${size}-${ctimeMs}`;
  const cachedData = readIfThere(place);
  const source = readFileSync(filename, "utf8");
  const script = new Script(
    `(function(exports,require,module,__filename,__dirname){${source}\n})`,
    {
      filename,
      ...(cachedData && { cachedData }),
    },
  );
  const run: unknown = script.runInThisContext();
  if (typeof run !== "function") throw new TypeError("a wrapper is a function");
  const module = { exports: {} };
  run(module.exports, createRequire(filename), module, filename, dirname(filename));
  if (cachedData !== undefined && script.cachedDataRejected !== true) return;
  process.once("exit", () => keep(place, script.createCachedData()));
}

function readIfThere(place: string): Buffer | undefined {
  try {
    return readFileSync(place);
  } catch {
    return undefined;
  }
}

function keep(place: string, compiled: Buffer): void {
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    writeFileSync(`${place}.${process.pid}`, compiled, { mode: 0o600 });
    renameSync(`${place}.${process.pid}`, place);
  } catch {
    // A full disk or a read-only home: the next start compiles again.
  }
}
