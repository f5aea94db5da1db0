import { expect, it } from "vitest";
import { aCatalogue, aFeature, gapClass, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { type Condition, type Filter, inLists } from "./filters";
import { type Misfit, misfitIn } from "./fit";

const size = aFeature();
const date = aFeature({ name: "session_date", component: { type: "DateFilter" } });
const alone = { ...aFeature({ name: "alone" }), has_prev_twin: false };
const catalogue = aCatalogue([gapUp, gapClass, gapFillBar, size, date, alone], []);
const group = (...of: Condition[]): Filter => ({
  ...{ id: "group-1", kind: "any_of" },
  of: [{ feature: "gap_class", operator: "in", value: ["flat"] }, ...of],
});

it.each<[Filter, Misfit | null]>([
  [{ feature: "gap_up", operator: "=", value: true }, null],
  [{ feature: "gap_up", operator: "not_in", value: [true] }, null],
  [{ feature: "gap_up", operator: "!=", value: true }, null],
  [{ feature: "gap_up", operator: ">", value: true }, "unfit"],
  [{ feature: "gap_up", operator: "<", value: true }, "unfit"],
  [{ feature: "gap_up", operator: ">=", value: true }, "unfit"],
  [{ feature: "gap_up", operator: "<=", value: true }, "unfit"],
  [{ feature: "gap_up", operator: "range", value: [false, true] }, "unfit"],
  [{ feature: "gap_up", operator: "=", value: "true" }, "unfit"],
  [{ feature: "gap_class", operator: "in", value: ["flat"] }, null],
  [{ feature: "gap_class", operator: "in", value: ["sideways"] }, "unfit"],
  [{ feature: "gap_size_pts", operator: "range", value: [-1.5, null] }, null],
  [{ feature: "gap_size_pts", operator: ">", value: "" }, null],
  [{ feature: "gap_size_pts", operator: ">", value: "<b>1</b>" }, "unfit"],
  [{ feature: "gap_fill_bar", operator: "<=", value: 24, by_bar: 30 }, null],
  [{ feature: "gap_fill_bar", operator: "<=", value: 2.5 }, "unfit"],
  [{ feature: "gap_fill_bar_prev", operator: "<=", value: 24, by_bar: 30 }, "unfit"],
  [{ feature: "gap_up", operator: "=", value: true, by_bar: 30 }, "unfit"],
  [{ feature: "session_date", operator: "=", value: "2024-02-29" }, null],
  [{ feature: "session_date", operator: "=", value: "2023-02-29" }, "unfit"],
  [{ feature: "session_date", operator: "range", value: ["2024-02-05", "2025-01-01"] }, null],
  [{ feature: "session_date", operator: ">", value: "2024-02-29" }, "unfit"],
  [{ feature: "Date_Range", operator: "range", value: ["2024-02-05", "2025-01-01"] }, null],
  [{ feature: "Date_Range", operator: "range", value: ["05.02.2024", "x"] }, "unfit"],
  [{ feature: "Date_Range", operator: "=", value: "2024-02-05" }, "unfit"],
  [{ feature: "gap_up_prev", operator: "=", value: true }, null],
  [{ feature: "gap_up_prev5", operator: "=", value: true, first_in: 3 }, null],
  [{ feature: "gap_up_prev6", operator: "=", value: true }, "unknown"],
  [{ feature: "alone_prev", operator: ">", value: 1 }, "unknown"],
  [{ feature: "alone_prev3", operator: ">", value: 1 }, "unknown"],
  [group({ feature: "gap_up", operator: "=", value: true }), null],
  [group({ feature: "gap_up", operator: "=", value: 7 }), "unfit"],
  [
    group({ feature: "gap_up", operator: "=", value: 7 }, { feature: "moon", operator: "=", value: 1 }),
    "unknown",
  ],
  [group({ feature: "Date_Range", operator: "range", value: ["2024-02-05", "2025-01-01"] }), "unknown"],
  [inLists("gap and go"), null],
  [{ ...inLists("gap and go"), operator: "not_in" }, null],
  [{ ...inLists("gap and go"), operator: "=" }, "unfit"],
  [{ ...inLists(), value: [7] }, "unfit"],
  [{ ...inLists("gap and go"), first_in: 3 }, "unfit"],
  [{ ...inLists("gap and go"), feature: "day_list_prev" }, "unknown"],
  [group(inLists("gap and go")), null],
  [{ feature: "moon_phase", operator: "=", value: "full" }, "unknown"],
  [{ feature: "__proto__", operator: "=", value: 1 }, "unknown"],
])("%o: %s", (filter, misfit) => {
  expect(misfitIn(catalogue)(filter)).toBe(misfit);
});

it.each<[Filter, Misfit | null]>([
  [inLists("gap and go"), null],
  [inLists("Gap and Go"), null],
  [inLists("gap and go", "textbook"), "unknown"],
  [group(inLists("textbook")), "unknown"],
])("of the lists that there are, %o: %s", (filter, misfit) => {
  expect(misfitIn(catalogue, new Set(["gap and go"]))(filter)).toBe(misfit);
});

it("the lite tier has no filter for the day before", () => {
  const twin: Filter = { feature: "gap_up_prev", operator: "=", value: true };
  expect(misfitIn({ ...catalogue, profile: "lite" })(twin)).toBe("unknown");
});
