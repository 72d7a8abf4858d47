import t from "tap";
import { resolveSettings } from "../../lib/host/settings.ts";
import type { Settings } from "../../lib/host/settings.ts";

function settings(environment: Readonly<Record<string, string | undefined>>): Settings {
  return resolveSettings(
    {
      environment,
      home: "/home/ann",
      user: "ann",
      uid: 1000,
      workingDirectory: "/home/ann/x",
      shippedProfiles: "/lib/profiles",
      platform: "linux",
      version: "1.2.3",
      program: ["/usr/bin/node", "/lib/dist/bin/paddock.js"],
    },
    { realPath: (path) => path, facts: () => undefined, may: () => false },
  );
}

const rows: readonly [
  name: string,
  environment: Record<string, string>,
  expected: Partial<Settings>,
][] = [
  [
    "nothing set",
    {},
    {
      configDirectory: "/home/ann/.config/paddock",
      dataHome: "/home/ann/.local/share",
      stateDirectory: "/home/ann/.local/state/paddock",
      cacheDirectory: "/home/ann/.cache/paddock",
      profilesVariable: undefined,
      runtimeDirectory: undefined,
      podmanVariable: undefined,
      certificateAuthorities: undefined,
      searchPath: [],
    },
  ],
  [
    "everything set",
    {
      XDG_CONFIG_HOME: "/c",
      XDG_DATA_HOME: "/d",
      XDG_STATE_HOME: "/s",
      XDG_CACHE_HOME: "/k",
      XDG_RUNTIME_DIR: "/r",
      PADDOCK_PROFILES: "/p:/q",
      PADDOCK_PODMAN: "/bin/podman",
      PADDOCK_CA: "/ca.pem",
    },
    {
      configDirectory: "/c/paddock",
      dataHome: "/d",
      stateDirectory: "/s/paddock",
      cacheDirectory: "/k/paddock",
      runtimeDirectory: "/r",
      profilesVariable: "/p:/q",
      podmanVariable: "/bin/podman",
      certificateAuthorities: "/ca.pem",
    },
  ],
  [
    "empty counts as unset",
    {
      XDG_CONFIG_HOME: "",
      XDG_RUNTIME_DIR: "",
      PADDOCK_PROFILES: "",
      PADDOCK_PODMAN: "",
      PADDOCK_CA: "",
    },
    {
      configDirectory: "/home/ann/.config/paddock",
      runtimeDirectory: undefined,
      profilesVariable: undefined,
      podmanVariable: undefined,
      certificateAuthorities: undefined,
    },
  ],
  [
    "a relative XDG folder is none, as the XDG rules have it",
    { XDG_CONFIG_HOME: "c", XDG_STATE_HOME: "./s" },
    {
      configDirectory: "/home/ann/.config/paddock",
      stateDirectory: "/home/ann/.local/state/paddock",
    },
  ],
  [
    "F18 relative and empty entries of PATH are left out",
    { PATH: ".:node_modules/.bin::/usr/bin:/bin" },
    { searchPath: ["/usr/bin", "/bin"] },
  ],
  [
    "F18 entries of PATH in the workspace and in the agents' homes are left out",
    {
      PATH: "/home/ann/x/node_modules/.bin:/home/ann/.local/share/paddock/homes/default/.local/bin:/home/ann/x:/home/ann/.local/bin:/home/ann/xy/bin:/usr/bin",
    },
    { searchPath: ["/home/ann/.local/bin", "/home/ann/xy/bin", "/usr/bin"] },
  ],
];
for (const [name, environment, expected] of rows) {
  t.match(settings(environment), expected, name);
  for (const [key, value] of Object.entries(expected)) {
    if (value === undefined)
      t.equal(
        Object.entries(settings(environment)).find(([k]) => k === key)?.[1],
        undefined,
        `${name}: ${key}`,
      );
  }
}

t.ok(Object.isFrozen(settings({})), "nothing below changes them");
t.not(
  JSON.stringify(settings({ CONTAINERS_STORAGE_CONF: "/other" }).storageVariables),
  JSON.stringify(settings({}).storageVariables),
  "another storage is told apart",
);
