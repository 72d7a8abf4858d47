import ipaddr from "ipaddr.js";
import type { EgressRule, EgressTarget } from "./egress-list.ts";

/** Whether a denial takes away all that a grant gives: it wins, so such a grant would change nothing. */
export function covers(denial: EgressRule, grant: EgressRule): boolean {
  const isPort = denial.port === undefined || denial.port === grant.port;
  return isPort && holdsAll(denial.target, grant.target);
}

function holdsAll(wide: EgressTarget, narrow: EgressTarget): boolean {
  switch (wide.kind) {
    case "name":
      return narrow.kind === "name" && narrow.name === wide.name;
    case "below":
      if (narrow.kind === "below" && narrow.name === wide.name) return true;
      return (
        (narrow.kind === "name" || narrow.kind === "below") && narrow.name.endsWith(`.${wide.name}`)
      );
    case "loopback":
      return narrow.kind === "loopback";
    case "addresses": {
      if (narrow.kind !== "addresses" || narrow.bits < wide.bits) return false;
      const [range, address] = [ipaddr.parse(wide.address), ipaddr.parse(narrow.address)];
      return range.kind() === address.kind() && address.match(range, wide.bits);
    }
  }
}
