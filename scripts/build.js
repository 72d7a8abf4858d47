// Builds dist/: the library with tsc (one module a file, with types), the program with esbuild (few files, quick to load).
import { execFileSync } from "node:child_process";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// yargs asks for these only when it prints help, or never; to load them costs every other start a third of its time.
const lazyForYargs = {
  name: "lazy-for-yargs",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:cliui|string-width|assert)$/ }, ({ path, importer, namespace }) =>
      namespace === "file" && importer.includes("/platform-shims/")
        ? { path, namespace: "lazy", pluginData: importer }
        : undefined,
    );
    onLoad({ filter: /^assert$/, namespace: "lazy" }, () => ({
      contents: ["notStrictEqual", "strictEqual"]
        .map((name) => `exports.${name} = (...words) => require("node:assert").${name}(...words);`)
        .join("\n"),
    }));
    onLoad({ filter: /.*/, namespace: "lazy" }, ({ path, pluginData }) => ({
      contents: `module.exports = (...words) => require(${JSON.stringify(path)}).default(...words);`,
      resolveDir: dirname(pluginData),
    }));
  },
};

// These stay beside the program: it is loaded by the doorbell once the compile cache is on, and it loads execa, with the many
// modules of Node that execa asks for, only when it starts a child whose output it reads, what asks registries for upgrades, chokidar for a watch,
// what checks, what proves, and the egress proxy for a sandbox with an egress list.
const besideIt = {
  name: "beside-it",
  setup({ onResolve }) {
    onResolve(
      {
        filter:
          /^(?:[./]+\/(?:program|run-upgrade|run-check|run-doctor|run-prove|run-egress|egress\/egress-session)\.ts|execa|chokidar)$/,
      },
      ({ path, kind }) =>
        kind === "entry-point"
          ? undefined
          : { path: `./${basename(path, ".ts")}.js`, external: true },
    );
  },
};

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
rmSync("dist", { recursive: true, force: true });
execFileSync("node_modules/.bin/tsc", ["--project", "tsconfig.build.json"], { stdio: "inherit" });
// CommonJS, whatever the sources are: a Node without a snapshot of its own modules (Debian's) takes twice as long over the others.
const program = {
  outdir: "dist/bin",
  bundle: true,
  minifyWhitespace: true,
  minifySyntax: true,
  format: "cjs",
  platform: "node",
  target: "node20.19",
  supported: { "dynamic-import": false },
  define: {
    "import.meta.resolve": "resolvePackage",
    "import.meta.url": "ownUrl",
    // yargs asks at once, which opens a stream, and is told how wide its help may be anyway.
    "process.stdout.columns": "undefined",
  },
  banner: {
    js: `const ownUrl = require("node:url").pathToFileURL(__filename).href;
const resolvePackage = () => new URL("../../package.json", ownUrl).href;`,
  },
};
// One file each: a further file costs a start more than the code in it that is not evaluated.
await build({
  ...program,
  entryPoints: ["bin/program.ts"],
  plugins: [lazyForYargs, besideIt],
});
await build({
  ...program,
  entryPoints: { paddock: "bin/paddock.ts", execa: "execa", chokidar: "chokidar" },
  plugins: [besideIt],
});
await build({
  ...program,
  entryPoints: [
    "lib/egress/egress-session.ts",
    "lib/commands/run-egress.ts",
    "lib/commands/run-check.ts",
    "lib/commands/run-prove.ts",
  ],
  entryNames: "[name]",
  plugins: [besideIt],
});
// npm's own libraries stay packages: they find their data beside themselves.
await build({
  ...program,
  entryPoints: ["lib/commands/run-upgrade.ts", "lib/commands/run-doctor.ts"],
  packages: "external",
  plugins: [besideIt],
});
writeFileSync("dist/bin/package.json", '{ "type": "commonjs" }\n');
chmodSync("dist/bin/paddock.js", 0o755);
