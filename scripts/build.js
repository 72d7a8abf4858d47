// Builds dist/: the library with tsc (one module a file, with types), the program with esbuild (few files, quick to load).
import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
rmSync("dist", { recursive: true, force: true });
execFileSync("node_modules/.bin/tsc", ["--project", "tsconfig.build.json"], { stdio: "inherit" });
await build({
  entryPoints: { paddock: "bin/paddock.ts" },
  outdir: "dist/bin",
  bundle: true,
  splitting: true,
  minifySyntax: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  chunkNames: "chunks/[name]-[hash]",
  banner: {
    // CommonJS packages in the bundle ask for Node's modules with require().
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});
chmodSync("dist/bin/paddock.js", 0o755);
