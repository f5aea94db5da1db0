// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { CATEGORY_IDS, categoryExpansionToggled, categoryToggled } from "@/lib/state/ui-slice";
import { sameJson } from "@/lib/storage/json";
import { aStore } from "@/lib/testing/render";
import { layoutProfiles } from "./layout-profiles";

const { defaults, read, select, apply } = layoutProfiles;
const isDefault = (store: ReturnType<typeof aStore>) => sameJson(select(store.getState()), defaults);

describe("the default layout", () => {
  it("selects and opens GAPS, OR12 and GLOBEX in the default order, without previous-day filters", () => {
    expect(defaults).toEqual({
      selectedCategories: ["GAPS", "GLOBEX", "OR12"],
      expandedCategories: ["GAPS", "GLOBEX", "OR12"],
      categoryOrder: CATEGORY_IDS,
      showPreviousDayFilters: false,
    });
    expect(CATEGORY_IDS.join()).toBe("GAPS,OR12,OR6,OR18,RANGE,BREAKOUTS,GLOBEX,ORCL,REGIME,EOD,DAYDATE");
    expect(isDefault(aStore())).toBe(true);
  });

  it("is there again after a category left and came back, open", () => {
    const store = aStore();
    store.dispatch(categoryExpansionToggled("GAPS"));
    expect(isDefault(store)).toBe(false);
    store.dispatch(categoryToggled("GAPS"));
    store.dispatch(categoryToggled("GAPS"));
    expect(isDefault(store)).toBe(true);
  });
});

it("a category that comes onto the page is open", () => {
  const store = aStore();
  store.dispatch(categoryToggled("EOD"));
  expect(select(store.getState()).expandedCategories).toContain("EOD");
  store.dispatch(categoryExpansionToggled("EOD"));
  expect(select(store.getState()).expandedCategories).not.toContain("EOD");
});

it("what it saves is what it applies", () => {
  const store = aStore();
  store.dispatch(categoryToggled("GAPS"));
  store.dispatch(categoryToggled("REGIME"));
  const saved = read(JSON.parse(JSON.stringify(select(store.getState()))));
  const other = aStore();
  if (saved) other.dispatch(apply(saved));
  expect(select(other.getState())).toEqual(select(store.getState()));
  expect(other.getState().ui.theme).toBe("light");
});

describe("reading a layout", () => {
  it("gives a part that is absent its default", () => {
    expect(read({})).toEqual(defaults);
    expect(read({ selectedCategories: ["EOD"] })).toEqual({
      ...defaults,
      selectedCategories: ["EOD"],
      expandedCategories: [],
    });
  });

  it.each([
    [null],
    ["GAPS"],
    [[]],
    [{ selectedCategories: "GAPS" }],
    [{ categoryOrder: [1] }],
    [{ expandedCategories: null }],
    [{ showPreviousDayFilters: "yes" }],
    [{ selectedCategories: Array.from({ length: 101 }, String) }],
  ])("%j is none", (stored) => expect(read(stored)).toBeNull());

  it("takes nothing else from the entry", () => {
    expect(read({ ...defaults, theme: "dark", toasts: [] })).toEqual(defaults);
  });
});
