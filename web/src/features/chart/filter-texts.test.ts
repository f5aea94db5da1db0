import { expect, it } from "vitest";
import type { Filter } from "@/lib/filters";
import { filterText } from "./filter-texts";

it.each<[Filter, string | undefined, string]>([
  [{ feature: "gap_size_pts", operator: "range", value: [5, 20] }, "Gap Size", "Gap Size 5 to 20"],
  [{ feature: "gap_size_pts", operator: ">=", value: 5 }, "Gap Size", "Gap Size >= 5"],
  [{ feature: "gap_up", operator: "=", value: true }, "Gap Up", "Gap Up = true"],
  [
    { feature: "gap_class", operator: "in", value: ["flat", "full_up"] },
    "Gap Class",
    "Gap Class in flat, full_up",
  ],
  [{ feature: "gap_up_prev", operator: "=", value: true }, "Gap Up", "Gap Up (previous day) = true"],
  [
    { feature: "gap_fill_bar", operator: "<=", value: 24, by_bar: 30 },
    "Gap Fill",
    "Gap Fill <= 24, by bar 30",
  ],
  [
    { feature: "Date_Range", operator: "range", value: ["2024-02-05", "2025-01-01"] },
    undefined,
    "Date Range 2024-02-05 to 2025-01-01",
  ],
  [{ feature: "unknown_one", operator: "!=", value: 0 }, undefined, "unknown_one != 0"],
])("%o reads %s: %s", (filter, name, text) => {
  expect(filterText(filter, name)).toBe(text);
});
