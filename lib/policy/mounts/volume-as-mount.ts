import { PaddockError } from "../../errors.ts";
import { csvField } from "../argv/csv.ts";
import { PROPAGATIONS } from "./mount.ts";

/**
 * The `--mount` spelling of a `-v` value whose paths are still hidden; `show` puts them in, after the author's colons have been read.
 * @throws PaddockError("refused") for an option that `--mount` has no word for.
 */
export function volumeAsMount(masked: string, show: (masked: string) => string): string {
  const parts = masked.split(":");
  const [first = "", second, optionText] = parts;
  if (parts.length > 3) {
    throw new PaddockError("argv-invalid", "A -v value has more than three parts.", {
      fix: "Write -v SOURCE:DESTINATION:OPTIONS.",
    });
  }
  const source = second === undefined ? undefined : show(first);
  const isPath = source !== undefined && /^[/.]/.test(source);
  const fields = [
    `type=${isPath ? "bind" : "volume"}`,
    ...(source === undefined ? [] : [`src=${source}`]),
    `dst=${show(second ?? first)}`,
    ...(optionText?.split(",") ?? []).flatMap(asMountOption),
  ];
  return fields.map(csvField).join(",");
}

// As Podman 5.4.2 reads them: every pair gives the same mount in `podman inspect`.
const SPELLINGS: Readonly<Record<string, string>> = {
  ro: "ro=true",
  rw: "rw=true",
  z: "relabel=shared",
  Z: "relabel=private",
  U: "U=true",
  bind: "bind-nonrecursive",
};
const SAME = /^(?:(?:no)?(?:exec|suid|dev)|no-dereference|idmap(?:=[^\0]*)?)$/;

function asMountOption(option: string): string[] {
  if (PROPAGATIONS.has(option)) return [`bind-propagation=${option}`];
  if (Object.hasOwn(SPELLINGS, option)) return [SPELLINGS[option] ?? option];
  if (SAME.test(option)) return [option];
  // The default, and what Podman takes for Docker's sake and drops.
  if (/^(?:rbind|cached|delegated|consistent)$/.test(option)) return [];
  throw new PaddockError(
    "refused",
    `This directory's name holds a colon, so it needs --mount, which has no word for the option ${JSON.stringify(option)} of -v.`,
    { fix: "Rename the directory, or take the option out of the label." },
  );
}
