import { render, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Provider } from "react-redux";
import { beforeEach, describe, expect, test } from "vitest";
import type { Feature } from "@/api/generated";
import { aCatalogue, aFeature } from "@/lib/testing/fixtures";
import { server } from "@/lib/testing/server";
import { ProbabilityPanel } from "../probability-panel";
import { HOURS, LABELS, NUMBERS, PARTS, RANGES, THRESHOLDS } from "../testing/distribution-fixtures";
import { FEATURE, moduleOf, OCCURRENCE, resultOf } from "../testing/fixtures";
import { pageText, showModule, withAllFigures } from "../testing/show-module";

const POINTS: Feature = { ...FEATURE, metadata: { ...FEATURE.metadata, unit: "pts" } };
beforeEach(() => {
  const fill = aFeature({ name: "gap_fill_bar", displayName: "Gap Fill (bar)" });
  server.use(http.get("*/api/features", () => HttpResponse.json(aCatalogue([fill], []))));
});

const PERCENT: Feature = { ...FEATURE, metadata: { ...FEATURE.metadata, unit: "%" } };

test("hours are shown as shares of the event days", () => {
  showModule("time_distribution", HOURS);
  expect(
    screen.getByRole("img", { name: "Event days by hour: 9:30 66.67%, 1:30 33.33%" }),
  ).toBeInTheDocument();
  expect(pageText()).toContain("of 30 event daysdotted: others");
});

describe("basic distribution", () => {
  test("of numbers shows the median with its interval, the mean, and the others' median", () => {
    showModule("basic_distribution", NUMBERS, { feature: PERCENT });
    expect(pageText()).toContain("median20.5%95%16.0 to 24.0mean21.3others' median12.5");
    expect(pageText()).toContain("quartiles14.0 to 28.0range−3.0 to 61.0standard deviation9.0");
    expect(screen.getByRole("img", { name: /^40 days by value: median 20.5%/ })).toBeInTheDocument();
  });

  test("of prices shows ticks; mean and deviation are averages", () => {
    showModule("basic_distribution", { ...NUMBERS, median: 20.25, q1: 14.5 }, { feature: POINTS });
    expect(pageText()).toContain("median20.25 pts95%16.00 to 24.00mean21.3others' median12.50");
    expect(pageText()).toContain("quartiles14.50 to 28.00range−3.00 to 61.00standard deviation9.0");
    expect(pageText()).toContain("others' quartiles4.00 to 22.00, 60 days");
    const label =
      "40 days by value: median 20.25 pts, middle half 14.50 to 28.00 pts, from −3.00 to 61.00 pts";
    expect(screen.getByRole("img").getAttribute("aria-label")).toContain(label);
  });

  test("that an event splits shows the middle of either kind of day, and none of both", () => {
    const { unmount } = showModule("basic_distribution", { ...NUMBERS, parts: PARTS }, { feature: PERCENT });
    const [filled, unfilled] = screen.getAllByText(/^Gap/).map((name) => name.parentElement);
    expect(filled).toHaveTextContent(
      /^Gap filled:median 12.3%, middle half 5.1 to 20.4% \(30 days; other days 10.9%\)$/,
    );
    expect(unfilled).toHaveTextContent(
      /^Gap not filled:median 61.0%, middle half 40.2 to 75.5% \(10 days\)$/,
    );
    expect(screen.queryByText("median")).toBeNull();
    expect(screen.queryByText("quartiles")).toBeNull();
    expect(pageText()).toContain("40 days, both kinds");
    expect(screen.getByRole("img", { name: "40 days by value, from −3.0 to 61.0%" })).toBeInTheDocument();
    unmount();
    const none = { n: 0, median: null, q1: null, q3: null };
    const parts = PARTS.map((part) => (part.happened ? part : { ...part, matched: none }));
    showModule("basic_distribution", { ...NUMBERS, parts }, { feature: PERCENT, filtered: false });
    expect(pageText()).toContain("(30 days)Gap not filled:no days");
    expect(screen.getByText("median")).toBeInTheDocument();
  });

  test("that an event splits leaves out what counts both kinds of day together, and says how to see one", async () => {
    const show = (parts: typeof PARTS) => {
      const modules = {
        basic_distribution: moduleOf({ ...NUMBERS, parts }, "basic_distribution"),
        percentage_distribution: moduleOf(RANGES, "percentage_distribution"),
        threshold_analysis: moduleOf(THRESHOLDS, "threshold_analysis"),
      };
      const shown = { result: resultOf(modules), isLoading: false, error: null, filtered: true };
      return render(
        <Provider store={withAllFigures()}>
          <ProbabilityPanel feature={PERCENT} {...shown} />
        </Provider>,
      );
    };
    const { unmount } = show(PARTS);
    const how = "Ranges and thresholds would mix both kinds of day. Filter by Gap Fill (bar) to see one.";
    expect(await screen.findByText(how)).toBeInTheDocument();
    expect(screen.queryByText("median")).toBeNull();
    expect(document.querySelectorAll("[data-module]")).toHaveLength(1);
    unmount();
    const none = { n: 0, median: null, q1: null, q3: null };
    show(PARTS.map((part) => (part.happened ? part : { ...part, matched: none })));
    expect(document.querySelectorAll("[data-module]")).toHaveLength(3);
    expect(pageText()).not.toContain("would mix");
  });

  test("of labels keeps the server's order and shows others and tests", () => {
    showModule("basic_distribution", { n: 40, labels: LABELS });
    const rows = screen.getAllByRole("listitem");
    expect(rows[0]).toHaveTextContent("Above25.00%10 days; 95% 14.00 to 40.00; others 50.00%");
    expect(rows[1]).toHaveTextContent("Inside75.00%30");
    expect(pageText()).toContain(
      "75.00% of 40 days: Inside, the most frequentOther days: 50.00%. Looks different; 1 in 20 comparisons does by chance.",
    );
    expect(pageText()).toContain(
      "of 40 daysdotted tick: othersMore on labels beside other daysAboveOther days",
    );
    const table = screen.getByRole("table", { name: "Other days" });
    expect(table.closest("details")).not.toBeNull();
    const [, first, ...rest] = within(table).getAllByRole("row");
    expect(first).toHaveTextContent("Above+25.0 points6.0 to 41.00.021adjusted 0.410");
    expect(rest).toHaveLength(1);
  });

  test("of labels that a filter decides says so and tests nothing", () => {
    const data = { n: 40, labels: LABELS };
    const certain = { conditioned: true, outcome: "certain" } as const;
    const { unmount } = showModule("basic_distribution", data, { metadata: certain });
    expect(pageText()).toContain("your filter makes this certain, so it is not tested");
    expect(pageText()).not.toMatch(/Looks different|Holm/);
    unmount();
    showModule("basic_distribution", data, { metadata: { conditioned: true } });
    expect(pageText()).toContain("you filter by this, so it is not tested");
  });
});

test("positions show count and share with interval and others", () => {
  showModule("categorical_distribution", {
    distribution: { Above: [10, 25] },
    total_observations: 40,
    labels: LABELS,
  });
  expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("Above25.00%10 days; 95% 14.00 to 40.00");
});

test("ranges show summary and labelled distribution", () => {
  showModule("percentage_distribution", RANGES, { feature: PERCENT });
  expect(pageText()).toContain("median20.5%IQR14.0 to 28.0full range−3.0 to 61.0");
  const label = "Share of days by range: 0% 10.00%, 0 to 25% 65.00%, ≥ 25% 25.00%";
  expect(screen.getByRole("img", { name: label })).toBeInTheDocument();
});

test("ranges and thresholds of prices are in ticks", () => {
  const { unmount } = showModule("percentage_distribution", RANGES, { feature: POINTS });
  expect(pageText()).toContain("median20.50 ptsIQR14.00 to 28.00full range−3.00 to 61.00");
  expect(pageText()).toContain("mean21.3standard deviation9.0");
  unmount();
  showModule("threshold_analysis", THRESHOLDS, { feature: POINTS });
  expect(pageText()).toContain("median20.50 ptsfull range−3.00 to 61.00 pts");
});

test("thresholds show the sentence, the ranges with share, count and days, and what was reached", () => {
  showModule("threshold_analysis", THRESHOLDS);
  expect(screen.getByText("The range 0 to 25% holds the most days: 26 of 40 (65.00%).")).toBeVisible();
  const row = screen.getByRole("row", { name: /^0 to 25%/, hidden: true });
  expect(row).toHaveTextContent("0 to 25%65.00%49.00 to 78.00others 50.00%26 of 40");
  expect(screen.getByRole("listitem", { hidden: true })).toHaveTextContent(
    "≥ 2525.00%10 days; 95% 14.00 to 40.00",
  );
});

test("a threshold that was reached bears its unit", () => {
  showModule("threshold_analysis", THRESHOLDS, { feature: PERCENT });
  expect(screen.getByRole("listitem", { hidden: true })).toHaveTextContent("≥ 25%25.00%10 days");
});

test.each([
  ["an empty list of ranges", { ...THRESHOLDS, ranges: [] }],
  ["neither ranges nor edges", { full_range: null, median: null, analysis: "No range holds most days." }],
])("thresholds with %s name the example ranges, each with a dash", (_, answer) => {
  showModule("threshold_analysis", answer);
  const rows = screen.getAllByRole("row", { hidden: true }).slice(1);
  const labels = ["0-31%", "31-62%", "62-124%", "124-186%", "186-240%", ">240%"];
  expect(rows.map(({ textContent }) => textContent)).toEqual(labels.map((label) => `${label}––`));
  expect(screen.queryByRole("button", { hidden: true, name: /days/ })).toBeNull();
});

describe.each([
  ["time_distribution", { hours: [{ label: "9:30", bar_range: "1-12", days: 0, pct: null }] }],
  ["basic_distribution", { ...NUMBERS, n: 0 }],
  ["categorical_distribution", { distribution: {}, total_observations: 0, labels: [] }],
  ["percentage_distribution", RANGES],
  ["threshold_analysis", THRESHOLDS],
])("%s", (kind, empty) => {
  test("without a day says so and draws nothing", () => {
    showModule(kind, empty, { n: 0 });
    expect(pageText()).toContain("No distribution data available");
    expect(screen.queryByRole("img")).toBeNull();
  });

  test("without data, and without its own field", () => {
    showModule(kind, null);
    expect(pageText()).toContain("No distribution data available");
    showModule(kind, { anything: 1 });
    expect(pageText()).toContain("Distribution data not available");
  });
});

test("an enum's card leads with each label's share, not with that of any", () => {
  const { validation } = FEATURE.ui_schema.filter_component;
  const component = {
    ...FEATURE.ui_schema.filter_component,
    validation: { ...validation, enum: ["none", "up"], labels: ["None", "Up"] },
  };
  const feature = { ...FEATURE, ui_schema: { ...FEATURE.ui_schema, filter_component: component } };
  const result = resultOf({
    occurrence: moduleOf(OCCURRENCE, "Occurrence"),
    basic_distribution: moduleOf({ n: 40, labels: LABELS }, "Distribution"),
  });
  render(
    <Provider store={withAllFigures()}>
      <ProbabilityPanel feature={feature} result={result} isLoading={false} error={null} filtered />
    </Provider>,
  );
  expect(pageText()).toMatch(
    /^75.00% of 40 days: Inside, the most frequentOther days: .+\.All figuresDistributionAbove25.00%/,
  );
  expect(screen.getByText("Any but None").closest("details")).not.toBeNull();
  expect(
    within(screen.getByText("Any but None").parentElement as HTMLElement).getByText("75.00%", {
      selector: "strong",
    }),
  ).toBeInTheDocument();
});
