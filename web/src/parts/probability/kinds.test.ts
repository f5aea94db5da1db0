import { expect, test } from "vitest";
import type { ModuleResult } from "@/api/generated";
import { combined, inOrder, knownKind, PRIORITY } from "./kinds";
import { LABELS } from "./testing/distribution-fixtures";
import { OCCURRENCE } from "./testing/fixtures";

const MODULE: ModuleResult = {
  status: "success",
  display_name: "",
  data: null,
  error: null,
  metadata: { n: 0, missing_days: 0 },
};

test.each([
  ["OCCURRENCE", "occurrence"],
  ["Timing_Analysis", "timing_analysis"],
  ["timing statistics", "timing_analysis"],
  ["TIMING_STATISTICS", "timing_analysis"],
  ["period-probability", "period_probability"],
  ["moon_phase", null],
])("%s means %s", (name, kind) => {
  expect(knownKind(name)).toBe(kind);
});

test("modules stand in the fixed order whatever order they come in, unknown ones last", () => {
  const names = ["moon_phase", ...[...PRIORITY].reverse(), "astrology"];
  const shown = inOrder(Object.fromEntries(names.map((name) => [name, MODULE]))).map(({ name }) => name);
  expect(shown).toEqual([...PRIORITY, "moon_phase", "astrology"]);
});

test("where labels have shares they lead, and the occurrence of any of them is a detail", () => {
  const shown = combined(
    inOrder({
      occurrence: { ...MODULE, data: OCCURRENCE },
      basic_distribution: { ...MODULE, data: { n: 40, labels: LABELS } },
    }),
  );
  expect(shown.map(({ kind, events }) => [kind, events.map((each) => each.kind)])).toEqual([
    ["basic_distribution", ["occurrence"]],
  ]);
});
