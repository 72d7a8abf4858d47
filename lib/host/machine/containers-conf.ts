import type { Host } from "../host.ts";

type ConfHost = Pick<Host, "settings" | "files">;

/** The texts of containers.conf(5) that count for this user, the strongest first. */
export function containersConf(host: ConfHost): readonly string[] {
  const { home, storageVariables } = host.settings;
  const { CONTAINERS_CONF: only, CONTAINERS_CONF_OVERRIDE: last } = storageVariables;
  const own = storageVariables["XDG_CONFIG_HOME"] || `${home}/.config`;
  const places = only
    ? [only]
    : [
        ...fileAndFragments(host, `${own}/containers`),
        ...fileAndFragments(host, "/etc/containers"),
        "/usr/share/containers/containers.conf",
      ];
  return [...(last ? [last] : []), ...places].flatMap((path) => host.files.readText(path) ?? []);
}

// Fragments count for more than the file beside them, and later ones for more than earlier ones.
function fileAndFragments(host: ConfHost, folder: string): readonly string[] {
  const fragments = host.files.list(`${folder}/containers.conf.d`) ?? [];
  return [
    ...fragments
      .filter((name) => name.endsWith(".conf"))
      .toReversed()
      .map((name) => `${folder}/containers.conf.d/${name}`),
    `${folder}/containers.conf`,
  ];
}

/** A text setting such as `cgroup_manager = "cgroupfs"`: one line of TOML, as Podman's documentation writes it; names are unique among the tables that matter here. */
export function confText(texts: readonly string[], name: string): string | undefined {
  const line = new RegExp(`^\\s*${name}\\s*=\\s*(["'])(?<value>.*?)\\1`, "m");
  for (const text of texts) {
    const value = line.exec(text)?.groups?.["value"];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A list of paths such as `krun = ["/path", ...]`, of every text that has one. */
export function confPaths(texts: readonly string[], name: string): readonly string[] {
  const list = new RegExp(`^\\s*${name}\\s*=\\s*\\[(?<paths>[^\\]]*)\\]`, "m");
  return texts.flatMap((text) =>
    [...(list.exec(text)?.groups?.["paths"] ?? "").matchAll(/["']([^"']+)["']/g)].flatMap(
      ([, path]) => path ?? [],
    ),
  );
}
