// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { Drawing } from "./drawings";
import { keptDrawings, loadDrawings, saveDrawings } from "./drawings-storage";

const LINE: Drawing = { id: "a", type: "horizontal_line", y: 5050.25 };
const ALL: Drawing[] = [
  LINE,
  { id: "b", type: "trend_line", x1: -3, y1: 5000, x2: 4.5, y2: 5010 },
  { id: "c", type: "rectangle", x1: 1, y1: 5000, x2: 81, y2: 5010 },
  { id: "d", type: "text", x: 1, y: 5000, text: "opening drive" },
];

it("gives back what was kept for a symbol and a day, and nothing for another", () => {
  expect(saveDrawings("ES:2024-05-03", ALL)).toBe(true);
  expect(loadDrawings("ES:2024-05-03")).toEqual({ drawings: ALL, dropped: 0 });
  expect(loadDrawings("ES:2024-05-06")).toEqual({ drawings: [], dropped: 0 });
});

it.each([
  { ...LINE, id: 7 },
  { ...LINE, id: "" },
  { ...LINE, y: "5000" },
  { ...LINE, y: null },
  { ...LINE, y: 1e9 },
  { id: "b", type: "trend_line", x1: 1, y1: 5000, x2: 4 },
  { id: "d", type: "text", x: 1, y: 5000, text: " " },
  { id: "d", type: "text", x: 1, y: 5000, text: "x".repeat(201) },
  { id: "e", type: "circle", x: 1, y: 5000 },
  "line",
])("drops an entry it cannot read and counts it: %j", (entry) => {
  localStorage.setItem(keptDrawings.name, JSON.stringify({ "ES:2024-05-03": [entry, LINE] }));
  expect(loadDrawings("ES:2024-05-03")).toEqual({ drawings: [LINE], dropped: 1 });
});

it.each(["not json", "[]", "7", '{"ES:2024-05-03":7}'])("says that it dropped %s", (text) => {
  localStorage.setItem(keptDrawings.name, text);
  expect(loadDrawings("ES:2024-05-03")).toEqual({ drawings: [], dropped: 1 });
});

it("never gives an id twice, nor more than a hundred drawings", () => {
  const many = Array.from({ length: 120 }, (_, i) => ({ ...LINE, id: `${i % 110}` }));
  localStorage.setItem(keptDrawings.name, JSON.stringify({ place: many }));
  const { drawings, dropped } = loadDrawings("place");
  expect(drawings).toHaveLength(100);
  expect(dropped).toBe(20);
});

it("keeps the 200 days that were drawn on last", () => {
  for (let day = 0; day < 200; day++) saveDrawings(`ES:${day}`, [LINE]);
  saveDrawings("ES:0", ALL);
  saveDrawings("NQ:0", [LINE]);
  expect(loadDrawings("ES:0").drawings).toEqual(ALL);
  expect(loadDrawings("ES:1").drawings).toEqual([]);
  expect(loadDrawings("ES:2").drawings).toEqual([LINE]);
});

describe("a drawing of every day", () => {
  const level: Drawing = { ...LINE, id: "level", isEveryDay: true };

  it("is on each day of its symbol and on none of another", () => {
    saveDrawings("ES:2024-05-03", [LINE, level]);
    expect(loadDrawings("ES:2024-05-03").drawings).toEqual([level, LINE]);
    expect(loadDrawings("ES:2024-05-06").drawings).toEqual([level]);
    expect(loadDrawings("NQ:2024-05-03").drawings).toEqual([]);
  });

  it("is of every day no more where another day takes it", () => {
    saveDrawings("ES:2024-05-03", [LINE, level]);
    saveDrawings("ES:2024-05-06", [{ ...level, isEveryDay: false }]);
    expect(loadDrawings("ES:2024-05-03").drawings).toEqual([LINE]);
    expect(loadDrawings("ES:2024-05-06").drawings).toEqual([{ ...level, isEveryDay: false }]);
  });

  it("outlives the days that were drawn on longest ago", () => {
    saveDrawings("NQ:2024-05-03", [level]);
    for (let day = 0; day < 201; day++) saveDrawings(`ES:${day}`, [LINE]);
    expect(loadDrawings("NQ:2024-05-03").drawings).toEqual([level]);
    expect(loadDrawings("ES:0").drawings).toEqual([]);
    expect(loadDrawings("ES:1").drawings).toEqual([LINE]);
  });
});

it("keeps a drawing's ink, and drops one whose ink it cannot read", () => {
  const inked: Drawing = { ...LINE, color: "#E5484D", width: 3, dash: "dashed", isHidden: true };
  saveDrawings("ES:2024-05-03", [inked]);
  expect(loadDrawings("ES:2024-05-03")).toEqual({ drawings: [inked], dropped: 0 });
  const wrong = [{ color: "red" }, { width: 6 }, { dash: "wavy" }, { isHidden: "no" }];
  const entries = wrong.map((ink, i) => ({ ...LINE, id: `${i}`, ...ink }));
  localStorage.setItem(keptDrawings.name, JSON.stringify({ "ES:2024-05-03": entries }));
  expect(loadDrawings("ES:2024-05-03")).toEqual({ drawings: [], dropped: 4 });
});

it("forgets a day that was cleared", () => {
  saveDrawings("ES:2024-05-03", [LINE]);
  saveDrawings("ES:2024-05-03", []);
  expect(localStorage.getItem(keptDrawings.name)).toBe("{}");
});
