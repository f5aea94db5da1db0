import { expect, it } from "vitest";
import { aFeature } from "@/lib/testing/fixtures";
import { about } from "./about";

it.each([
  [12, "pts", "number", [10, 14]],
  [-12, "pts", "number", [-14, -10]],
  [30, "%", "number", [25, 35]],
  [1, "pts", "number", [0.5, 1.5]],
  [0, "%", "number", [-2, 2]],
  [3, null, "count", [2, 4]],
])("about %d %s", (value, unit, format, ends) => {
  const { metadata, business_logic } = aFeature({});
  const feature = {
    metadata: { ...metadata, unit },
    business_logic: { ...business_logic, value_format: format as typeof business_logic.value_format },
  };
  expect(about(value, feature)).toEqual(ends);
});
