import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aFeature, aSummary } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { AdrPoints, isOfAdr, pointsWords } from "./adr-points";

const named = (displayName: string, unit: string | null) => {
  const feature = aFeature({ displayName });
  return { ...feature, metadata: { ...feature.metadata, unit } };
};

it.each([
  ["OR12 Range (% of ADR10)", "%", true],
  ["Heat Before Gap Fill (% ADR10)", "%", true],
  ["ADR10 (pts)", "pts", false],
  ["Deepest Gap Retrace (%)", "%", false],
  ["50% of ADR Reached (bar)", null, false],
])("%s in %s", (name, unit, expected) => expect(isOfAdr(named(name, unit))).toBe(expected));

it.each([
  [[10], 82, "10% = 8.2 points on the last session"],
  [[20, 40], 82, "16.4 to 32.8 points on the last session"],
  [[-40, 25], 82, "−32.8 to 20.5 points on the last session"],
  [[-30], 82, "−30% = −24.6 points on the last session"],
  [[10], 0.00543, "10% = 0.00054 points on the last session"],
  [[0], 82, "0% = 0 points on the last session"],
])("%j of %d", (percents, adr10, words) => expect(pointsWords(percents, adr10)).toBe(words));

const answers = (adr10_pts: number | null) =>
  server.use(http.get("*/api/v2/summary", () => HttpResponse.json({ ...aSummary(), adr10_pts })));

it("says 10% until a percentage is there, and what it is of", async () => {
  answers(82);
  renderPage(
    <>
      <AdrPoints percents={[null, null]} />
      <AdrPoints percents={[null, 40]} of="Median " />
    </>,
  );
  expect(await screen.findByText("10% = 8.2 points on the last session")).toBeVisible();
  expect(screen.getByText("Median 40% = 32.8 points on the last session")).toBeVisible();
});

it("says nothing where the last session has no ADR10", async () => {
  answers(null);
  renderPage(<AdrPoints />);
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.queryByText(/points/)).toBeNull();
});
