#!/usr/bin/env node
import * as module from "node:module";
import { homedir } from "node:os";
import { loadCompiled } from "../lib/host/load-compiled.ts";

// Compiled code is kept in the user's own cache, never in a shared /tmp. Apart for run: the first start decides which functions are
// kept, and those that a launch needs must be among them.
const cache = `${process.env["XDG_CACHE_HOME"] ?? `${homedir()}/.cache`}/paddock/compiled`;
const part = process.argv[2] === "run" ? "run" : "others";
// For what the program loads besides, where Node has a cache of its own.
if ("enableCompileCache" in module && typeof module.enableCompileCache === "function") {
  module.enableCompileCache(cache);
}
loadCompiled(`${__dirname}/program.js`, `${cache}/${part}`);
