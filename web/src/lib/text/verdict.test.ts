import { expect, test } from "vitest";
import { untested } from "./verdict";

test.each([
  [
    { conditioned: true, outcome: "certain", decided_by: ["gap_up"] },
    "your filter makes this certain, so it is not tested",
  ],
  [
    { conditioned: true, outcome: "impossible", decided_by: [] },
    "your filter makes this impossible, so it is not tested",
  ],
  [{ conditioned: true, outcome: null, decided_by: ["own"] }, "you filter by this, so it is not tested"],
  [{ conditioned: true }, "you filter by this, so it is not tested"],
  [
    { conditioned: true, outcome: null, decided_by: ["gap_up"] },
    "your filter fixes part of this, so it is not tested",
  ],
  [{ conditioned: false, outcome: null, decided_by: [] }, null],
] as const)("%o says %s", (marks, words) => {
  const decided_by = "decided_by" in marks ? [...marks.decided_by] : undefined;
  expect(untested("own", { ...marks, ...(decided_by && { decided_by }) } as never)).toBe(words);
});
