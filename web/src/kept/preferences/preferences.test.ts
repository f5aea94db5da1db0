// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { firstUi } from "@/lib/state/ui-slice";
import { browserStorage } from "@/lib/storage/storage";
import { emptyFilters } from "@/question/filters-slice";
import { firstChart } from "../chart/chart-slice";
import { askForReset, resetIfRequested, savedCopy } from "./preferences-reset";
import { firstPreferences } from "./preferences-slice";
import { keptPreferences, withDefaultFilters } from "./preferences-storage";

const gap = { feature: "gap_up", operator: "=" as const, value: true };
const chosen = {
  defaultFilters: [gap],
  exportFormat: "xlsx" as const,
  usageEvents: false,
  compactCards: true,
  drawingStyle: { color: "#E5484D", width: 3, dash: "dashed" as const },
};

// What another file's full storage refused is known until the page closes.
beforeEach(() => browserStorage.remove(keptPreferences.name));

it("start with no default filters and csv", () => {
  expect(keptPreferences.load().value).toEqual({
    defaultFilters: [],
    exportFormat: "csv",
    usageEvents: true,
    compactCards: false,
    drawingStyle: {},
  });
});

it("come back as they were kept", () => {
  expect(keptPreferences.keep(chosen)).toBe(true);
  expect(keptPreferences.load().value).toEqual(chosen);
});

it.each([
  ["not json", firstPreferences],
  ["[]", firstPreferences],
  ['{"exportFormat":"exe","defaultFilters":7,"compactCards":1}', firstPreferences],
  ['{"drawingStyle":{"color":"red","width":3}}', firstPreferences],
  ['{"exportFormat":"pdf","defaultFilters":"gap"}', { ...firstPreferences, exportFormat: "pdf" }],
  [
    '{"defaultFilters":[null,7,{"feature":"gap_up","operator":"drop","value":1},{"feature":"gap_up","operator":"=","value":true,"evil":1}]}',
    { ...firstPreferences, defaultFilters: [gap] },
  ],
])("are read part by part from %s", (text, read) => {
  localStorage.setItem(keptPreferences.name, text);
  expect(keptPreferences.load().value).toEqual(read);
});

it("a visit without filters of its own starts with the default ones", () => {
  const saved = { ui: firstUi, filters: emptyFilters, chart: firstChart };
  expect(withDefaultFilters(saved, chosen).filters.active).toEqual([gap]);
  const other = { ...gap, feature: "gap_down" };
  for (const filters of [
    { ...emptyFilters, active: [other] },
    { ...emptyFilters, pending: [other] },
  ])
    expect(withDefaultFilters({ ...saved, filters }, chosen).filters).toBe(filters);
});

it("a reset forgets everything of the page at the next start, not the sign-in and not others' entries", () => {
  for (const name of ["session-almanac", "session-almanac.profiles.ama", "session-almanac.tokens", "other"])
    localStorage.setItem(name, "kept");
  resetIfRequested();
  expect(Object.keys(localStorage)).toHaveLength(4);
  for (const name of ["session-almanac", "session-almanac.session-id", "session-almanac.return-url"])
    sessionStorage.setItem(name, "kept");
  askForReset();
  resetIfRequested();
  expect(Object.keys(localStorage).sort()).toEqual(["other", "session-almanac.tokens"]);
  const visit = ["session-almanac.return-url", "session-almanac.session-id"];
  expect(Object.keys(sessionStorage).sort()).toEqual(visit);
});

it("the copy holds every saved entry and no token", () => {
  keptPreferences.keep(chosen);
  localStorage.setItem("session-almanac.tokens", "secret");
  expect(JSON.parse(savedCopy())).toEqual({ [keptPreferences.name]: JSON.stringify(chosen) });
});
