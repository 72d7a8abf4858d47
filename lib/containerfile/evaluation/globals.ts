import type { ArgumentInstruction } from "../containerfile.ts";
import { applyArguments } from "./apply.ts";
import { Scope, type BuildInputs, type Variables } from "./scope.ts";

/** The values of the ARGs before the first FROM. */
export function globalArguments(
  instructions: readonly ArgumentInstruction[],
  inputs: BuildInputs,
): Variables {
  const scope = new Scope(inputs, new Map(), new Map());
  for (const instruction of instructions) applyArguments(instruction, scope);
  return scope.arguments;
}
