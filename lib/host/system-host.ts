import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readJsonObject } from "../json-object.ts";
import { systemConnections } from "./connections.ts";
import { lockFile } from "./files/file-lock.ts";
import { systemFiles } from "./files/files.ts";
import { canReplace, handOver } from "./process/hand-over.ts";
import type { Host } from "./host.ts";
import { runProcess } from "./process/run-process.ts";
import { resolveSettings } from "./settings.ts";
import { systemTerminal } from "./terminal.ts";

function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    // The directory was deleted while the person stood in it.
    return undefined;
  }
}

function account(): { readonly home: string; readonly user: string } {
  const home = process.env["HOME"];
  try {
    const { homedir, username } = userInfo();
    // $HOME wins, as Podman reads it; a broken one falls back to the user database, never to "/".
    return { home: home?.startsWith("/") === true ? home : homedir, user: username };
  } catch {
    // This user has no entry in the user database: a launch refuses a home that is "/".
    return { home: home?.startsWith("/") === true ? home : "/", user: String(process.getuid?.()) };
  }
}

/** The real world. */
export function systemHost(): Host {
  const packageFile = fileURLToPath(import.meta.resolve("paddock/package.json"));
  const { version } = readJsonObject(readFileSync(packageFile, "utf8")) ?? {};
  const settings = resolveSettings(
    {
      environment: process.env,
      ...account(),
      uid: process.getuid?.() ?? -1,
      workingDirectory: workingDirectory(),
      shippedProfiles: join(dirname(packageFile), "profiles"),
      platform: process.platform,
      version: String(version),
      program: [process.execPath, join(dirname(packageFile), "dist/bin/paddock.js")],
    },
    systemFiles,
  );
  // What Paddock starts looks for its own helpers there. An empty one would mean the directory that a person is in.
  if (settings.searchPath.length > 0) process.env["PATH"] = settings.searchPath.join(":");
  else delete process.env["PATH"];
  return {
    settings,
    files: systemFiles,
    processes: { run: runProcess, handOver, lock: lockFile, canReplace: canReplace() },
    terminal: systemTerminal(process.env),
    connections: systemConnections,
    npm: { environment: process.env, execPath: process.execPath, architecture: process.arch },
    now: () => new Date(),
  };
}
