#!/usr/bin/env node
import * as module from "node:module";
import { homedir } from "node:os";

// Where Node can keep compiled code it loads in half the time; in the user's own cache, never in a shared /tmp.
const cache = `${process.env["XDG_CACHE_HOME"] ?? `${homedir()}/.cache`}/paddock/compiled`;
if ("enableCompileCache" in module && typeof module.enableCompileCache === "function") {
  module.enableCompileCache(cache);
  void import("./program.ts");
} else {
  void import("../lib/host/load-compiled.ts").then(({ loadCompiled }) =>
    loadCompiled(`${__dirname}/program.js`, cache),
  );
}
