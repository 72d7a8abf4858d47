import t from "tap";
import { judgeEgressText } from "../../../lib/launch/egress/judged-egress.ts";
import { CLOSED_OPTIONS } from "../../../lib/policy/closed-network.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";

const CLOSED = CLOSED_OPTIONS.join(",");
const PROXY = `--http-proxy=false --network pasta:-T,3128:00,${CLOSED}`;
const BOUND = "-o,127.0.0.1,--ipv4-only,--map-guest-addr,none,--dns-host,127.0.0.254";

const HOLDS: ReadonlyArray<readonly [list: string, flags: string]> = [
  ["none", "--network none"],
  ["github", PROXY],
  ["*.example.com:8443 !a.example.com", PROXY],
  ["localhost:11434", `--http-proxy=false --network pasta:-T,11434,${CLOSED}`],
  ["localhost:11434", `--http-proxy=false --network pasta:-T,80:11434,${CLOSED}`],
  ["github localhost:11434", `${PROXY},-T,11434`],
  ["localhost:1 localhost:2", `--http-proxy=false --network pasta:-T,1,-T,2,${CLOSED}`],
];
for (const [list, flags] of HOLDS) {
  t.test(`${list} holds with ${flags}`, async (test) => {
    test.strictSame(judge(list, flags), []);
  });
}

const DOES_NOT: ReadonlyArray<
  readonly [list: string, flags: string, message: RegExp, fix: RegExp]
> = [
  ["none", "", /has a network/, /^Write --network none\.$/],
  ["none", "--network pasta", /has a network/, /none/],
  ["none", `--network pasta:${CLOSED}`, /has a network/, /none/],
  ["none", "--network none --network pasta", /has a network/, /none/],
  [
    "github",
    "--network pasta",
    /past Paddock's proxy/,
    /^Write --network pasta:-T,3128:0\\\$OPT1,--outbound-if4,lo,/,
  ],
  ["github", "", /past Paddock's proxy/, /OPT1/],
  ["github", "--network host", /past Paddock's proxy/, /OPT1/],
  ["github", "--network mine", /past Paddock's proxy/, /OPT1/],
  ["github", `--network pasta:-T,3128:0,${BOUND}`, /past Paddock's proxy/, /outbound-if4/],
  ["github", `${PROXY} --network mine`, /past Paddock's proxy/, /OPT1/],
  ["github", `${PROXY},-o,127.0.0.1`, /past Paddock's proxy/, /OPT1/],
  ["localhost:11434", "--network pasta:-T,11434", /past Paddock's proxy/, /pasta:-T,11434,--/],
  ["github", `--http-proxy=false --network pasta:${CLOSED}`, /no port leads/, /3128:0\\\$OPT1/],
  ["github", `${PROXY},-T,3129:0`, /several ports lead/, /one port/],
  ["github", "--network none", /past Paddock's proxy/, /OPT1/],
  ["localhost:1", `${PROXY},-T,1`, /names no host/, /Take the port with \$OPT1 out/],
  ["github", `${PROXY},-T,5432`, /opens port 5432/, /add localhost:5432/],
  ["github localhost:1", PROXY, /names localhost:1,/, /-T,1/],
  ["github", PROXY.replace("=false", ""), /own proxy variables/, /--http-proxy=false/],
  ["github", `--detach ${PROXY}`, /outlives Paddock's proxy/, /--detach/],
  ["github", `--annotation krun.use_passt=1 ${PROXY}`, /use_passt/, /annotation/],
];
for (const [list, flags, message, fix] of DOES_NOT) {
  t.test(`${list} does not hold with ${flags}`, async (test) => {
    const [finding, ...more] = judge(list, flags);
    test.match(finding, { rule: "egress", severity: "error", message, fix });
    test.strictSame(more, []);
  });
}

t.test("a list that is not understood is refused", async (test) => {
  test.throws(() => judge("everything", PROXY), { code: "label-invalid" });
});

t.test("the proxy stays where hosts are named, and only there", async (test) => {
  const [names, local] = ["  github \t npm ", "localhost:11434"];
  test.match(judged(names, PROXY), { text: "github npm", proxy: true, ports: [{ inside: 3128 }] });
  test.match(judged(local, `--network pasta:-T,11434,${CLOSED}`), { proxy: false });
});

function judged(list: string, flags: string): ReturnType<typeof judgeEgressText> {
  const words = flags.split(" ").filter(Boolean);
  return judgeEgressText(list, readPolicy(["podman", "run", ...words, "image"]));
}

function judge(list: string, flags: string): ReturnType<typeof judgeEgressText>["findings"] {
  return judged(list, flags).findings;
}
