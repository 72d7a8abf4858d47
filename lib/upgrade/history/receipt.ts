import { isJsonObject } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";
import type { NewPin } from "../release/agent-plan.ts";

/** What was changed for one agent, and what was known of its release; no credential and no address of a registry is in it. */
export interface Receipt {
  /** Counted from 1; the old lock lies in the folder of this name. */
  readonly id: number;
  /** The id of the first receipt that was written with this one. */
  readonly run: number;
  /** ISO. */
  readonly time: string;
  readonly agent: string;
  readonly package: string;
  readonly profile: string;
  /** The file that has the pin. */
  readonly containerfile: string;
  readonly from: NewPin;
  readonly to: NewPin;
  readonly integrity: string;
  readonly signature: string;
  readonly signatureKey?: string;
  readonly provenance: string;
  /** Repository and workflow, where the provenance is "ok". */
  readonly workflow?: string;
}

/** An image that was built for an upgrade; ids of 64 hex digits. */
export interface BuiltImage {
  readonly tag: string;
  readonly before?: string;
  readonly after: string;
}

/** One line of the receipts. */
export type HistoryEvent =
  | ({ readonly event: "upgrade" } & Receipt)
  | {
      readonly event: "built";
      readonly time: string;
      readonly run: number;
      readonly images: readonly BuiltImage[];
    }
  | { readonly event: "undone" | "rolled-back"; readonly time: string; readonly of: number };

/** Reads one line; undefined for one that is none, which a full disk may leave. */
export function readEvent(value: JsonObject): HistoryEvent | undefined {
  const { event, time, run, of, images } = value;
  if (typeof time !== "string") return undefined;
  if (event === "upgrade") return readReceipt(value, time);
  if (event === "built" && typeof run === "number" && Array.isArray(images)) {
    return { event, time, run, images: images.flatMap(readImage) };
  }
  if ((event === "undone" || event === "rolled-back") && typeof of === "number") {
    return { event, time, of };
  }
  return undefined;
}

function readReceipt(value: JsonObject, time: string): HistoryEvent | undefined {
  const { id, run, signatureKey, workflow } = value;
  const from = readPin(value["from"]);
  const to = readPin(value["to"]);
  const text = (key: string): string => (typeof value[key] === "string" ? value[key] : "");
  if (typeof id !== "number" || typeof run !== "number" || !from || !to) return undefined;
  return {
    event: "upgrade",
    id,
    run,
    time,
    agent: text("agent"),
    package: text("package"),
    profile: text("profile"),
    containerfile: text("containerfile"),
    from,
    to,
    integrity: text("integrity"),
    signature: text("signature"),
    ...(typeof signatureKey === "string" ? { signatureKey } : {}),
    provenance: text("provenance"),
    ...(typeof workflow === "string" ? { workflow } : {}),
  };
}

function readPin(value: unknown): NewPin | undefined {
  if (!isJsonObject(value)) return undefined;
  const { version, hash } = value;
  return typeof version === "string" && typeof hash === "string" ? { version, hash } : undefined;
}

function readImage(value: unknown): BuiltImage[] {
  if (!isJsonObject(value)) return [];
  const { tag, before, after } = value;
  if (typeof tag !== "string" || typeof after !== "string") return [];
  return [{ tag, after, ...(typeof before === "string" ? { before } : {}) }];
}
