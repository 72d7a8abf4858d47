import { PaddockError } from "../../errors.ts";

/** What a component said of itself, or why it could not be asked: never a guess. */
export type Asked<T> =
  { readonly known: true; readonly value: T } | { readonly known: false; readonly why: string };

export function known<T>(value: T): Asked<T> {
  return { known: true, value };
}

export function unknown(why: string): Asked<never> {
  return { known: false, why };
}

/** Asks a component; a PaddockError is the reason why it could not be asked, everything else is thrown. */
export async function ask<T>(question: () => Promise<T>): Promise<Asked<T>> {
  try {
    return known(await question());
  } catch (error) {
    if (error instanceof PaddockError) return unknown(error.message);
    throw error;
  }
}
