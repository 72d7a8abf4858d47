import { spawnSync } from "node:child_process";
import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tap from "tap";

const LOADER = fileURLToPath(new URL("../../lib/host/load-compiled.ts", import.meta.url));

/** Starts a Node that loads the file through the cache; what it prints. */
function load(file: string, cache: string): string {
  const code = `import { loadCompiled } from ${JSON.stringify(LOADER)}; loadCompiled(${JSON.stringify(file)}, ${JSON.stringify(cache)});`;
  const run = spawnSync(
    process.execPath,
    [...process.execArgv, "--input-type=module", "--eval", code],
    { encoding: "utf8" },
  );
  return run.stdout + run.stderr;
}

const PROGRAM = `exports.x = 1; console.log(require("./other.cjs"), __dirname, typeof module, "one");\n`;

tap.test("a file runs as Node would run it, and leaves its compiled code once", (t) => {
  const folder = t.testdir({ "p.cjs": PROGRAM, "other.cjs": `module.exports = "beside";\n` });
  const cache = `${folder}/cache/compiled`;
  for (const time of ["first", "second"]) {
    t.equal(load(`${folder}/p.cjs`, cache), `beside ${folder} object one\n`, time);
    t.equal(readdirSync(cache).length, 1, time);
  }
  const [kept = ""] = readdirSync(cache);
  t.equal(statSync(`${cache}/${kept}`).mode & 0o777, 0o600);
  t.equal(statSync(cache).mode & 0o777, 0o700);
  t.end();
});

tap.test(
  "another text of the same length and time is compiled anew, never taken for the old one",
  (t) => {
    const folder = t.testdir({ "p.cjs": PROGRAM, "other.cjs": `module.exports = "beside";\n` });
    const file = `${folder}/p.cjs`;
    const { atime, mtime } = statSync(file);
    load(file, `${folder}/cache`);
    writeFileSync(file, PROGRAM.replace('"one"', '"two"'));
    utimesSync(file, atime, mtime);
    t.equal(load(file, `${folder}/cache`), `beside ${folder} object two\n`);
    t.end();
  },
);

const spoilt: readonly [name: string, bytes: Buffer][] = [
  ["empty", Buffer.alloc(0)],
  ["garbage", Buffer.from("not compiled code at all")],
];
for (const [name, bytes] of spoilt) {
  tap.test(`a cache that is ${name} costs time only, and is written anew`, (t) => {
    const folder = t.testdir({ "p.cjs": PROGRAM, "other.cjs": `module.exports = "beside";\n` });
    const cache = `${folder}/cache`;
    load(`${folder}/p.cjs`, cache);
    const [kept = ""] = readdirSync(cache);
    writeFileSync(`${cache}/${kept}`, bytes);
    t.equal(load(`${folder}/p.cjs`, cache), `beside ${folder} object one\n`);
    t.ok(statSync(`${cache}/${kept}`).size > 100);
    t.end();
  });
}

tap.test("a cache that cannot be written costs time only", (t) => {
  const folder = t.testdir({
    "p.cjs": PROGRAM,
    "other.cjs": `module.exports = "beside";\n`,
    cache: "a file",
  });
  t.equal(load(`${folder}/p.cjs`, `${folder}/cache`), `beside ${folder} object one\n`);
  t.end();
});
