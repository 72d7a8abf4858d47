/** A function that makes its value when it is first asked, and gives that same one from then on. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
