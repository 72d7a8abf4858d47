import type { MachineFacts } from "../host/machine/machine-facts.ts";

type Program = "podman" | "crun" | "krun" | "passt";
type Packages = "apt" | "dnf";

const NAMES: Readonly<Record<Program, Readonly<Partial<Record<Packages, string>>>>> = {
  podman: { apt: "podman", dnf: "podman" },
  crun: { apt: "crun", dnf: "crun" },
  krun: { dnf: "crun-krun" },
  passt: { apt: "passt", dnf: "passt" },
};

/** The command that installs a program, or its newest version, on this system; words where it has no package that is known. */
export function installCommand({ system }: Pick<MachineFacts, "system">, program: Program): string {
  const packages = packagesOf(system.distribution ?? "");
  const name = packages && NAMES[program][packages];
  if (name !== undefined) return `sudo ${packages ?? ""} install ${name}`;
  return program === "krun"
    ? "Install crun with libkrun (package crun-krun or crun-vm)"
    : `Install the package ${program}`;
}

function packagesOf(distribution: string): Packages | undefined {
  if (/debian|ubuntu|mint/i.test(distribution)) return "apt";
  if (/fedora|red hat|centos|alma|rocky/i.test(distribution)) return "dnf";
  return undefined;
}
