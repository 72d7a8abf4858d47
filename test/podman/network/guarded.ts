import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { runPodman } from "../label-image.ts";
import { acceptedHere } from "../unenforced.ts";
import type { Ended, World } from "../world.ts";
import { writeContainerfile } from "../world.ts";
import type { TestNetwork } from "./test-network.ts";

const SHIPPED = new URL("../../../profiles/", import.meta.url).pathname;

/** How a test's profile differs from a shipped one. */
export interface GuardedOptions {
  /** The text of `LABEL paddock.egress`; undefined for a profile without one. */
  readonly list: string | undefined;
  /** What stands in place of the network's `-T,3128:0\$OPT1`. */
  readonly ports?: string;
  /** The shipped profile that it is made of. */
  readonly from?: "guarded" | "offline" | "default";
}

/**
 * Writes and builds a profile whose label is a shipped one with a list, an image and a home of the test's own. Podman builds
 * it from the default image as it is found: in this network nothing could be built anew.
 */
export async function makeGuarded(
  world: World,
  name: string,
  { list, ports, from = "guarded" }: GuardedOptions,
): Promise<void> {
  const shipped = readFileSync(`${SHIPPED}${from}/Containerfile`, "utf8");
  const label = shipped
    .slice(shipped.indexOf("LABEL run="))
    .replace(/\n\nUSER ai\n$/, "\n")
    .replaceAll(/localhost\/paddock:\w+/g, `localhost/paddock:${name}`)
    .replace(/homes\/\w+/, `homes/test-${world.name}`)
    .replace("--rm -it", `--rm -it --label paddock.test=${world.name}`)
    .replace("-T,3128:0\\$OPT1", ports ?? "-T,3128:0\\$OPT1");
  const lines = [
    "FROM localhost/paddock:latest",
    `LABEL paddock.test=${world.name}`,
    ...(list === undefined ? [] : [`LABEL paddock.egress="${list}"`]),
    label,
  ];
  const file = writeContainerfile(world, name, lines.join("\n"));
  const build = ["build", "--quiet", "--pull=never", "--label", `paddock.profile=${name}`];
  const tag = ["--tag", `localhost/paddock:${name}`, "--file", file, `${world.profiles}/${name}`];
  const built = await runPodman([...build, ...tag]);
  if (built.status !== 0) throw new Error(built.stderr);
}

/** The words of a launch of such a profile under crun. */
export function runWords(name: string, command: readonly string[]): readonly string[] {
  return ["run", name, "--no-build", "--runtime", "crun", ...acceptedHere(), "--", ...command];
}

/** Runs a command in such a profile's sandbox to its end. */
export async function inGuarded(
  world: World,
  name: string,
  command: readonly string[],
): Promise<Ended> {
  return await world.paddock(runWords(name, command));
}

/** Puts what the sandboxes of a test need into its workspace: the authority of the test's servers, and the probe. */
export function fillWorkspace(world: World, network: TestNetwork): void {
  copyFileSync(network.authority, `${world.workspace}/ca.pem`);
  writeFileSync(`${world.workspace}/probe.mjs`, PROBE);
}

/** What a sandbox reaches by itself, past every proxy variable; the answers are `yes` or `no`. */
export type Reach = Readonly<Record<string, "yes" | "no">>;

/** The command that prints the reach of each place: an address for HTTP, or `dns:SERVER` and `dns:` for the system's own. */
export function probe(places: Readonly<Record<string, string>>): readonly string[] {
  return ["node", "probe.mjs", JSON.stringify(places)];
}

const PROBE = `import { lookup, Resolver } from "node:dns/promises";
import { request } from "node:http";

async function reaches(place) {
  if (place === "dns:") return (await lookup("allowed.paddock.test")).address;
  if (place.startsWith("dns:")) {
    const resolver = new Resolver({ timeout: 1500, tries: 1 });
    resolver.setServers([place.slice(4)]);
    return await resolver.resolve4("allowed.paddock.test");
  }
  await new Promise((resolve, reject) => {
    const asked = request(place, { agent: false, timeout: 2000 }, (answer) => resolve(answer.resume()));
    asked.on("timeout", () => asked.destroy(new Error("timed out"))).on("error", reject).end();
  });
}

const places = Object.entries(JSON.parse(process.argv[2]));
const found = places.map(async ([name, place]) => {
  const late = new Promise((_, reject) => setTimeout(reject, 4000, new Error("late")));
  return [name, await Promise.race([reaches(place), late]).then(() => "yes", () => "no")];
});
console.log(JSON.stringify(Object.fromEntries(await Promise.all(found))));
process.exit();
`;
