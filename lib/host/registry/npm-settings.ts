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
    await refuseDropped(config);
  } catch (error) {
    if (error instanceof PaddockError) throw error;
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

/** What says which registry is asked, and how. */
const DECISIVE = ["registry", "proxy", "https-proxy"] as const;

/**
 * npm passes over a file that it cannot read, drops a value that it cannot use (`registry=host.example/npm`), and goes on with
 * what is set elsewhere, at last the public registry; here that is a PaddockError. No value is shown: it may hold a credential.
 */
async function refuseDropped(config: Config): Promise<void> {
  for (const { source, loadError } of config.data.values()) {
    const code = errorCode(loadError);
    if (code === undefined || ["ENOENT", "ENOTDIR"].includes(code)) continue;
    throw unusable(`npm's configuration ${String(source)} cannot be read (${code}).`);
  }
  const before = DECISIVE.map((key) => ({ key, place: config.find(key), value: config.get(key) }));
  // npm's own check needs an address here, and says nothing of which setting is none.
  if (!URL.canParse(String(config.get("registry")))) throw noAddress("registry");
  config.validate();
  const dropped = before.find(({ key, place, value }) => value && config.find(key) !== place);
  if (dropped !== undefined) throw noAddress(dropped.key);
  const authorities = config.get("cafile");
  if (typeof authorities !== "string" || authorities === "") return;
  try {
    await readFile(authorities);
  } catch (error) {
    const code = errorCode(error) ?? "no code";
    throw unusable(`npm's cafile ${authorities} cannot be read (${code}).`);
  }
}

function noAddress(key: string): PaddockError {
  const fix = "Write it with its scheme, as https://HOST.";
  return unusable(`npm cannot use the \`${key}\` that is set for it: it is no address.`, fix);
}

function unusable(
  message: string,
  fix = "Make it a file that you can read, or take it out of npm's configuration.",
): PaddockError {
  return new PaddockError("failed", message, { fix });
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
    // Node warns of a file that it cannot read, and goes on.
    if (errorCode(error) !== undefined) return own;
    throw error;
  }
}
