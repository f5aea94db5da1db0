import { expect, test } from "vitest";
import { boundHint } from "./input-kind";

test.each([
  ["Min", null, "Min"],
  ["Min", -40, "Min (-40)"],
  ["Min", -2.55, "Min (-2.6)"],
  ["Max", 35.5, "Max (35.5)"],
  ["Max", 102.25, "Max (103)"],
  ["Max", 2508.4, "Max (2.6k)"],
  ["Min", -2508.4, "Min (-2.6k)"],
] as const)("%s of %o is hinted as %s, never narrower than the data", (end, bound, hint) => {
  expect(boundHint(end, bound)).toBe(hint);
});
