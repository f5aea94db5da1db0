import { render, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Provider } from "react-redux";
import { beforeEach, describe, expect, test } from "vitest";
import type { CoinRate } from "@/api/generated";
import { aCatalogue, aFeature } from "@/lib/testing/fixtures";
import { aStore } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { ProbabilityPanel } from "../probability-panel";
import { LABELS, NUMBERS } from "../testing/distribution-fixtures";
import { FEATURE, moduleOf, OCCURRENCE, resultOf } from "../testing/fixtures";
import { pageText, showModule } from "../testing/show-module";

beforeEach(() => {
  const gapUp = aFeature({ name: "gap_up", displayName: "Gap Up" });
  server.use(http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp], []))));
});

const COIN: CoinRate = {
  days: 5000,
  occurrence_days: 3010,
  occurrence: 0.602,
  difference: { value: 0.148, lower: 0.01, upper: 0.25 },
  p_value: 0.032,
  q_value: 0.61,
};
const TOSSED = { ...OCCURRENCE, coin: COIN };
const SENTENCE = "○ A coin gives 60.20%. Here 14.8 points more (1.0 to 25.0).";
const ENUM = { n: 40, labels: LABELS, p_value: 0.0123, q_value: 0.2 };
const LABELLED = {
  ...ENUM,
  labels: LABELS.map((label, at) => ({
    ...label,
    coin: { share: at === 0 ? 0.461 : 0.2, days: 900 },
  })),
};
const LEADS = { metadata: { look_ahead: ["gap_up"] } };
const PERCENT = { ...FEATURE, metadata: { ...FEATURE.metadata, unit: "%" } };

const circles = () =>
  [...document.querySelectorAll<HTMLElement>("[class*='coin']")].map(({ style }) =>
    Number.parseFloat(style.left).toFixed(1),
  );
const folded = (text: string | RegExp) => screen.getByText(text).closest("details") !== null;

describe("an occurrence", () => {
  test("says what a coin gives, with its circle on the track and its name below", () => {
    showModule("occurrence", TOSSED);
    expect(folded(SENTENCE)).toBe(false);
    expect(circles()).toEqual(["60.2"]);
    expect(pageText()).toContain(`others 50.00%${SENTENCE}`);
    expect(screen.getByRole("img", { name: /; other days 50.00%; coin 60.20%$/ })).toBeInTheDocument();
    expect(pageText()).toContain("coin60.20% of 5,000 coin dayscoin's p0.032coin's q (Holm)0.610");
  });

  test("has a coin unfiltered too, and then no others beside it", () => {
    showModule("occurrence", TOSSED, { filtered: false });
    expect(pageText()).toContain(`95% 59.80 to 85.80${SENTENCE}`);
  });

  test("without a coin says why, and draws no circle", () => {
    showModule("occurrence", { ...OCCURRENCE, coin: { reason: "known_before_open" } });
    expect(pageText()).toContain("Known before the open: not compared with a coin.");
    expect(pageText()).not.toContain("○");
    expect(circles()).toEqual([]);
  });

  test("that filters decide says nothing of a coin", () => {
    showModule("occurrence", { ...OCCURRENCE, coin: { reason: "decided_by_filters" } });
    expect(pageText()).not.toMatch(/coin/i);
  });

  test("under a filter of the day's own bars is held against the coin first, against others in More", () => {
    showModule("occurrence", TOSSED, LEADS);
    expect(folded(SENTENCE)).toBe(false);
    expect(folded(/^Beside other days: \+25.0 points, more often/)).toBe(true);
    expect(folded("q (Holm)")).toBe(true);
  });

  test("under shared bars too", () => {
    const shared_bars = { filters: ["gap_up"], first_bar: 1, last_bar: 12, clean_twin: null };
    showModule("occurrence", TOSSED, { metadata: { shared_bars } });
    expect(folded("q (Holm)")).toBe(true);
  });

  test("of any label has no test there either", () => {
    const event = moduleOf({ ...TOSSED, q_value: null }, "Occurrence");
    const labelled = moduleOf(ENUM, "Labels");
    render(
      <Provider store={aStore()}>
        <ProbabilityPanel
          feature={FEATURE}
          result={resultOf({ occurrence: event, basic_distribution: labelled }, LEADS.metadata)}
          isLoading={false}
          error={null}
          filtered
        />
      </Provider>,
    );
    expect(pageText()).toContain("Beside other days: +25.0 points");
    expect(screen.getAllByText("p")).toHaveLength(1);
  });

  test("where no coin has a say keeps the comparison with others in sight", () => {
    showModule("occurrence", { ...OCCURRENCE, coin: { reason: "few_days" } }, LEADS);
    expect(folded("+25.0 points, more often: differs here, as 1 in 20 random picks would")).toBe(false);
    expect(folded("q (Holm)")).toBe(true);
  });
});

describe("labels", () => {
  test("bear a circle each, and say its share to who hears them", () => {
    showModule("basic_distribution", LABELLED);
    expect(circles()[0]).toBe("46.1");
    expect(circles()).toHaveLength(LABELS.length);
    expect(pageText()).toContain("coin 46.10%");
    expect(pageText()).toContain("dotted tick: others, ○ coin");
  });

  test("fold what is beside others where the coin leads", () => {
    showModule("basic_distribution", LABELLED, LEADS);
    expect(folded("q (Holm)")).toBe(true);
  });

  test("without a coin say why", () => {
    showModule("basic_distribution", { ...ENUM, coin: { reason: "few_coin_days" } });
    expect(pageText()).toContain("Too few coin days to hold these against.");
  });
});

describe("a number", () => {
  const tossed = { ...NUMBERS, coin: { days: 5000, median: 53.42, q1: 43.3, q3: 66.5 } };

  test("has the coin's median and middle half beside the others'", () => {
    showModule("basic_distribution", tossed, { feature: PERCENT });
    expect(pageText()).toContain("others' median12.5coin's median53.4 (43.3 to 66.5)");
    expect(screen.getByRole("img", { name: /; other days median 12.5%; coin median 53.4%$/ })).toBeVisible();
  });

  test("has the others' median in More where the coin leads", () => {
    showModule("basic_distribution", tossed, { feature: PERCENT, ...LEADS });
    expect(folded("others' median")).toBe(true);
    expect(folded("coin's median")).toBe(false);
  });
});
