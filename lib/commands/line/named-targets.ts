import type { NetworkPlace } from "../../control/control.ts";
import { PaddockError } from "../../errors.ts";
import type { NamedTarget } from "../../prove/plan-targets.ts";

const PLACES = ["internet", "lan", "metadata"] as const satisfies readonly NetworkPlace[];

/** Reads `--target PLACE=ADDRESS:PORT` words; an IPv6 address stands in brackets. */
export function readNamedTargets(words: readonly string[]): readonly NamedTarget[] {
  return words.map((word) => {
    const match =
      /^(?<place>[a-z]+)=(?:\[(?<ipv6>[\da-fA-F:.]+)\]|(?<ipv4>\d+(?:\.\d+){3})):(?<port>\d{1,5})$/.exec(
        word,
      );
    const place = PLACES.find((each) => each === match?.groups?.["place"]);
    const port = Number(match?.groups?.["port"]);
    const address = match?.groups?.["ipv6"] ?? match?.groups?.["ipv4"];
    if (place === undefined || address === undefined || !(port > 0 && port < 65_536)) {
      throw new PaddockError("usage", `--target ${JSON.stringify(word)} names no place to try.`, {
        fix: `Write PLACE=ADDRESS:PORT with ${PLACES.join(", ")} as the place and an IP address.`,
      });
    }
    return { place, address, port };
  });
}
