import { expect, it } from "vitest";
import { DASHES, DEFAULT_LINES, readLineSettings } from "./line-settings";

const [first] = DEFAULT_LINES;

it("reads what it wrote, whatever the order", () => {
  const stored = JSON.parse(JSON.stringify(DEFAULT_LINES)) as unknown[];
  expect(readLineSettings(stored.toReversed())).toEqual(DEFAULT_LINES);
});

it("gives a line that is absent its default, never another name, and leaves foreign entries behind", () => {
  const stored = [{ ...first, label: "<b>", color: "#123456", sound: 1 }];
  const [, ...others] = DEFAULT_LINES;
  expect(readLineSettings(stored)).toEqual([{ ...first, color: "#123456" }, ...others]);
});

it("knows the six lines, all visible, of width 1 and text size 14", () => {
  expect(DEFAULT_LINES.map(({ label, color, lineStyle }) => `${label} ${color} ${lineStyle}`)).toEqual([
    "HoY #0080FF solid",
    "LoY #FF0000 solid",
    "CoY #FFA500 solid",
    "GXH #808080 solid",
    "GXL #808080 solid",
    "Open #00FFFF dotted",
  ]);
  for (const line of DEFAULT_LINES)
    expect(line).toMatchObject({ visible: true, strokeWidth: 1, fontSize: 14 });
  expect(DASHES).toEqual({ solid: [], dashed: [5, 5], dotted: [2, 2] });
});

it.each([
  null,
  {},
  ["hoy"],
  [{ ...first, key: "vwap" }],
  [{ ...first, color: "red" }],
  [{ ...first, lineStyle: "wavy" }],
  [{ ...first, visible: 1 }],
  [{ ...first, strokeWidth: 6 }],
  [{ ...first, strokeWidth: "2" }],
  [{ ...first, fontSize: 9.5 }],
  [{ ...first, fontSize: 50.5 }],
])("refuses what it cannot read: %j", (stored) => {
  expect(readLineSettings(stored)).toBeNull();
});
