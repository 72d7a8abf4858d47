import { lookup } from "node:dns/promises";

/** All addresses of a name, as the machine's own programs would get them (its hosts file included). */
export async function resolveName(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}
