import { expect, it } from "vitest";
import { aClaim } from "@/lib/testing/claims";
import { openClaims } from "./open-claims";

const rest = { since: 0, rank: null, share: null, days: 122, filter: null };
const KNOWN = [
  { ...rest, feature: "gap_up", value: false },
  { ...rest, feature: "gap_class", value: "full_down" },
  { ...rest, feature: "gap_size_pct_adr", value: 20 },
  { ...rest, feature: "or12_dir", value: null },
];

it.each([
  ["gap_up", "=", true, false],
  ["gap_up", "!=", true, true],
  ["gap_class", "in", ["flat", "full_down"], true],
  ["gap_class", "not_in", ["flat", "full_down"], false],
  ["gap_size_pct_adr", ">", 20, false],
  ["gap_size_pct_adr", ">=", 20, true],
  ["gap_size_pct_adr", "<", 20, false],
  ["gap_size_pct_adr", "<=", 20, true],
  ["gap_size_pct_adr", "range", [20, 40], true],
  ["gap_size_pct_adr", "range", [21, 40], false],
  ["or12_dir", "in", ["up"], true],
  ["nr7_prev", "=", true, true],
])("a question of %s %s %j is asked: %s", (feature, operator, value, isAsked) => {
  const claim = aClaim({ filters: [{ feature, operator, value }] });
  expect(openClaims([claim], KNOWN)).toEqual(isAsked ? [claim] : []);
});

it("a condition on when, or a group, is left to the service", () => {
  const asked = { feature: "gap_up", operator: "=", value: true };
  const filters = [
    { ...asked, first_in: 3 },
    { id: "or 1", kind: "any_of", of: [asked] },
  ];
  for (const filter of filters) expect(openClaims([aClaim({ filters: [filter] })], KNOWN)).toHaveLength(1);
});
