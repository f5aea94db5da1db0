import { fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "react-redux";
import { expect, it, vi } from "vitest";
import type { ModuleResult } from "@/api/generated";
import { ProbabilityPanel } from "../probability-panel";
import { FEATURE, moduleOf, resultOf } from "../testing/fixtures";
import { withAllFigures } from "../testing/show-module";

const LABELS = {
  n: 10,
  labels: [
    { label: "Full up", value: "full_up", count: 7, pct: 70, confidence_interval: null, others: null },
    { label: "Flat", value: "flat", count: 0, pct: 0, confidence_interval: null, others: null },
  ],
};

function shown(kind: string, onDays?: () => void) {
  const result = resultOf({ [kind]: moduleOf(LABELS as unknown as ModuleResult["data"], kind, 10) });
  render(
    <Provider store={withAllFigures()}>
      <ProbabilityPanel
        feature={FEATURE}
        result={result}
        isLoading={false}
        error={null}
        filtered={false}
        {...(onDays && { onDays })}
      />
    </Provider>,
  );
}

it("a label's row opens the days of that label of that module", () => {
  const onDays = vi.fn();
  shown("BASIC_DISTRIBUTION", onDays);
  const [first, , button] = screen.getAllByRole("button");
  expect(button).toHaveAttribute("data-hint", expect.stringMatching(/click lists the days$/));
  fireEvent.click(button as HTMLElement);
  expect(onDays).toHaveBeenCalledExactlyOnceWith({
    part: { feature: FEATURE.name, module: "basic_distribution", place: "full_up", side: "above" },
    label: `${FEATURE.displayName}, Full up`,
  });
  expect(first).toHaveAccessibleName("7 of 10, list the days");
  fireEvent.click(first as HTMLElement);
  expect(onDays.mock.calls[1]).toEqual(onDays.mock.calls[0]);
});

it("a label without a day opens nothing, and no label does where days cannot be opened", () => {
  shown("basic_distribution", vi.fn());
  const rows = screen.getAllByRole("listitem").map((row) => within(row).queryAllByRole("button").length);
  expect(rows).toEqual([1, 0]);
  document.body.innerHTML = "";
  shown("basic_distribution");
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["All figures"]);
});
