import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { FeatureResult } from "@/api/generated";
import { aFeature, aSummary } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { ownRate, SharedBarsNote } from "./notes";
import { LABELS, NUMBERS } from "./testing/distribution-fixtures";
import { moduleOf, OCCURRENCE, resultOf } from "./testing/fixtures";

const BARS = { filters: ["or12_dir"], first_bar: 1, last_bar: 12, clean_twin: "rod_up" };
const twin = aFeature({ name: "rod_up", displayName: "Rest of Day Continues" });

function served(result: FeatureResult) {
  server.use(
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.get("*/api/features", () =>
      HttpResponse.json({ features: [twin], categories: [], total: 1, profile: "pro", profile_limits: {} }),
    ),
    http.post("*/api/v2/probabilities", () => HttpResponse.json({ probabilities: { rod_up: result } })),
  );
}

test("shared bars are named, with the twin that asks the same without them and its own rate", async () => {
  served({ ...resultOf({ occurrence: moduleOf(OCCURRENCE, "Occurrence") }), feature: "rod_up" });
  renderPage(<SharedBarsNote bars={BARS} />);
  expect(
    await screen.findByText(
      "Filter and outcome both use bars 1 to 12, so part of the difference is built in. From bar 12 on: Rest of Day Continues 75.00%.",
    ),
  ).toBeInTheDocument();
});

test("one shared bar without a twin", () => {
  renderPage(<SharedBarsNote bars={{ ...BARS, last_bar: 1, clean_twin: null }} />);
  expect(
    screen.getByText("Filter and outcome both use bar 1, so part of the difference is built in."),
  ).toBeInTheDocument();
});

test.each([
  [{ occurrence: moduleOf(OCCURRENCE, "") }, "75.00%"],
  [{ occurrence: moduleOf({ ...OCCURRENCE, occurrence_days: 5, total_days: 8 }, "") }, "5 of 8"],
  [{ basic_distribution: moduleOf({ n: 40, labels: LABELS }, "") }, "Above 25.00%, Inside 75.00%"],
  [{ basic_distribution: moduleOf(NUMBERS, "") }, "median 20.5%"],
  [{ occurrence: moduleOf(null, "") }, null],
])("%# is said as a rate", (modules, words) => {
  expect(ownRate(resultOf(modules as never), "%")).toBe(words);
});
