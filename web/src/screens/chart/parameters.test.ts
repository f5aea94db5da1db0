import { expect, test } from "vitest";
import { readParameters, withParameters } from "@/address/parameters";
import { OPENING } from "@/plot/candles/viewport/viewport";
import { CHART } from "./parameters";

const read = (zoom: string) => readParameters(CHART, new URLSearchParams({ zoom })).zoom;
const written = (zoom: typeof OPENING) => withParameters(CHART, new URLSearchParams(), { zoom }).get("zoom");

test("a zoom goes into the address and comes back from it", () => {
  const view = { x: { from: 12.345, to: 40.5 }, y: { from: -0.12345, to: 0.8 } };
  expect(written(view)).toBe("12.35,40.5,-0.1235,0.8");
  expect(read("12.35,40.5,-0.1235,0.8")).toEqual({
    x: { from: expect.closeTo(12.35, 9), to: expect.closeTo(40.5, 9) },
    y: { from: expect.closeTo(-0.1235, 9), to: expect.closeTo(0.8, 9) },
  });
});

test("the chart at rest needs no word in the address", () => {
  expect(written(OPENING)).toBeNull();
});

test.each(["", "1,2,3", "1,2,3,4,5", "40,12,0,1", "1,40,1,0", "a,b,c,d", "1,Infinity,0,1"])(
  "%j is no zoom",
  (text) => {
    expect(read(text)).toBeNull();
  },
);

test("a zoom or a place beyond the chart's limits is brought back to them", () => {
  const { x, y } = read("0,1,0,1000") ?? OPENING;
  expect([x.to - x.from, y.to - y.from]).toEqual([expect.closeTo(9, 9), expect.closeTo(10, 9)]);
  const far = read("9000,9090,0,1") ?? OPENING;
  expect((far.x.from + far.x.to) / 2).toBe(90);
});
