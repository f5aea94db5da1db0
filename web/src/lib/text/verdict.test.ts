import { expect, test } from "vitest";
import { untested, verdict } from "./verdict";

test.each([
  [0.0004, 0.03, "differs, also after correction"],
  [0.049, 0.049, "differs, also after correction"],
  [0.0004, 0.05, "differs here, as 1 in 20 random picks would"],
  [0.0206, 0.41, "differs here, as 1 in 20 random picks would"],
  [0.0499, 1, "differs here, as 1 in 20 random picks would"],
  [0.0206, null, "differs here, as 1 in 20 random picks would"],
  [0.05, 1, "no clear difference"],
  [0.7, 1, "no clear difference"],
  [0.7, null, "no clear difference"],
  [null, null, null],
  [undefined, 0.01, null],
])("p %o with q %o after correction reads %o", (p, q, words) => {
  expect(verdict(p, q)).toBe(words);
});

test.each([
  [{ conditioned: true, outcome: "certain", decided_by: ["gap_up"] }, "a filter makes this certain: no test"],
  [{ conditioned: true, outcome: "impossible", decided_by: [] }, "a filter makes this impossible: no test"],
  [{ conditioned: true, outcome: null, decided_by: ["own"] }, "this feature is filtered: no test"],
  [{ conditioned: true }, "this feature is filtered: no test"],
  [{ conditioned: true, outcome: null, decided_by: ["gap_up"] }, "a filter decides part of this: no test"],
  [{ conditioned: false, outcome: null, decided_by: [] }, null],
] as const)("%o says %s", (marks, words) => {
  const decided_by = "decided_by" in marks ? [...marks.decided_by] : undefined;
  expect(untested("own", { ...marks, ...(decided_by && { decided_by }) } as never)).toBe(words);
});
