import { expect, it, test } from "vitest";
import { readParameters } from "@/address/parameters";
import { EXCURSION, ladders } from "./parameters";

const FIRST = { from: 0, side: "up", unit: "adr", step: 5, costs: 0, picked: null };

test.each<[address: string, said: object]>([
  ["", {}],
  [
    "from=12&side=down&unit=points&step=2.5&costs=1.5",
    { from: 12, side: "down", unit: "points", step: 2.5, costs: 1.5 },
  ],
  ["cell=30/20", { picked: { target: 30, stop: 20 } }],
  ["unit=r&cell=1.5/20", { unit: "r", picked: { target: 1.5, stop: 20 } }],
  ["unit=points&step=0.1&cell=0.3/0.7", { unit: "points", step: 0.1, picked: { target: 0.3, stop: 0.7 } }],
])("the address ?%s asks what it says, the rest as at first", (address, said) => {
  expect(readParameters(EXCURSION, new URLSearchParams(address))).toEqual({ ...FIRST, ...said });
});

test.each([
  "from=7",
  "from=",
  "side=left",
  "unit=percent",
  "step=0",
  "step=501",
  "step=five",
  "costs=-1",
  "costs=1001",
  "costs=NaN",
  "cell=30",
  "cell=31/20",
  "cell=30/20000",
  "unit=constructor",
  "cell=/",
])("of the wrong address ?%s nothing is taken", (address) => {
  expect(readParameters(EXCURSION, new URLSearchParams(address))).toEqual(FIRST);
});

it("targets and stops in points are ten steps without the dust of binary fractions", () => {
  const { targets, stops } = ladders({ unit: "points", step: 0.1 });
  expect(targets).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  expect(stops).toEqual(targets);
});
