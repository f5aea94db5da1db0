import fc from "fast-check";

/** Numbers, names and texts at the edges of what is read. */
const edge = fc.constantFrom(
  ...["__proto__", "constructor", "toString", "", " ", "\u0000", "\u202e", "a".repeat(101), "#12345g"],
  ...[0, -0, -1, 81, 82, 1e6, 1e7, 1e21, 2 ** 53, Number.MAX_VALUE, 8.64e15, 9e15],
);

/** Any JSON value, with such an edge now and then. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  edge,
  fc.array(edge, { maxLength: 5 }),
  fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "feature", "id")), edge, { maxKeys: 4 }),
);

/** A value with one of its parts, however deep, left out or exchanged for another. */
export function spoiled(whole: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({ steps: fc.array(fc.nat(), { maxLength: 4 }), by: fc.option(anyJson) });
  return fc.tuple(whole, fc.array(change, { maxLength: 3 })).map(([value, changes]) => {
    const holder = { value: structuredClone(value) };
    for (const { steps, by } of changes) exchange(holder, [0, ...steps], by);
    return holder.value;
  });
}

function exchange(holder: object, [step = 0, ...rest]: number[], by: unknown) {
  const names = Object.keys(holder);
  const name = names[step % Math.max(names.length, 1)];
  if (name === undefined) return;
  const part: unknown = Reflect.get(holder, name);
  if (rest.length > 0 && typeof part === "object" && part !== null) exchange(part, rest, by);
  else if (by === null) Reflect.deleteProperty(holder, name);
  else Reflect.set(holder, name, structuredClone(by));
}

/** A text with a few of its characters cut, doubled or exchanged. */
export function mangled(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(),
    length: fc.nat({ max: 10 }),
    put: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('"', "{", "]", ",", ":", "%", "&", "\\ud800")),
  });
  return fc.tuple(text, fc.array(change, { minLength: 1, maxLength: 3 })).map(([before, changes]) =>
    changes.reduce((now, { at, length, put }) => {
      const place = at % (now.length + 1);
      return now.slice(0, place) + put + now.slice(place + length);
    }, before),
  );
}

/** Texts as a storage may hold them: JSON that was right, spoiled or mangled, any JSON, and no JSON. */
export function stored(whole: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const right = whole.map((value) => JSON.stringify(value));
  const wrong = spoiled(whole).map((value) => JSON.stringify(value) ?? "");
  return fc.oneof(
    right,
    wrong,
    wrong,
    mangled(right),
    anyJson.map((value) => JSON.stringify(value)),
    fc.string(),
  );
}
