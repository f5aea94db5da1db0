import { fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "react-redux";
import { expect, test, vi } from "vitest";
import { aStore } from "@/lib/testing/render";
import { ProbabilityPanel } from "../probability-panel";
import { FEATURE, moduleOf, OCCURRENCE, periodsOf, resultOf, TIMING } from "../testing/fixtures";
import { pageText } from "../testing/show-module";
import { NO_OCCURRENCES } from "../words";

const MODULES = {
  occurrence: moduleOf(OCCURRENCE, "Occurrence"),
  timing_analysis: moduleOf(TIMING, "Timing Analysis"),
  period_probability: moduleOf(periodsOf([20, 8, 2], 40), "Period Probability"),
};

function shown(modules: Parameters<typeof resultOf>[0] = MODULES, feature = FEATURE) {
  const onDays = vi.fn();
  const store = aStore();
  render(
    <Provider store={store}>
      <ProbabilityPanel
        feature={feature}
        result={resultOf(modules)}
        isLoading={false}
        error={null}
        filtered
        onDays={onDays}
      />
    </Provider>,
  );
  return { onDays, store };
}

const titles = () => screen.queryAllByRole("heading", { level: 4 }).map(({ textContent }) => textContent);

test("an event is one picture: its modules open behind a switch that is remembered", () => {
  const { store } = shown();
  expect(screen.getByRole("img", { name: /^By when, of 40 days: / })).toBeVisible();
  expect(screen.getByRole("img", { name: /^75.00% of 40 days; 95% interval/ })).toBeVisible();
  expect(titles()).toEqual([]);
  const button = screen.getByRole("button", { name: "All figures", expanded: false });
  fireEvent.click(button);
  expect(titles()).toEqual(["Occurrence", "Timing Analysis", "Period Probability"]);
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(store.getState().ui.moduleFeatures).toEqual([FEATURE.name]);
  fireEvent.click(button);
  expect(titles()).toEqual([]);
});

test("each close can be read, and the bar's days opened, as days of the timing", () => {
  const { onDays } = shown();
  const at = screen.getByRole("slider", { name: "Bar; Enter lists its days" });
  expect(at).toHaveAttribute("aria-valuetext", "by 9:35: 0.00%; 95% 0.00 to 8.76; bar 1: 0 days");
  fireEvent.keyDown(at, { key: "Enter" });
  expect(onDays).not.toHaveBeenCalled();
  fireEvent.keyDown(at, { key: "ArrowRight" });
  expect(at.getAttribute("aria-valuetext")).toMatch(/^by 9:40: 50.00%.*bar 2: 20 days$/);
  fireEvent.keyDown(at, { key: "Enter" });
  expect(onDays).toHaveBeenCalledExactlyOnceWith({
    part: { feature: FEATURE.name, module: "timing_analysis", place: "2", side: "above" },
    label: `${FEATURE.displayName}, event on bar 2 (9:35)`,
  });
  fireEvent.keyDown(at, { key: "End" });
  expect(at).toHaveAttribute("aria-valuenow", "81");
});

test("the line goes from nothing at the open to the rate at the close", () => {
  shown();
  const line = document.querySelector("[class*='matched']")?.getAttribute("d");
  expect(line).toMatch(/^M0 100L1 100L2 50L/);
  expect(line).toMatch(/L81 25$/);
});

test("an extreme, which comes on every day, is drawn without an occurrence", () => {
  const { value_range: _, ...logic } = FEATURE.business_logic;
  const feature = { ...FEATURE, business_logic: { ...logic, value_range: { min: 1, max: 81 } } };
  shown({ timing_analysis: moduleOf({ ...TIMING, total_occurrences: 40 }, "Timing Analysis") }, feature);
  expect(screen.getByRole("img", { name: /^By when, of 40 days/ })).toBeVisible();
  expect(pageText()).toMatch(/^by 9:40 on half of 40 days/);
});

test("an event that never came has no curve, and its modules say so", () => {
  const never = { ...TIMING, total_occurrences: 0, median_bar: null };
  shown({ ...MODULES, timing_analysis: moduleOf(never, "Timing Analysis") });
  expect(screen.queryByRole("img", { name: /^By when/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "All figures" }));
  expect(pageText()).toContain(NO_OCCURRENCES);
});
