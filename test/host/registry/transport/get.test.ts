import t from "tap";
import { fakeRegistry, reply } from "../registry-for-tests.ts";

t.test(
  "D22 only the proxies of the settings count, not what the library reads by itself",
  async (t) => {
    const proxy = await fakeRegistry(t, (_request, response) => reply(response, { status: 200 }));
    const registry = await fakeRegistry(t, (_request, response) =>
      reply(response, { status: 204 }),
    );
    // The library reads the environment when it is loaded.
    process.env["HTTP_PROXY"] = proxy.address;
    delete process.env["http_proxy"];
    const { get } = await import("../../../../lib/host/registry/transport/get.ts");
    const options = { accept: "*/*", sizeLimit: 1000, timeoutMs: 5000 };
    const settings = {
      options: { registry: registry.address },
      proxies: { forHttp: undefined, forHttps: undefined, direct: [] },
      certificateAuthorities: undefined,
    };
    const answer = await get(new URL(`${registry.address}/a`), settings, options);
    t.equal(answer.status, 204);
    t.equal(proxy.seen.length, 0);

    process.env["NO_PROXY"] = registry.host;
    const proxies = { ...settings.proxies, forHttp: proxy.address };
    const through = await get(new URL(`${registry.address}/a`), { ...settings, proxies }, options);
    t.equal(through.status, 200);
    t.equal(proxy.seen.length, 1);
  },
);
