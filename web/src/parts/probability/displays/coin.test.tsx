import { render, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Provider } from "react-redux";
import { beforeEach, describe, expect, test } from "vitest";
import type { CoinQuartiles } from "@/api/generated";
import { aCoin, aVerdict, NO_COIN } from "@/lib/testing/coins";
import { aCatalogue, aFeature } from "@/lib/testing/fixtures";
import { server } from "@/lib/testing/server";
import { ProbabilityPanel } from "../probability-panel";
import { LABELS, NUMBERS } from "../testing/distribution-fixtures";
import { FEATURE, moduleOf, OCCURRENCE, resultOf } from "../testing/fixtures";
import { pageText, showModule, withAllFigures } from "../testing/show-module";

beforeEach(() => {
  const gapUp = aFeature({ name: "gap_up", displayName: "Gap Up" });
  server.use(http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp], []))));
});

const WORDS = "Coin: 60.20%. Looks different; 1 in 20 comparisons does by chance.";
const OTHERS = "Other days: 50.00%. Looks different; 1 in 20 comparisons does by chance.";
const COIN = aCoin({
  verdict: aVerdict({ code: "looks_different", words: WORDS, p: 0.032, adjusted_p: 0.61, family_size: 54 }),
});
const TOO_FEW = aVerdict({
  code: "not_tested",
  words: "Too few days to test.",
  reason: "too_few",
  p: null,
  adjusted_p: null,
});
const TOSSED = { ...OCCURRENCE, coin: COIN };
const NAMED = "○ A coin, on the same days: 60.20%.";
const ENUM = { n: 40, labels: LABELS };
const LABELLED = {
  ...ENUM,
  labels: LABELS.map((label, at) => ({
    ...label,
    coin: aCoin({ occurrence: at === 0 ? 0.461 : 0.2, verdict: COIN.verdict }),
  })),
};
const PERCENT = { ...FEATURE, metadata: { ...FEATURE.metadata, unit: "%" } };

const circles = () =>
  [...document.querySelectorAll<HTMLElement>("[class*='coin']")].map(({ style }) =>
    Number.parseFloat(style.left).toFixed(1),
  );
const folded = (text: string | RegExp) => screen.getByText(text).closest("details") !== null;

describe("an occurrence", () => {
  test("leads with the coin's verdict, names its circle on the track, and has its figures under More", () => {
    showModule("occurrence", TOSSED);
    expect(screen.getByText(WORDS).tagName).toBe("B");
    expect(folded(NAMED)).toBe(false);
    expect(circles()).toEqual(["60.2"]);
    expect(pageText()).toContain(`others 50.00%All figuresoccurrence${NAMED}`);
    expect(screen.getByRole("img", { name: /; other days 50.00%; coin 60.20%$/ })).toBeInTheDocument();
    expect(pageText()).toContain(
      "A coin, on the same daysrate60.20%difference+14.8 points (1.0 to 25.0)p0.032adjusted p0.610 for 54 comparisons" +
        "days compared39days without a coin day that matches1p is by day: each day against the coin days " +
        "of its own session that match as well. It is adjusted by Holm's method for all that this answer tests.",
    );
    expect(screen.getAllByText("adjusted p").every((each) => each.closest("details"))).toBe(true);
  });

  test("says what to expect of the next days below the coin", () => {
    showModule("occurrence", TOSSED);
    expect(pageText()).toContain(`${NAMED}Expect about 66%: of the next 10 such days 5 to 8.`);
    expect(folded(/^Expect about/)).toBe(false);
  });

  test("expects one number of days where both limits are that", () => {
    const expect9 = { rate: 0.999, of: 10, low: 10, high: 10 };
    showModule("occurrence", { ...OCCURRENCE, coin: aCoin({ expect: expect9 }) });
    expect(pageText()).toContain("Expect about 100%: of the next 10 such days 10.");
  });

  test("has a coin unfiltered too, and then no others beside it", () => {
    showModule("occurrence", TOSSED, { filtered: false });
    expect(pageText()).toContain(`95% 59.80 to 85.80All figuresoccurrence${NAMED}`);
  });

  test("that is not tested says why beside the coin's rate, and has no p", () => {
    showModule("occurrence", { ...OCCURRENCE, coin: aCoin({ verdict: TOO_FEW }) });
    expect(folded(`${NAMED} Too few days to test.`)).toBe(false);
    expect(screen.getAllByText("adjusted p", { selector: "dt" }), "of the other days").toHaveLength(1);
  });

  test("without a coin says why, and draws no circle", () => {
    showModule("occurrence", { ...OCCURRENCE, coin: NO_COIN });
    expect(pageText()).toContain("Known before the open, so there is no coin to compare with.");
    expect(pageText()).not.toContain("○");
    expect(circles()).toEqual([]);
  });

  test("that filters decide says nothing of a coin", () => {
    const words = "Your filter fixes part of this, so it is not tested by a coin.";
    const coin = { verdict: { ...TOO_FEW, reason: "fixed_by_filter", words } } as const;
    showModule("occurrence", { ...OCCURRENCE, coin }, { metadata: { conditioned: true } });
    expect(screen.getByText("you filter by this, so it is not tested")).toBeVisible();
    expect(pageText()).not.toMatch(/coin/i);
  });

  test("is compared with the coin first, with others in More", () => {
    showModule("occurrence", TOSSED);
    expect(folded(WORDS)).toBe(false);
    expect(folded(OTHERS)).toBe(true);
  });

  test("of any label has its own test", () => {
    const event = moduleOf(OCCURRENCE, "Occurrence");
    const labelled = moduleOf(ENUM, "Labels");
    render(
      <Provider store={withAllFigures()}>
        <ProbabilityPanel
          feature={FEATURE}
          result={resultOf({ occurrence: event, basic_distribution: labelled })}
          isLoading={false}
          error={null}
          filtered
        />
      </Provider>,
    );
    expect(screen.getAllByText("adjusted p", { selector: "dt" })).toHaveLength(1);
  });

  test("without a coin's test keeps the comparison with others in sight", () => {
    showModule("occurrence", { ...OCCURRENCE, coin: aCoin({ verdict: TOO_FEW }) });
    expect(folded(OTHERS)).toBe(false);
    expect(folded("adjusted p")).toBe(true);
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

  test("fold what is beside others, and have every label's figures in a table", () => {
    showModule("basic_distribution", LABELLED);
    expect(screen.getByRole("table", { name: "Other days" }).closest("details")).not.toBeNull();
    const table = screen.getByRole("table", { name: "A coin, on the same days" });
    expect(table.closest("details")).toHaveTextContent(
      `Against a coin: each label${LABELS[0]?.label}${WORDS}`,
    );
    const [, first, ...rest] = within(table).getAllByRole("row");
    expect(first).toHaveTextContent(`${LABELS[0]?.label}+14.8 points1.0 to 25.00.032adjusted 0.610`);
    expect(rest).toHaveLength(LABELS.length - 1);
    expect(pageText()).toContain("days compared39days without a coin day that matches1");
  });

  test("without a coin say why, and have no such table", () => {
    showModule("basic_distribution", {
      ...ENUM,
      labels: LABELS.map((label) => ({ ...label, coin: NO_COIN })),
    });
    expect(screen.getByText("Known before the open, so there is no coin to compare with.")).toBeVisible();
    expect(screen.queryByRole("table", { name: "A coin, on the same days" })).toBeNull();
    expect(circles()).toEqual([]);
  });
});

describe("a number", () => {
  const words = "32.9% less than a coin (53.4%).";
  const verdict = aVerdict({ code: "fewer", words, p: 0.0001, adjusted_p: 0.03 });
  const coin: CoinQuartiles = { days: 38, median: 53.42, q1: 43.3, q3: 66.5, verdict };
  const tossed = { ...NUMBERS, coin };

  test("leads with the coin's verdict, and has the coin's median and middle half", () => {
    showModule("basic_distribution", tossed, { feature: PERCENT });
    expect(screen.getByText(words).tagName).toBe("B");
    expect(pageText()).toContain("coin's median53.4 (43.3 to 66.5)");
    expect(screen.getByRole("img", { name: /; other days median 12.5%; coin median 53.4%$/ })).toBeVisible();
  });

  test("has the others' median in More where the coin leads", () => {
    showModule("basic_distribution", tossed, { feature: PERCENT });
    expect(folded("others' median")).toBe(true);
    expect(folded("coin's median")).toBe(false);
    expect(pageText()).toContain("A coin, on the same dayspbelow 0.001adjusted p0.030days compared38");
    expect(folded("adjusted p")).toBe(true);
  });

  test("without a coin says why, and has the others' median in sight", () => {
    showModule("basic_distribution", { ...NUMBERS, coin: NO_COIN }, { feature: PERCENT });
    expect(pageText()).toContain("Known before the open, so there is no coin to compare with.");
    expect(folded("others' median")).toBe(false);
  });
});
