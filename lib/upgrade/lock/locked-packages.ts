import { isJsonObject, isTextMap, type JsonObject } from "../../json-object.ts";

/** A package that another one of a lock names and that the lock does not hold. */
export interface AbsentPackage {
  readonly name: string;
  /** The version or range that is asked for, or `npm:<package>@<version>`. */
  readonly spec: string;
  readonly isOptional: boolean;
}

/** The entries of a package-lock.json of version 3 by their folder, the root under the empty text; undefined where it is none. */
export function lockedPackages(lock: JsonObject): ReadonlyMap<string, JsonObject> | undefined {
  const { packages, lockfileVersion } = lock;
  if (lockfileVersion !== 3 || !isJsonObject(packages)) return undefined;
  const entries = Object.entries(packages);
  const found = entries.flatMap(([path, entry]) =>
    isJsonObject(entry) ? [[path, entry] as const] : [],
  );
  return found.length === entries.length ? new Map(found) : undefined;
}

/** The name under which a folder of node_modules is asked for. */
export function nameOfPath(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** What the packages of a lock ask for without finding it in the lock, each name once; `npm ci` of npm 11 refuses a lock that lacks any. */
export function absentPackages(packages: ReadonlyMap<string, JsonObject>): AbsentPackage[] {
  const absent = new Map<string, AbsentPackage>();
  for (const [path, entry] of packages) {
    for (const isOptional of [false, true]) {
      const wanted = entry[isOptional ? "optionalDependencies" : "dependencies"];
      for (const [name, spec] of Object.entries(isTextMap(wanted) ? wanted : {})) {
        const isFound = places(path, name).some((place) => packages.has(place));
        const isRequired = absent.get(name)?.isOptional === false;
        if (!isFound && !isRequired) absent.set(name, { name, spec, isOptional });
      }
    }
  }
  return [...absent.values()];
}

/** Where Node looks for a package that the one in folder `path` asks for, the nearest first. */
function places(path: string, name: string): string[] {
  const found: string[] = [];
  let folder = path;
  while (folder !== "") {
    found.push(`${folder}/node_modules/${name}`);
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1));
  }
  return [...found, `node_modules/${name}`];
}
