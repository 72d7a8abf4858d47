import { readFile, realpath } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import Config from "@npmcli/config";
import definitions from "@npmcli/config/lib/definitions/index.js";
import { PaddockError } from "../../errors.ts";
import { errorCode } from "../files/error-code.ts";
import { readProxies } from "./transport/proxy.ts";
import type { Proxies } from "./transport/proxy.ts";

/** What npm's own configuration says about reaching registries; it holds credentials and is never printed. */
export interface NpmSettings {
  /** npm's options as its libraries take them: `registry`, `@scope:registry`, `//host/:_authToken`, ... */
  readonly options: Readonly<Record<string, unknown>>;
  readonly proxies: Proxies;
  /** PEM; undefined leaves Node's own authorities, `NODE_EXTRA_CA_CERTS` among them. */
  readonly certificateAuthorities: readonly string[] | undefined;
}

export interface NpmSettingsSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly execPath: string;
  readonly home: string;
}

/**
 * Reads npm's configuration as `npm --global` does: built in, global and user `.npmrc`, `NPM_CONFIG_*`; never a project's,
 * since the workspace could then name the registry. Settings that npm refuses are a PaddockError.
 */
export async function readNpmSettings(source: NpmSettingsSource): Promise<NpmSettings> {
  const config = new Config({
    ...definitions,
    npmPath: await findNpm(source),
    // npm writes what it read back into the environment.
    env: { ...source.environment, HOME: source.environment["HOME"] || source.home },
    argv: [source.execPath, "npm", "--global"],
    execPath: source.execPath,
    cwd: "/",
    warn: false,
  });
  try {
    await config.load();
    config.validate();
  } catch {
    // The cause may quote a credential.
    throw new PaddockError("failed", "npm's configuration cannot be used.", {
      fix: "Run `npm config fix`, or look at what `npm config list` complains of.",
    });
  }
  const options = Object.freeze({ ...config.flat });
  return Object.freeze({
    options,
    proxies: readProxies(options, source.environment),
    certificateAuthorities: await readAuthorities(options["ca"], source.environment),
  });
}

/** npm keeps its built-in settings beside itself, and where that is only `npm` of `$PATH` tells. */
async function findNpm(source: NpmSettingsSource): Promise<string> {
  for (const directory of (source.environment["PATH"] ?? "").split(delimiter)) {
    if (!isAbsolute(directory)) continue;
    try {
      return resolve(await realpath(join(directory, "npm")), "../..");
    } catch (error) {
      if (!["ENOENT", "ENOTDIR", "EACCES"].includes(errorCode(error) ?? "")) throw error;
    }
  }
  return join(dirname(dirname(source.execPath)), "lib/node_modules/npm");
}

/** A `ca` or `cafile` of npm replaces Node's authorities; those of `NODE_EXTRA_CA_CERTS` would then be lost. */
async function readAuthorities(
  value: unknown,
  environment: NpmSettingsSource["environment"],
): Promise<readonly string[] | undefined> {
  const own = (Array.isArray(value) ? value : [value]).filter(
    (entry): entry is string => typeof entry === "string" && entry !== "",
  );
  if (own.length === 0) return undefined;
  const extra = environment["NODE_EXTRA_CA_CERTS"];
  if (extra === undefined || extra === "") return own;
  try {
    return [...own, await readFile(extra, "utf8")];
  } catch (error) {
    // Node warns of such a file and goes on.
    if (errorCode(error) === "ENOENT") return own;
    throw error;
  }
}
