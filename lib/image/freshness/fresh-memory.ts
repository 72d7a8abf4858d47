import type { Files } from "../../host/files/files.ts";
import { readJsonObject } from "../../json-object.ts";

/** Of an image that was found fresh: what its sources looked like then, and the stamp that they gave. */
export interface FreshMemory {
  readonly sources: string;
  readonly stamp: string;
}

export interface MemoryHost {
  readonly settings: { readonly cacheDirectory: string };
  readonly files: Files;
}

function memoryPath(host: MemoryHost, tag: string): string {
  return `${host.settings.cacheDirectory}/fresh/${tag.replaceAll(/[/:]/g, "_")}.json`;
}

/** Whether an image of this stamp was found fresh before, with sources that look the same: then none is read again. */
export function isKnownFresh(host: MemoryHost, tag: string, memory: FreshMemory): boolean {
  const known = readJsonObject(host.files.readText(memoryPath(host, tag)));
  return known?.["sources"] === memory.sources && known["stamp"] === memory.stamp;
}

export function rememberFresh(host: MemoryHost, tag: string, memory: FreshMemory): void {
  host.files.makePrivateDirectory(`${host.settings.cacheDirectory}/fresh`);
  host.files.writeWhole(memoryPath(host, tag), JSON.stringify(memory));
}
