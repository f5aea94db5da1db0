import { render } from "@testing-library/react";
import { Provider } from "react-redux";
import { expect, it } from "vitest";
import type { SummaryAnswer } from "@/api/generated";
import { firstChart } from "@/kept/chart/chart-slice";
import { aSummary } from "@/lib/testing/fixtures";
import { aStore, letIn } from "@/lib/testing/render";
import { readDay } from "@/plot/candles/day";
import { anAnswer } from "@/plot/candles/fixtures";
import { type Caption, useCaption } from "./caption";

const signal = (bar_number: number, signal_type: number) => ({ bar_number, signal_type, ft_flag: 0 });

function captionOf(answer: Parameters<typeof anAnswer>[0], summary: SummaryAnswer | null, amaOn = false) {
  let caption: Caption | undefined;
  const day = readDay({ ...anAnswer(answer), amaSignals: [signal(3, 5), signal(1, -1), signal(7, 5)] });
  function Reader() {
    caption = useCaption(day);
    return null;
  }
  const session = { ...letIn.session, summary };
  const store = aStore({ session, chart: { ...firstChart, amaOn } });
  render(
    <Provider store={store}>
      <Reader />
    </Provider>,
  );
  if (!caption) throw new Error("there is no caption");
  return caption;
}

const MARKET = aSummary({ sample_data: false, roll_state: "known" });

it("names instrument, day and contract, and what is special about the day", () => {
  const metadata = { symbol: "NQ", kind: "short" as const, is_roll: true, contract: "NQM4" };
  const caption = captionOf({ date: "2024-05-03", metadata }, MARKET);
  expect(caption.title).toBe("NQ, 2024-05-03, Friday, 5-minute bars, contract NQM4");
  expect(caption.lines.join()).toMatch(/^Half day: \d+ bars\. Roll session to NQM4: /);
  expect(caption.isSample).toBe(false);
});

it.each([
  ["sample data", aSummary({ sample_data: true })],
  ["data nobody has vouched for", null],
])("%s are no market's", (_, summary) => {
  const { isSample, lines } = captionOf({}, summary);
  expect(isSample).toBe(true);
  expect(lines[0]).toBe("DEMO - made-up prices: sample data of this program, not of a market.");
});

it("says that rolls are unknown", () => {
  const { lines } = captionOf({}, aSummary({ sample_data: false, roll_state: "unknown" }));
  expect(lines).toContain("Rolls are unknown: gaps may hold contract changes.");
});

it("has the colours of the signals that are painted, each once, and the moving average's", () => {
  const labels = (amaOn: boolean) => captionOf({}, MARKET, amaOn).legend.map(({ label }) => label);
  expect(labels(true)).toEqual(["Bear breakout", "Bull big breakout", "EMA"]);
  expect(labels(false)).toEqual(["EMA"]);
  expect(captionOf({}, MARKET, true).legend[0]?.color).toBe("#C80000");
});
