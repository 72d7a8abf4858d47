import { PaddockError } from "../../errors.ts";
import type { Registry } from "../../host/registry/registry.ts";
import { platformPackageNames } from "../release/choice/platform-packages.ts";
import { readPackument } from "../release/packument.ts";
import type { Packument } from "../release/packument.ts";
import type { PackumentAnswers } from "../release/plan-upgrade.ts";

/** The documents of the agents' packages, and of those that hold their native code. */
export interface PackageAnswers {
  readonly packuments: PackumentAnswers;
  readonly platformPackuments: PackumentAnswers;
}

/** Asks for every package by itself; one that fails is an answer too. */
export async function askPackages(
  registry: Pick<Registry, "packument">,
  names: readonly string[],
  platforms: readonly string[],
): Promise<PackageAnswers> {
  const packuments = await askEach(registry, names);
  const others = [...packuments.values()].flatMap((answer) =>
    answer instanceof PaddockError ? [] : platformPackageNames(answer, platforms),
  );
  return { packuments, platformPackuments: await askEach(registry, others) };
}

async function askEach(
  registry: Pick<Registry, "packument">,
  names: readonly string[],
): Promise<PackumentAnswers> {
  const answers = [...new Set(names)].map(
    async (name) => [name, await askOne(registry, name)] as const,
  );
  return new Map(await Promise.all(answers));
}

async function askOne(
  registry: Pick<Registry, "packument">,
  name: string,
): Promise<Packument | PaddockError> {
  try {
    return readPackument(name, await registry.packument(name));
  } catch (error) {
    if (error instanceof PaddockError) return error;
    throw error;
  }
}
