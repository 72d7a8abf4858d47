import { mkdirSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import t from "tap";
import { PaddockError } from "../../lib/errors.ts";
import type { Policy } from "../../lib/policy/policy.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";
import { loadLabels, runPodman } from "./label-image.ts";

t.setTimeout(0);
const runs = Number(process.env["PADDOCK_FUZZ_RUNS"] ?? 100);
const seed = Number(process.env["PADDOCK_FUZZ_SEED"] ?? Date.now() % 1_000_000);
const image = "localhost/paddock-read-policy:latest";
const folder = t.testdir({ a: {}, b: {} });

t.before(async () => {
  await loadLabels(folder, image, {});
  mkdirSync(join(folder, "a,b"), { recursive: true });
});

interface Facts {
  readonly Config: {
    readonly Cmd: readonly string[];
    readonly Env: readonly string[];
    readonly Hostname: string;
    readonly Labels: Readonly<Record<string, string>> | null;
    readonly OpenStdin: boolean;
    readonly Tty: boolean;
    readonly WorkingDir: string;
  };
  readonly HostConfig: {
    readonly AutoRemove: boolean;
    readonly CapAdd: readonly string[];
    readonly Init?: boolean;
    readonly NetworkMode: string;
    readonly Privileged: boolean;
    readonly ReadonlyRootfs: boolean;
    readonly Tmpfs: Readonly<Record<string, string>>;
  };
  readonly Mounts: readonly {
    readonly Source: string;
    readonly Destination: string;
    readonly RW: boolean;
  }[];
}

/** What Podman makes of an argv, or undefined where it refuses to read it. */
async function factsOf(argv: readonly string[]): Promise<Facts | undefined> {
  const created = await runPodman(["create", ...argv.slice(2)], folder);
  if (created.status !== 0) return undefined;
  const id = created.stdout.trim();
  const told = await runPodman(["inspect", id], folder);
  await runPodman(["rm", "--force", "--volumes", id], folder);
  const [facts]: Facts[] = JSON.parse(told.stdout);
  return facts;
}

function policyOf(argv: readonly string[]): Policy | undefined {
  try {
    return readPolicy(argv);
  } catch (error) {
    if (error instanceof PaddockError && error.code === "argv-invalid") return undefined;
    throw error;
  }
}

function lastOf<Item>(items: readonly Item[], name: (item: Item) => string): Map<string, Item> {
  return new Map(items.map((item) => [name(item), item]));
}

/** What both tell, in one form. */
function fromPolicy(policy: Policy) {
  const labels = [...lastOf(policy.labels, ({ name }) => name).values()];
  const binds = policy.mounts.filter(({ kind }) => kind === "bind");
  return {
    command: policy.command,
    labels: Object.fromEntries(labels.map(({ name, value = "" }) => [name, value])),
    a: lastOf(policy.environment.set, ({ name }) => name).get("A")?.value,
    hostname: policy.hostname || undefined,
    stdin: policy.terminal.interactive,
    tty: policy.terminal.tty,
    workdir: policy.workdir || "/",
    remove: policy.remove,
    init: policy.init,
    privileged: policy.privileged,
    readOnlyRoot: policy.readOnlyRoot,
    network: policy.networks[0]?.mode ?? "pasta",
    capabilities: [...new Set(policy.capabilities.add)].toSorted(),
    binds: binds
      .map(({ source, destination, readOnly }) => `${source}>${destination} ${readOnly}`)
      .toSorted(),
    tmpfs: policy.mounts
      .filter(({ kind }) => kind === "tmpfs")
      .map(({ destination = "" }) => destination)
      .toSorted(),
  };
}

function fromFacts(
  { Config, HostConfig, Mounts }: Facts,
  policy: Policy,
): ReturnType<typeof fromPolicy> {
  return {
    command: Config.Cmd ?? [],
    labels: Config.Labels ?? {},
    a: Config.Env.findLast((setting) => setting.startsWith("A="))?.slice(2),
    // Without --hostname Podman makes one up.
    hostname: policy.hostname ? Config.Hostname : undefined,
    stdin: Config.OpenStdin,
    tty: Config.Tty,
    workdir: Config.WorkingDir,
    remove: HostConfig.AutoRemove,
    init: HostConfig.Init ?? false,
    privileged: HostConfig.Privileged,
    readOnlyRoot: HostConfig.ReadonlyRootfs,
    network: HostConfig.NetworkMode,
    capabilities: HostConfig.CapAdd.map((name) => name.replace(/^CAP_/, "")).toSorted(),
    binds: Mounts.map(
      ({ Source, Destination, RW }) => `${Source}>${Destination} ${!RW}`,
    ).toSorted(),
    tmpfs: Object.keys(HostConfig.Tmpfs).toSorted(),
  };
}

const booleans = fc.constantFrom("", "", "=true", "=false", "=0", "=T", "=yes", "=");
const options = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("--rm", "--tty", "--interactive", "--read-only", "--init", "--privileged"),
      booleans,
    )
    .map(([flag, value]) => [flag + value]),
  fc
    .tuple(fc.constantFrom("-i", "-t", "-it", "-ti"), booleans)
    .map(([flag, value]) => [flag + value]),
  fc.constantFrom(
    ["-itw", "/tmp"],
    ["-iw/var"],
    ["-w=/x"],
    ["--workdir", "/y"],
    ["-e", "A=1"],
    ["-eA=2=3"],
    ["-e=A=4"],
    ["--env=A="],
    ["-e", "--rm"],
    ["--label", "l=1"],
    ["-ll=2"],
    ["-l", "m"],
    ["-h", "host"],
    ["--hostname=other"],
    ["--cap-add=NET_ADMIN,cap_sys_ptrace"],
    ["--cap-add", '"NET_RAW","SYS_TIME"'],
    ['--cap-add=a"b'],
    ["--net=none"],
    ["--network", "none"],
    ["--tmpfs", "/t:rw,size=1m"],
    ["-v", `${folder}/a:/a`],
    ["-v", `${folder}/b:/b:ro,z`],
    [`-v${folder}/a,b:/c`],
    ["--mount", `type=bind,src=${folder}/a,dst=/d,ro=1`],
    ["--mount", `type=bind,src=${folder}/a,dst=/e,readonly`],
    ["--mount", `type=bind,"src=${folder}/a,b",dst=/f,rw=false`],
    ["--mount", `type=bind,src=${folder}/a,b,dst=/g`],
    ["--no-such-flag"],
    ["--REad-only"],
    ["-z"],
    ["--"],
    ["-"],
    ["---rm"],
    ["--=a"],
    [""],
  ),
);
const argvs = fc.tuple(
  fc.array(options, { maxLength: 5 }),
  fc.array(fc.constantFrom("sh", "--rm", "--", "-it", "")),
);

// A flag that both lists hold twice, or a mount point, is refused by Podman after it has read it.
function isClash(policy: Policy): boolean {
  const places = policy.mounts.map(({ destination = "" }) => destination);
  return new Set(places).size !== places.length;
}

t.test(
  `${runs} argvs mean to Podman what the policy says, PADDOCK_FUZZ_SEED=${seed}`,
  async (test) => {
    let read = 0;
    for (const [words, command] of fc.sample(argvs, { numRuns: runs, seed })) {
      const argv = ["podman", "run"].concat(...words, image, command);
      const policy = policyOf(argv);
      const shown = JSON.stringify(argv);
      // What ends the flags early makes another word the image: Podman would look for it elsewhere.
      if (policy !== undefined && (policy.image !== image || isClash(policy))) continue;
      const facts = await factsOf(argv);
      test.equal(facts === undefined, policy === undefined, `read or not: ${shown}`);
      if (policy === undefined || facts === undefined) continue;
      read += 1;
      test.same(fromFacts(facts, policy), fromPolicy(policy), shown);
    }
    test.ok(read > runs / 4, `${read} of ${runs} were read`);
  },
);
