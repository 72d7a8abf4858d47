import ipaddr from "ipaddr.js";
import type { EgressList, EgressRule } from "./egress-list.ts";

/** Whether an address may be connected to, once the name that led to it was allowed. */
export type AddressVerdict =
  | { readonly kind: "public" }
  | { readonly kind: "granted"; readonly rule: EgressRule }
  | { readonly kind: "refused"; readonly why: string };

// Clouds answer there with credentials; the last is Azure's, in public space.
const METADATA = new Set(["100.100.100.200", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254"]);

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

const MAPPED = "an IPv4 address in the form of an IPv6 one";

const NEVER: Readonly<Record<string, string>> = {
  linkLocal: "a link-local address, as clouds have for metadata",
  multicast: "an address of many machines",
  broadcast: "an address of many machines",
  unspecified: "an address of this machine",
  // Granted by localhost:PORT alone, so that the list says what it opens.
  loopback: "an address of this machine's loopback",
  // Which machine answers there is for others to say, and may be this one.
  ipv4Mapped: MAPPED,
  rfc6145: MAPPED,
  rfc6052: `${MAPPED} (NAT64)`,
  "6to4": `${MAPPED} (6to4)`,
  teredo: `${MAPPED} (Teredo)`,
};

const NOT_PUBLIC: Readonly<Record<string, string>> = {
  private: "a private address",
  uniqueLocal: "a private address",
  deprecatedSiteLocal: "a private address",
  carrierGradeNat: "an address of a provider's own network",
};

/** What an address is that nothing may reach, whatever the list says; undefined for all others. */
export function neverReached(address: string): string | undefined {
  if (METADATA.has(address)) return "an address of a cloud's metadata";
  return NEVER[ipaddr.parse(address).range()];
}

/**
 * Judges one address that a name was resolved to, or that was asked for itself. Public ones pass; any other must be in
 * the list as an address, with that port. `own` holds the host's own addresses, whose services are not the internet: only a
 * word for that very one grants it. As ranges (`2001:db8::/64`) it holds networks that the host stands in, whose hosts are
 * neighbours though every address of IPv6 is public.
 */
export function judgeAddress(
  list: EgressList,
  { address, port, own }: { address: string; port: number; own: ReadonlySet<string> },
): AddressVerdict {
  // An answer of a name resolver, so never a short or octal form.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) {
    return { kind: "refused", why: "no address" };
  }
  const never = neverReached(ipaddr.parse(address).toString());
  if (never !== undefined) return { kind: "refused", why: never };
  const denial = addressRule(list.deny, address, port);
  if (denial !== undefined) return { kind: "refused", why: `denied by !${denial.word}` };
  const isOwn = own.has(ipaddr.parse(address).toString());
  const rule = addressRule(isOwn ? list.allow.filter(isOneAddress) : list.allow, address, port);
  if (rule !== undefined) return { kind: "granted", rule };
  if (isOwn) return { kind: "refused", why: "an address of this machine" };
  const why = notPublic(address) ?? nearby(address, own);
  return why === undefined ? { kind: "public" } : { kind: "refused", why };
}

function isOneAddress({ target }: EgressRule): boolean {
  if (target.kind !== "addresses") return false;
  return target.bits === (ipaddr.parse(target.address).kind() === "ipv4" ? 32 : 128);
}

function nearby(address: string, own: ReadonlySet<string>): string | undefined {
  const parsed = ipaddr.parse(address);
  const isIn = (range: string): boolean => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  };
  const found = [...own].some((each) => each.includes("/") && isIn(each));
  return found ? "an address of this machine's own network" : undefined;
}

/** The first rule that names the address itself, for that port. */
export function addressRule(
  rules: readonly EgressRule[],
  address: string,
  port: number,
): EgressRule | undefined {
  const parsed = ipaddr.parse(address);
  return rules.find(({ target, port: granted }) => {
    if (target.kind !== "addresses" || (granted !== undefined && granted !== port)) return false;
    const range = ipaddr.parse(target.address);
    return range.kind() === parsed.kind() && parsed.match(range, target.bits);
  });
}

function notPublic(address: string): string | undefined {
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range !== "unicast") return NOT_PUBLIC[range] ?? "a reserved address";
  if (!(parsed instanceof ipaddr.IPv6)) return undefined;
  if (!parsed.match(GLOBAL_UNICAST)) return "a reserved address";
  // ISATAP: the last half spells an IPv4 address.
  const [, , , , fifth = 0, sixth] = parsed.parts;
  const isatap = (fifth & 0xfcff) === 0 && sixth === 0x5efe;
  return isatap ? `${MAPPED} (ISATAP)` : undefined;
}
