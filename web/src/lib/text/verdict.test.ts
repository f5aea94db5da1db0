import { expect, test } from "vitest";
import { untested } from "./verdict";

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
