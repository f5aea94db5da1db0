type Parts = Pick<Location, "pathname" | "search" | "hash">;

/** The address without some of its parameters; whatever else it bears stays. */
export function withoutParameters({ pathname, search, hash }: Parts, names: readonly string[]): string {
  const rest = new URLSearchParams(search);
  for (const name of names) rest.delete(name);
  const query = rest.toString();
  return pathname + (query ? `?${query}` : "") + hash;
}
