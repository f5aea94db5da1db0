// @vitest-environment jsdom
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { firstChart } from "@/kept/chart/chart-slice";
import { keepPresets, keptPresets, type Presets } from "@/kept/saved-filters";
import { viewOf } from "@/kept/view";
import { STORAGE_REFUSED } from "@/kept/words";
import { firstUi } from "@/lib/state/ui-slice";
import { browserStorage } from "@/lib/storage/storage";
import { aStore } from "@/lib/testing/render";
import { savedFiles } from "@/lib/testing/saved-files";
import type { Filter } from "@/question/filters";
import { exportPresets, importPresets } from "./presets";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const view = viewOf({ ui: firstUi, chart: { ...firstChart, selectedDate: "2024-05-03" } });
/** A page beside these presets alone. */
function holding(presets: Presets) {
  localStorage.clear();
  keepPresets({ set: presets, gone: [] });
  return aStore();
}

const said = (store: ReturnType<typeof aStore>) => store.getState().ui.toasts.map(({ message }) => message);

async function exported(presets: Presets): Promise<Blob> {
  const files = savedFiles();
  holding(presets).dispatch(exportPresets());
  return files[0]?.file as Blob;
}

const filters = fc.uniqueArray(
  fc.record({
    feature: fc.constantFrom("gap_up", "gap_fill_bar", "Date_Range", "__proto__"),
    operator: fc.constantFrom("=", "!=" as const),
    value: fc.oneof(fc.boolean(), fc.integer({ min: -1e6, max: 1e6 }), fc.constant("flat")),
  }),
  { minLength: 1, selector: ({ feature }) => feature },
);
const views = fc.record({
  probabilities: fc.array(fc.stringMatching(/^[a-z_]{1,20}$/), { maxLength: 5 }),
  symbol: fc.constantFrom(null, "ES", "NQ.c"),
  asOf: fc.constantFrom(null, "day", "pre", "b12"),
  layout: fc.constant(view.layout),
  day: fc.constantFrom(null, "2024-05-03"),
  ama: fc.constant(view.ama),
});
const presets = fc
  .uniqueArray(
    fc.record({
      name: fc.oneof(fc.stringMatching(/^\S(.{0,58}\S)?$/), fc.constantFrom("__proto__", "constructor")),
      set: fc.oneof(fc.record({ filters }), fc.record({ filters, view: views })),
    }),
    { minLength: 1, maxLength: 5, selector: ({ name }) => name },
  )
  .map((list) => Object.fromEntries(list.map(({ name, set }) => [name, set])) as Presets);

it("presets that are exported come back as they were, in the page and in the storage", async () => {
  await fc.assert(
    fc.asyncProperty(presets, async (given) => {
      const file = await exported(given);
      await holding({}).dispatch(importPresets(file));
      expect(Object.entries(keptPresets.load().value)).toEqual(Object.entries(given));
    }),
    { numRuns: 50 },
  );
});

it("a hostile file brings presets that can be shown, or changes nothing and says why", async () => {
  const text = await (await exported({ mine: { filters: [gap], view } })).text();
  const cut = fc.tuple(fc.nat({ max: text.length }), fc.nat({ max: 9 }), fc.string({ maxLength: 3 }));
  const hostile = fc.oneof(
    cut.map(([at, length, put]) => text.slice(0, at) + put + text.slice(at + length)),
    fc.json(),
    fc.string(),
    fc
      .jsonValue()
      .map((entry) => JSON.stringify({ ...JSON.parse(text), entries: [{ ...Object(entry), name: "x" }] })),
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (content) => {
      const before = { kept: { filters: [gap] } };
      const store = holding(before);
      await store.dispatch(importPresets(new Blob([content])));
      const [words = ""] = said(store);
      const after = keptPresets.load().value;
      if (words.startsWith("Nothing was brought back. ")) expect(after).toEqual(before);
      else expect(Object.values(after).every((set) => set.filters.length > 0)).toBe(true);
      expect(after.kept).toEqual(before.kept);
      expect(words).toMatch(/^(Nothing was brought back\. .+\.|Brought back 1 preset: .+\.)$/s);
    }),
    { numRuns: 200 },
  );
});

it("a name that exists gets a number, and the page says so", async () => {
  const file = await exported({ mine: { filters: [gap], view }, other: { filters: [gap] } });
  const store = holding({ mine: { filters: [gap] } });
  await store.dispatch(importPresets(file));
  expect(keptPresets.load().value).toEqual({
    mine: { filters: [gap] },
    "mine (2)": { filters: [gap], view },
    other: { filters: [gap] },
  });
  expect(said(store)).toEqual(["Brought back 2 presets: mine (2), other. A name that existed got a number."]);
});

it("presets the browser refuses to keep hold until the page closes, and that is said", async () => {
  const file = await exported({ mine: { filters: [gap] } });
  const store = holding({});
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await store.dispatch(importPresets(file));
  full.mockRestore();
  expect(keptPresets.load().value).toEqual({ mine: { filters: [gap] } });
  browserStorage.remove("session-almanac.presets");
  expect(said(store)).toEqual([
    `${STORAGE_REFUSED} The presets of the file hold until the page closes.`,
    "Brought back 1 preset: mine.",
  ]);
});

it.each([
  [{ filters: [{ feature: "gap_up", operator: "~" }] }, "unreadable: gap_up"],
  [{ filters: [gap], view: { ...view, day: "2024-02-31" } }, "unreadable: day"],
  [{ filters: [] }, "entry 1 (a), filters: expected at least one"],
])("one bad entry is named and nothing is changed: %j", async (entry, why) => {
  const store = holding({});
  const file = {
    format: "session-almanac saved",
    version: 1,
    kind: "presets",
    entries: [{ name: "a", ...entry }],
  };
  await store.dispatch(importPresets(new Blob([JSON.stringify(file)])));
  expect(keptPresets.load().value).toEqual({});
  expect(said(store)[0]?.toLowerCase()).toContain(why);
});
