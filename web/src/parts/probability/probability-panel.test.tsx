import { render, screen } from "@testing-library/react";
import { Provider } from "react-redux";
import { describe, expect, test } from "vitest";
import { catalogueArg } from "@/api/catalogue";
import { dataApi } from "@/api/data-api";
import type { FeatureResult } from "@/api/generated";
import { aStore, letIn } from "@/lib/testing/render";
import { ProbabilityPanel } from "./probability-panel";
import { FEATURE, moduleOf, OCCURRENCE, resultOf, TIMING } from "./testing/fixtures";

const RESULT = resultOf({ occurrence: moduleOf(OCCURRENCE, "Occurrence") });

interface Shown {
  result?: FeatureResult | undefined;
  isLoading?: boolean;
  error?: string | null;
}

function show({ result, isLoading = false, error = null }: Shown) {
  const ui = { ...letIn.ui, moduleFeatures: [FEATURE.name] };
  return render(
    <Provider store={aStore({ ui })}>
      <ProbabilityPanel feature={FEATURE} result={result} isLoading={isLoading} error={error} filtered />
    </Provider>,
  );
}

function panel() {
  return screen.getByRole("region", { name: "Probability of Gap Fill (bar)" });
}

describe("the panel's states", () => {
  test("loading keeps the place of what comes", () => {
    show({ isLoading: true });
    expect(screen.getByRole("status")).toHaveTextContent("Loading probability data...");
    expect(panel()).toHaveAttribute("aria-busy", "true");
  });

  test("old figures stay, dimmed, while new ones come", () => {
    show({ result: RESULT, isLoading: true });
    expect(panel()).toHaveAttribute("data-stale", "true");
    expect(screen.getByText("75.00%")).toBeVisible();
  });

  test("an error says what the service said", () => {
    show({ error: "Network error" });
    expect(screen.getByRole("alert")).toHaveTextContent("Error loading probability: Network error");
  });

  test("no answer", () => {
    show({});
    expect(panel()).toHaveTextContent("No probability data available");
  });

  test.each([{ feature: "gap_up" }, { modules: {} }, {}])("an answer without both parts, %o", (part) => {
    show({ result: part as unknown as FeatureResult });
    expect(screen.getByRole("alert")).toHaveTextContent("Invalid probability data structure");
  });

  test("an answer without modules", () => {
    show({ result: resultOf({}) });
    expect(panel()).toHaveTextContent("No statistical data available");
  });
});

describe("modules", () => {
  test("stand in the fixed order, an unknown kind last as formatted JSON", () => {
    const unknown = moduleOf({ tides: [1] } as never, "Moon phase");
    show({
      result: resultOf({
        moon: unknown,
        TIMING_ANALYSIS: moduleOf(TIMING, "Timing"),
        OCCURRENCE: moduleOf(OCCURRENCE, "Occurrence"),
      }),
    });
    const titles = screen.getAllByRole("heading", { level: 4 }).map((title) => title.textContent);
    expect(titles).toEqual(["Occurrence", "Timing", "Moon phase"]);
    expect(document.querySelector("pre")?.textContent).toBe(JSON.stringify({ tides: [1] }, null, 2));
  });

  test("that failed are listed, and the others still stand", () => {
    const failed = { ...moduleOf(null, "Timing Analysis"), status: "error" as const };
    const modules = {
      ...RESULT.modules,
      timing_analysis: { ...failed, error: "no bars" },
      period_probability: { ...failed, display_name: "" },
    };
    show({ result: resultOf(modules) });
    expect(panel()).toHaveTextContent(
      "Module Errors:Timing Analysis: no barsperiod_probability: Unknown error",
    );
    expect(screen.getByText("75.00%")).toBeVisible();
  });
});

describe("honesty", () => {
  test("under 30 days the card says so", () => {
    show({ result: resultOf(RESULT.modules, { sample_size: { days: 17, grade: "small" } }) });
    expect(panel()).toHaveTextContent("Small sample: 17 days. Read as an anecdote, not a rate.");
    expect(panel()).toHaveAttribute("data-sample", "small");
  });

  test("a medium sample is quiet", () => {
    show({ result: RESULT });
    expect(panel()).not.toHaveTextContent("Small sample");
  });

  test("no day at all is not called a small sample", () => {
    show({ result: resultOf(RESULT.modules, { sample_size: { days: 0, grade: "small" } }) });
    expect(panel()).not.toHaveTextContent("Small sample");
  });

  test("days without a value are counted", () => {
    const occurrence = { ...moduleOf(OCCURRENCE, "Occurrence"), metadata: { n: 40, missing_days: 3 } };
    show({ result: resultOf({ occurrence }) });
    expect(panel()).toHaveTextContent("3 days without a value");
  });

  test("a filter that looks ahead is named as the page names it", async () => {
    const store = aStore();
    const answer = { features: [{ ...FEATURE, name: "close_vs_gx", displayName: "Close vs Globex" }] };
    await store.dispatch(
      dataApi.util.upsertQueryData(
        "features",
        catalogueArg(letIn.ui.symbol, letIn.session.user?.profile ?? "standard"),
        answer as never,
      ),
    );
    const result = resultOf(RESULT.modules, {
      look_ahead: [FEATURE.name, "close_vs_gx", "retired_feature"],
      conditioned: true,
    });
    render(
      <Provider store={store}>
        <ProbabilityPanel feature={FEATURE} result={result} isLoading={false} error={null} filtered />
      </Provider>,
    );
    expect(panel()).toHaveTextContent(
      "Look-ahead: Close vs Globex, Retired feature known later than what is read here",
    );
  });

  test("a filtered feature is no look-ahead of its own", () => {
    const own = { look_ahead: [FEATURE.name], conditioned: true };
    show({ result: resultOf(RESULT.modules, own) });
    expect(panel()).not.toHaveTextContent("Look-ahead");
  });
});
