import type { Asked } from "../../host/machine/asked.ts";
import type { MachineFacts } from "../../host/machine/machine-facts.ts";
import type { RuntimeFacts } from "../../host/machine/runtime.ts";
import { installCommand } from "../install.ts";
import { knownOf } from "../known-versions.ts";
import { passtDay } from "../version.ts";
import type { ComponentRow } from "./component-row.ts";
import { lacking, ok, withKnown } from "./component-row.ts";

/** What starts a sandbox: Podman, its runtimes, and its network. */
export function engineRows(facts: MachineFacts): readonly ComponentRow[] {
  return [podman(facts), crun(facts), krun(facts), pasta(facts)];
}

function podman(facts: MachineFacts): ComponentRow {
  const { podman: version, engine } = facts;
  const install = installCommand(facts, "podman");
  if (!version.known) return lacking("Podman", "unknown", version.why, install);
  const row = engine.known
    ? ok("Podman", `${version.value}, storage ${engine.value.storageDriver || "unknown"}`)
    : lacking("Podman", "unknown", `${version.value}; ${engine.why}`, "podman info");
  const known = knownOf("podman", version.value);
  return withKnown(row, known, `${install}, of 5.1 or later`);
}

function crun(facts: MachineFacts): ComponentRow {
  const install = installCommand(facts, "crun");
  const row = runtime("crun", facts.crun, install);
  if (facts.crun?.known !== true) return row;
  // The others are about virtual machines.
  const known = knownOf("crun", facts.crun.value.version).filter(({ name }) =>
    name.startsWith("cve-"),
  );
  return withKnown(row, known, `${install}, where that gives a later one`);
}

function krun(facts: MachineFacts): ComponentRow {
  const install = installCommand(facts, "krun");
  const row = runtime("krun", facts.krun, install);
  if (facts.krun?.known !== true) return row;
  const { version, features } = facts.krun.value;
  if (!features.includes("LIBKRUN")) {
    const found = `crun ${version}, built without libkrun: it would start an ordinary container`;
    return lacking("krun", "attention", found, install);
  }
  const { libkrun } = facts;
  const library = libkrun?.known === true ? libkrun.value : "of a version that is not told";
  const known = [
    ...knownOf("crun", version),
    ...(libkrun?.known === true ? knownOf("libkrun", libkrun.value) : []),
  ];
  return withKnown(
    { ...row, found: `${row.found}, libkrun ${library}` },
    known,
    `${install}, where that gives a later one`,
  );
}

function runtime(
  name: string,
  facts: Asked<RuntimeFacts> | undefined,
  install: string,
): ComponentRow {
  if (facts === undefined) return lacking(name, "missing", "not installed", install);
  if (!facts.known) return lacking(name, "unknown", facts.why, `${name} --version`);
  const { version, path } = facts.value;
  return ok(name, name === "crun" ? `${version}, ${path}` : `crun ${version}, ${path}`);
}

function pasta(facts: MachineFacts): ComponentRow {
  const { engine, passt } = facts;
  const component = "passt/pasta";
  if (!engine.known) return lacking(component, "unknown", engine.why, "podman info");
  const { pasta: path, pastaVersion, rootlessNetwork } = engine.value;
  if (path === "") {
    return lacking(component, "missing", "pasta is not installed", installCommand(facts, "passt"));
  }
  const day = passtDay(pastaVersion);
  const words = [
    day === undefined ? "of a day that is not known" : `of ${day}`,
    passt === undefined ? "pasta without passt" : "pasta and passt",
    ...(rootlessNetwork === "pasta" ? [] : [`Podman's default network is ${rootlessNetwork}`]),
  ];
  const row = ok(component, words.join(", "));
  return day === undefined
    ? { ...row, state: "unknown" }
    : withKnown(row, knownOf("passt", day), "Install another passt, or take krun.use_passt out");
}
