import { PaddockError } from "../../errors.ts";
import { readCsvRecord } from "../argv/csv.ts";
import { type Mount, type MountKind, PROPAGATIONS } from "./mount.ts";

/** Reads a `-v` value, `[SOURCE:]DESTINATION[:OPTIONS]`: a source that begins with neither `/` nor `.` is a named volume, none an anonymous one. */
export function readVolume(text: string): Mount {
  const parts = text.split(":");
  const [first = "", second, optionText] = parts;
  if (parts.length > 3) throw invalid("volume", text, "it has more than three parts", COMMAS);
  if (second !== undefined && first === "") throw invalid("volume", text, "its source is empty");
  const source = second === undefined ? undefined : first;
  const destination = absolute("volume", text, second ?? first);
  const options = optionText?.split(",") ?? [];
  const isPath = source !== undefined && /^[/.]/.test(source);
  const kind = isPath ? (options.includes("O") ? "overlay" : "bind") : "volume";
  const named = source === undefined ? {} : { source };
  refuseUnknown("volume", text, options);
  return { kind, ...named, destination, ...readOptions(options), flag: "volume", text };
}

/** Reads a `--tmpfs` value, `DESTINATION[:OPTIONS]`. */
export function readTmpfs(text: string): Mount {
  const [path = "", optionText] = text.split(":");
  const destination = absolute("tmpfs", text, path);
  const options = readOptions(optionText?.split(",") ?? []);
  return { kind: "tmpfs", destination, ...options, flag: "tmpfs", text };
}

const KINDS: ReadonlySet<string> = new Set<MountKind>([
  "bind",
  "glob",
  "volume",
  "tmpfs",
  "ramfs",
  "devpts",
  "image",
  "artifact",
]);

/** Reads a `--mount` value, one CSV record of `name=value` fields; without a type it is a volume (refused before Podman 5.5). */
export function readMount(text: string): Mount {
  const fields = readCsvRecord(text).map(readField);
  const types = fields.filter(({ name }) => name === "type");
  const kind = types[0]?.value ?? "volume";
  if (types.length > 1 || !isKind(kind)) {
    throw invalid("mount", text, "its type is unknown", `Write one of: ${[...KINDS].join(", ")}.`);
  }
  const source = only(text, fields, ["src", "source"]);
  const target = only(text, fields, ["dst", "destination", "target"]);
  const destination = target === undefined ? undefined : absolute("mount", text, target);
  if (destination === undefined && kind !== "glob") {
    throw invalid("mount", text, "it has no destination", "Write dst=/PATH into it.");
  }
  const taken = new Set(["type", "src", "source", "dst", "destination", "target"]);
  const options = fields.filter(({ name }) => !taken.has(name)).flatMap(readMountField);
  if (FROM_HOST.has(kind)) refuseUnknown("mount", text, options);
  // Podman mounts the same path when a bind names no source.
  const from = source ?? (kind === "bind" ? destination : undefined);
  return {
    kind,
    ...(from === undefined ? {} : { source: from }),
    ...(destination === undefined ? {} : { destination }),
    ...readOptions(options, kind === "image"),
    flag: "mount",
    text,
  };
}

interface Field {
  readonly name: string;
  readonly value: string | undefined;
}

function readField(field: string): Field {
  const equals = field.indexOf("=");
  if (equals === -1) return { name: field, value: undefined };
  return { name: field.slice(0, equals), value: field.slice(equals + 1) };
}

function isKind(text: string): text is MountKind {
  return KINDS.has(text);
}

function only(
  text: string,
  fields: readonly Field[],
  names: readonly string[],
): string | undefined {
  const found = fields.filter(({ name }) => names.includes(name));
  if (found.length > 1) throw invalid("mount", text, `it gives ${names.join("/")} twice`);
  const field = found[0];
  if (field !== undefined && !field.value)
    throw invalid("mount", text, `its ${field.name} is empty`);
  return field?.value;
}

/** The spelling that `-v` has for a field of `--mount`. */
function readMountField({ name, value }: Field): string[] {
  switch (name) {
    case "ro":
    case "readonly":
      // Podman reads any other value as if the field were not there: writable.
      return value === undefined || value.toLowerCase() === "true" ? ["ro"] : [];
    case "rw":
      return [isOff(value) ? "ro" : "rw"];
    case "U":
    case "chown":
      return isOff(value) ? [] : ["U"];
    case "relabel":
      return value === "shared" ? ["z"] : value === "private" ? ["Z"] : [`relabel=${value}`];
    case "bind-propagation":
      return [value ?? name];
    default:
      return [value === undefined ? name : `${name}=${value}`];
  }
}

function isOff(value: string | undefined): boolean {
  return value?.toLowerCase() === "false";
}

const PLACED: ReadonlySet<string> = new Set(["ro", "rw", "z", "Z", "U", "O", ...PROPAGATIONS]);

const FROM_HOST: ReadonlySet<string> = new Set(["bind", "glob", "volume"]);
const KNOWN =
  /^(?:r?bind|bind-nonrecursive|(?:no)?(?:exec|suid|dev|copy)|cached|delegated|consistent|no-dereference|idmap|(?:consistency|idmap|upperdir|workdir|subpath|volume-subpath|volume-opt)=.*)$/s;

/** An option that is not known might open anything. */
function refuseUnknown(flag: string, text: string, options: readonly string[]): void {
  const unknown = options.find((option) => !PLACED.has(option) && !KNOWN.test(option));
  if (unknown !== undefined) {
    const why = `its option ${JSON.stringify(unknown)} is unknown`;
    throw invalid(flag, text, why, "See podman-run(1) for the options that there are.");
  }
}

type MountOptions = Pick<Mount, "readOnly" | "chown" | "options" | "propagation" | "relabel">;

function readOptions(options: readonly string[], readOnlyByDefault = false): MountOptions {
  const propagation = options.find((option) => PROPAGATIONS.has(option));
  return {
    readOnly: options.includes("ro") || (readOnlyByDefault && !options.includes("rw")),
    chown: options.includes("U"),
    ...(propagation === undefined ? {} : { propagation }),
    ...(options.includes("Z") ? { relabel: "private" } : {}),
    ...(options.includes("z") ? { relabel: "shared" } : {}),
    options: options.filter((option) => !PLACED.has(option)),
  };
}

function absolute(flag: string, text: string, destination: string): string {
  if (destination.startsWith("/")) return destination;
  throw invalid(flag, text, "its destination is not an absolute path");
}

const COMMAS = "Write SOURCE:DESTINATION:OPTIONS, with commas between the options.";
const PLACES = "See podman-run(1); name a host directory by an absolute path.";

function invalid(flag: string, text: string, why: string, fix = PLACES): PaddockError {
  const message = `--${flag} ${JSON.stringify(text)} cannot be read: ${why}.`;
  return new PaddockError("argv-invalid", message, { fix });
}
