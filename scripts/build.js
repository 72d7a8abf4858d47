// Builds dist/: the library with tsc (one module a file, with types), the program with esbuild (few files, quick to load).
import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// yargs measures and lays out text only for --help; evaluating that code costs every other start a third of its time.
const lazyLayout = {
  name: "lazy-layout",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:cliui|string-width)$/ }, ({ path, importer, namespace }) =>
      namespace === "file" && importer.includes("/platform-shims/")
        ? { path, namespace: "lazy", pluginData: importer }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "lazy" }, ({ path, pluginData }) => ({
      contents: `module.exports = (...words) => require(${JSON.stringify(path)}).default(...words);`,
      resolveDir: dirname(pluginData),
    }));
  },
};

// The doorbell switches the compile cache on before the program is loaded, so the two are not one file.
const besideIt = {
  name: "beside-it",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/program\.ts$/ }, () => ({ path: "./program.js", external: true }));
  },
};

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
rmSync("dist", { recursive: true, force: true });
execFileSync("node_modules/.bin/tsc", ["--project", "tsconfig.build.json"], { stdio: "inherit" });
const program = {
  outdir: "dist/bin",
  bundle: true,
  minify: true,
  keepNames: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
};
// One file: what a command does not import is not evaluated, and each further file would cost a start more than its code.
await build({
  ...program,
  entryPoints: ["bin/program.ts"],
  plugins: [lazyLayout],
  banner: {
    // CommonJS packages in the bundle ask for Node's modules with require().
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});
await build({ ...program, entryPoints: ["bin/paddock.ts"], plugins: [besideIt] });
chmodSync("dist/bin/paddock.js", 0o755);
