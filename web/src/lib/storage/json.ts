/** Whether two pieces of JSON hold the same; the order of an object's entries does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (!hasParts(a) || !hasParts(b) || Array.isArray(a) !== Array.isArray(b)) return Object.is(a, b);
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  );
}

function hasParts(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
