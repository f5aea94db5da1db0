import { describe, expect, test } from "vitest";
import { aBar, aDay } from "./fixtures";
import { dayLabel, filtersLine, formatPrice, legendOf, signalText, tooltipRows, toTick } from "./words";

test("a price has two decimals and groups of thousands, and more decimals where its tick needs them", () => {
  expect(formatPrice(5213.5)).toBe("5,213.50");
  expect(formatPrice(0, 2)).toBe("0.00");
  expect(formatPrice(1.07605, 5)).toBe("1.07605");
  expect(formatPrice(18004, 0)).toBe("18,004.00");
});

describe("the line of filters", () => {
  test("joins them by ' | '", () => {
    expect(filtersLine(["Gap Up = true", "Gap Size 5 to 20"])).toBe(
      "Filters: Gap Up = true | Gap Size 5 to 20",
    );
  });

  test("says that there are none", () => {
    expect(filtersLine([])).toBe("No active filters");
  });

  test("names every filter, however many", () => {
    expect(filtersLine(["a", "b", "c", "d", "e"])).toBe("Filters: a | b | c | d | e");
  });

  test("of 150 characters stands whole, a longer one is cut there and ends in '...'", () => {
    const whole = `Filters: ${"x".repeat(141)}`;
    expect(filtersLine(["x".repeat(141)])).toBe(whole);
    expect(filtersLine(["x".repeat(142)])).toBe(`${whole}...`);
  });
});

describe("the tooltip", () => {
  test("says all that is known of a bar", () => {
    const bar = aBar({ bar_number: 13, ibs: 83.33, avg_range: 5.4375 });
    expect(tooltipRows(bar, { type: "10", ft: 1 }, 2)).toEqual([
      ["Bar", "13"],
      ["Time", "10:30"],
      ["Open", "5,200.00"],
      ["High", "5,204.00"],
      ["Low", "5,198.00"],
      ["Close", "5,203.00"],
      ["IBS", "83"],
      ["Bar Range", "6.00"],
      ["Avg Range", "5.44"],
      ["Z-Score (Range)", "0.42"],
      ["Z-Score (Body)", "-0.12"],
      ["Signal", "bull follow-through (10), FT 1"],
    ]);
  });

  test("writes ranges in the instrument's ticks", () => {
    const bar = aBar({ bar_range: 0.25, avg_range: 0.75 });
    const ofRange = (decimals: number) =>
      tooltipRows(bar, undefined, decimals)
        .filter(([name]) => name.endsWith(" Range"))
        .map(([, value]) => value);
    expect(ofRange(2)).toEqual(["0.25", "0.75"]);
    expect(ofRange(5)).toEqual(["0.25000", "0.75000"]);
  });

  test("says Signal: None without one, and a dash for what is not known yet", () => {
    const rows = new Map(
      tooltipRows(aBar({ avg_range: null, z_score_full: null, z_score_body: null }), undefined, 2),
    );
    expect(rows.get("Signal")).toBe("None");
    expect([rows.get("Avg Range"), rows.get("Z-Score (Range)"), rows.get("Z-Score (Body)")]).toEqual([
      "–",
      "–",
      "–",
    ]);
  });

  test("tells a big breakout that followed through by its flag", () => {
    expect(signalText({ type: "-5", ft: -1 })).toBe("bear big breakout (-5), FT -1");
    expect(signalText({ type: "5", ft: 0 })).toBe("bull big breakout (5)");
  });

  test("of a bar of the day before says so", () => {
    expect(tooltipRows(aBar({ session: "previous", bar_number: 80 }), undefined, 2)[0]).toEqual([
      "Bar",
      "80 (previous day)",
    ]);
  });
});

test("a sentence says the day to whoever does not see it", () => {
  const day = { ...aDay({ signals: { 1: 1 } }), bars: [aBar()] };
  expect(dayLabel(day)).toBe(
    "ES on 2024-05-03: 1 bar, open 5,200.00, high 5,204.00, low 5,198.00, close 5,203.00, 1 AMA signal",
  );
});

test("a price is rounded to the instrument's tick", () => {
  expect(toTick(5213.37, 0.25)).toBe(5213.25);
  expect(toTick(5213.38, 0.25)).toBe(5213.5);
  expect(formatPrice(toTick(1.076071, 0.00005), 5)).toBe("1.07605");
});

test("the legend gives the bar's four prices", () => {
  expect(legendOf(aBar(), 2)).toEqual([
    ["O", "5,200.00"],
    ["H", "5,204.00"],
    ["L", "5,198.00"],
    ["C", "5,203.00"],
  ]);
});
