import { fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "react-redux";
import { describe, expect, test } from "vitest";
import type { Occurrence, YearRate } from "@/api/generated";
import { aStore } from "@/lib/testing/render";
import { Years } from "../elements/years";
import { OCCURRENCE } from "../testing/fixtures";
import { heldFigures, years } from "./years";

const year = (name: number, days: number, occurrence_days: number): YearRate => ({
  year: name,
  days,
  occurrence_days,
  occurrence: days === 0 ? null : occurrence_days / days,
  confidence_interval: days === 0 ? { lower: null, upper: null } : { lower: 0.2, upper: 0.8 },
});

const RECENT =
  "Last 250 days 62.00%, the 1,740 before 65.00%; beside the coin 3.0 points lower. Could be chance.";

const HELD: Occurrence = {
  ...OCCURRENCE,
  years: [year(2023, 100, 50), year(2024, 0, 0), year(2025, 9, 9)],
  years_verdict: {
    against: "years",
    code: "differs",
    words: "Differs between years beyond what the coin gives (adjusted p 0.003).",
    reason: null,
    p: 0.0004,
    adjusted_p: 0.003,
  },
  recent: {
    days: 250,
    occurrence: 0.62,
    before: { occurrence: 0.65, occurrence_days: 65, total_days: 100 },
    difference: { value: -0.03, lower: -0.09, upper: 0.021 },
    verdict: {
      against: "recent",
      code: "could_be_chance",
      words: RECENT,
      reason: null,
      p: null,
      adjusted_p: null,
    },
  },
};

function shown(data = HELD, untested: string | null = null) {
  const section = years(data, untested);
  if (!section || !("years" in section)) throw new Error("no years");
  const store = aStore();
  render(
    <Provider store={store}>
      <Years {...section} />
    </Provider>,
  );
  return store;
}

describe("the years of an occurrence", () => {
  test("say whether they differ and what the last days were", () => {
    shown();
    expect(screen.getByText(HELD.years_verdict?.words ?? "")).toBeVisible();
    expect(screen.getByText(RECENT)).toBeVisible();
  });

  test("say nothing of a test where filters decide the feature", () => {
    expect(years(HELD, "you filter by this, so it is not tested")).toMatchObject({
      words: null,
      recent: RECENT,
    });
  });

  test("have their tests among all figures", () => {
    const figures = {
      "p of the years": "below 0.001",
      "adjusted p of the years": "0.003",
      "last days minus before": "−3.0 points (−9.0 to 2.1)",
    };
    expect(heldFigures(HELD)).toContainEqual({ figures });
    expect(heldFigures(OCCURRENCE)).toEqual([]);
  });

  test("are not drawn where there is one, or none", () => {
    expect(years({ ...HELD, years: [year(2025, 200, 100)] }, null)).toBeNull();
    expect(years(OCCURRENCE, null)).toBeNull();
    expect(years({ ...HELD, recent: null }, null)).toMatchObject({ recent: null });
  });

  test("are read out one by one; a year of few days is hollow", () => {
    shown();
    const at = screen.getByRole("slider");
    expect(at).toHaveAttribute("aria-valuetext", "2023: 50.00% of 100 days; 95% 20.00 to 80.00");
    fireEvent.keyDown(at, { key: "ArrowRight" });
    expect(at).toHaveAttribute("aria-valuetext", "2024: no day with a value");
    const [bars, hollow] = document.querySelectorAll("path");
    expect(bars).toHaveAttribute("d", "M0.15 100V37.5H0.85V100Z");
    expect(hollow).toHaveAttribute("d", "M2.15 100V0H2.85V100Z");
  });

  test("become the date range, waiting for Apply, by pointer and keyboard", () => {
    const store = shown();
    const group = screen.getByRole("group", { name: "Years" });
    group.getBoundingClientRect = () => ({ left: 0, width: 300 }) as DOMRect;
    fireEvent.pointerMove(group, { clientX: 250 });
    expect(screen.getByRole("slider")).toHaveAttribute("aria-valuenow", "3");
    fireEvent.click(group, { clientX: 50 });
    const dates = { feature: "Date_Range", operator: "range", value: ["2023-01-01", "2023-12-31"] };
    expect(store.getState().filters).toMatchObject({ active: [], pending: [dates] });
    fireEvent.keyDown(screen.getByRole("slider"), { key: "Enter" });
    expect(store.getState().filters.pending[0]).toMatchObject({ value: ["2025-01-01", "2025-12-31"] });
  });
});
