import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import t from "tap";
import type { Test } from "tap";
import { main } from "../../../lib/cli.ts";
import type { Session, SessionEnd } from "../../../lib/host/process/session.ts";
import { CLOSED_OPTIONS } from "../../../lib/policy/closed-network.ts";
import { idOf, inspectCall, VERSION_CALL } from "../../fake-podman.ts";
import { testWorld } from "../../host-for-tests.ts";
import type { World } from "../../host-for-tests.ts";
import { NODE, NODE_IMAGE } from "../../profiles-for-tests.ts";

const TAG = "localhost/paddock:guarded";
const CLOSED = CLOSED_OPTIONS.join(",");
const PROXIED = `--network pasta:-T,3128:0$OPT1,${CLOSED} --env HTTPS_PROXY=http://127.0.0.1:3128`;

interface Guarded {
  readonly list: string;
  readonly flags: string;
  readonly handOver: (session: Session) => Promise<SessionEnd>;
}

function guardedWorld(test: Test, { list, flags, handOver }: Guarded): World {
  const run = `podman run --rm --pull=never --http-proxy=false ${flags} ${TAG}`;
  const labels = { run, "paddock.egress": list };
  const world = testWorld(test, {
    handOver,
    canReplace: true,
    files: {
      "shipped/guarded/Containerfile": `FROM ${NODE}\nLABEL paddock.egress="${list}"\nLABEL run="${run.replaceAll("$", "\\$")}"\n`,
    },
  });
  const image = { id: idOf("e"), labels };
  world.podman.expect(
    VERSION_CALL,
    inspectCall(world.podman, { [NODE]: NODE_IMAGE, [TAG]: image }),
  );
  return world;
}

/** What a launch left where the sandbox looks, and the address of its proxy. */
function readSession({ argv }: Session) {
  const mount = argv.find((word) => word.includes("dst=/run/paddock-proxy")) ?? "";
  const [, folder = "", inside] = /^--mount=type=bind,src=([^,]+),(.*)$/.exec(mount) ?? [];
  const environment = readFileSync(`${folder}/environment`, "utf8");
  const network = argv.find((word) => word.startsWith("pasta:")) ?? "";
  const port = Number(/-T,3128:0(\d+),/.exec(network)?.[1]);
  return { folder, inside, environment, port };
}

async function ask(port: number, authorization?: string): Promise<number | string | undefined> {
  return await new Promise((resolve) => {
    const headers = authorization === undefined ? {} : { "proxy-authorization": authorization };
    request({ host: "127.0.0.1", port, path: "http://denied.test/", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", (error: NodeJS.ErrnoException) => resolve(error.code))
      .end();
  });
}

t.test("a proxy listens while the sandbox runs, its password in a file alone", async (test) => {
  const seen: ReturnType<typeof readSession>[] = [];
  const world = guardedWorld(test, {
    list: "github",
    flags: PROXIED,
    handOver: async (session) => {
      const read = readSession(session);
      seen.push(read);
      const { folder, environment, port } = read;
      const url = /^HTTPS_PROXY='http:\/\/(\w+):([\w-]+)@127\.0\.0\.1:3128'\n$/.exec(environment);
      const [, user, password = ""] = url ?? [];
      test.ok(password.length >= 20, environment);
      test.notMatch(JSON.stringify(session), password);
      test.equal(statSync(folder).mode & 0o055, 0o055, "readable by any user of the sandbox");
      test.equal(statSync(`${folder}/..`).mode & 0o777, 0o700, "and by nobody else");
      test.ok(session.attendance, "Paddock stays");
      test.equal(await ask(port), 407, "without the password");
      const basic = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
      test.equal(await ask(port, basic), 403, "with it, a host that the list does not name");
      return { status: 7 };
    },
  });
  test.equal(await main(["run", "--yes", "guarded"], world.host), 7);
  const [{ folder, inside, port } = { folder: "", inside: "", port: 0 }] = seen;
  test.equal(inside, "dst=/run/paddock-proxy,ro=true,relabel=shared");
  test.notOk(existsSync(`${folder}/..`));
  test.equal(await ask(port), "ECONNREFUSED", "the proxy ends with the sandbox");
  const said = world.said();
  test.match(said, /through Paddock's proxy 3 places: github\.com, /);
  test.match(said, /denied\.test:80\.\nTo allow: add to LABEL paddock\.egress: denied\.test:80\n$/);
});

t.test("each launch has a proxy and a password of its own", async (test) => {
  const seen: ReturnType<typeof readSession>[] = [];
  for (const list of ["github", "npm"]) {
    const world = guardedWorld(test, {
      list,
      flags: PROXIED,
      handOver: async (session) => {
        seen.push(readSession(session));
        return { status: 0 };
      },
    });
    test.equal(await main(["run", "--yes", "guarded"], world.host), 0);
  }
  test.not(seen[0]?.environment, seen[1]?.environment);
});

t.test("a launch that fails leaves no proxy and no folder", async (test) => {
  let port = 0;
  const world = guardedWorld(test, {
    list: "github",
    flags: PROXIED,
    handOver: async (session) => {
      ({ port } = readSession(session));
      throw new Error("the child did not start");
    },
  });
  test.equal(await main(["run", "--yes", "guarded"], world.host), 125);
  test.equal(await ask(port), "ECONNREFUSED");
  const left = readdirSync(world.host.settings.stateDirectory);
  test.strictSame(
    left.filter((name) => name.startsWith("paddock-")),
    [],
  );
});

t.test(
  "one local port needs no proxy, and the sandbox is told where its model is",
  async (test) => {
    const world = guardedWorld(test, {
      list: "localhost:11434",
      flags: `--network pasta:-T,11434,${CLOSED}`,
      handOver: async (session) => {
        const { environment } = readSession(session);
        const url = "http://127.0.0.1:11434";
        test.equal(environment, `OPENAI_BASE_URL='${url}/v1'\nOLLAMA_HOST='${url}'\n`);
        return { status: 0 };
      },
    });
    test.equal(await main(["run", "--yes", "guarded"], world.host), 0);
  },
);

t.test("without a network there is nothing to stay for", async (test) => {
  const world = guardedWorld(test, {
    list: "none",
    flags: "--network none --init",
    handOver: async (session) => {
      test.equal(session.attendance, undefined);
      test.notMatch(session.argv.join(" "), "/run/paddock-proxy");
      return { status: 0 };
    },
  });
  test.equal(await main(["run", "--yes", "guarded"], world.host), 0);
});

t.test("a list beside an open network is refused before anything is started", async (test) => {
  const world = guardedWorld(test, {
    list: "github",
    flags: "--network pasta",
    handOver: async () => {
      throw new Error("started");
    },
  });
  test.equal(await main(["run", "--yes", "guarded"], world.host), 125);
  test.match(
    world.said(),
    /Refused: the label run of guarded: The list paddock\.egress does not hold/,
  );
});
