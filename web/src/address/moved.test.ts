import fc from "fast-check";
import { expect, it } from "vitest";
import { SCREENS, shownAt, titleOf } from "@/screens/screens";
import { currentAddress, MOVED } from "./moved";

const led = (address: string) => {
  const { pathname, search, hash } = currentAddress(new URL(address, "https://almanac.example"));
  return pathname + search + hash;
};

/** Every address that earlier versions had and this one has no more, and what stands there now. */
const PLACES: readonly [string, string, string][] = [
  ["/next", "/today", "Today"],
  ["/compare", "/dashboard?view=compare", "Compare"],
  ["/curve", "/dashboard?view=by-value", "By value"],
  ["/path", "/dashboard?view=path", "Path"],
  ["/excursion", "/dashboard?view=target", "Target"],
  ["/alike", "/days?view=like", "Most like a day"],
  ["/export", "/days?export=open", "Days"],
  ["/quiz", "/practice", "Practice"],
  ["/ama-demo", "/methods?view=colours", "Signal colours"],
  ["/ama-test", "/methods?view=test", "Signal test"],
];

it.each(PLACES)("%s leads to %s", (old, address, title) => {
  expect(led(old)).toBe(address);
  expect(led(`${old}/`)).toBe(address);
  const { screen, view } = shownAt(currentAddress(new URL(old, "https://almanac.example")));
  expect(screen && titleOf(screen, view)).toBe(title);
});

it("the table has these and no other", () => {
  expect(Object.keys(MOVED)).toEqual(PLACES.map(([old]) => old));
});

it("what an old address carries goes along, in its order, with the place on the screen", () => {
  expect(led("/curve?by=gap_size_pts&cut=3&filters=%7B%7D&a=1&a=2#top")).toBe(
    "/dashboard?by=gap_size_pts&cut=3&filters=%7B%7D&a=1&a=2&view=by-value#top",
  );
  expect(led("/alike?date=2024-05-03&bar=b12&leave_out=nr7")).toBe(
    "/days?date=2024-05-03&bar=b12&leave_out=nr7&view=like",
  );
  expect(led("/next?for=2024-05-03+ES&open=5100.25&on=gap_up")).toBe(
    "/today?for=2024-05-03+ES&open=5100.25&on=gap_up",
  );
});

it("Focus is the dashboard's open cards, on every screen that said it", () => {
  expect(led("/dashboard?filters=%7B%7D&view=focus")).toBe("/dashboard?filters=%7B%7D&only=open");
  expect(led("/dashboard?view=all")).toBe("/dashboard?only=all");
  expect(led("/compare?view=focus")).toBe("/dashboard?only=open&view=compare");
  expect(led("/days?view=focus")).toBe("/days?only=open");
});

it("a list of days that lay over a screen is the table, and a bar of the gallery is the table's too", () => {
  const list = encodeURIComponent('{"bar":null,"page":2}');
  expect(led(`/dashboard?symbol=NQ&list=${list}`)).toBe(`/days?symbol=NQ&view=table&table=${list}`);
  expect(led(`/chart?list=${list}&view=focus`)).toBe(`/days?only=open&view=table&table=${list}`);
  const gallery = (value: object) => `gallery=${encodeURIComponent(JSON.stringify(value))}`;
  const moved = new URL(led(`/days?${gallery({ bar: { label: "x" }, page: 3 })}`), "https://a.example")
    .searchParams;
  expect(JSON.parse(moved.get("gallery") ?? "")).toEqual({ page: 3 });
  expect(JSON.parse(moved.get("table") ?? "")).toMatchObject({ bar: { label: "x" }, page: 1 });
  expect(led(`/days?${gallery({ bar: null, page: 3 })}`)).toBe(`/days?${gallery({ page: 3 })}`);
});

const NEW = SCREENS.flatMap(({ path, views }) => views.map(({ name }) => `${path}?view=${name}`));

it("an address of this version stays as it is, and an old one leads on once", () => {
  const text = fc.string({ maxLength: 12 });
  const parameters = fc.array(fc.tuple(fc.constantFrom("filters", "by", "symbol", "q"), text));
  const start = fc.constantFrom(...NEW, ...Object.keys(MOVED));
  fc.assert(
    fc.property(start, parameters, (place, carried) => {
      const query = new URLSearchParams(carried).toString();
      const address = `${place}${place.includes("?") ? "&" : "?"}${query}#here`;
      const once = led(address);
      if (place.includes("?")) expect(once).toBe(address);
      expect(led(once)).toBe(once);
      const { searchParams, hash } = new URL(once, "https://almanac.example");
      for (const [name] of carried)
        expect(searchParams.getAll(name)).toEqual(new URLSearchParams(query).getAll(name));
      expect(hash).toBe("#here");
    }),
  );
});
