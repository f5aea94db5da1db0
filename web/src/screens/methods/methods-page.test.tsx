import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { Link } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { aVerdict, otherDays } from "@/lib/testing/coins";
import { aCatalogue, aFeature, aSummary, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { aStore, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import MethodsPage from "./methods-page";
import { CATALOGUE_EDGES } from "./words";

const scrolled = vi.fn();

const BASELINE = {
  occurrence: 0.6,
  occurrence_days: 300,
  total_days: 500,
  confidence_interval: { lower: 0.556454, upper: 0.642021 },
  baseline: { occurrence: 0.6, occurrence_days: 300, total_days: 500 },
};
const FILTERED = {
  ...BASELINE,
  occurrence_days: 60,
  total_days: 100,
  others: otherDays({
    ...{ occurrence: 0.5, occurrence_days: 150, total_days: 300, difference: 0.09, lift: 1.2 },
    confidence_interval: { lower: -0.023, upper: 0.1966 },
    verdict: aVerdict({ words: "Other days: 50.00%. Could be chance.", p: 0.1049, adjusted_p: 1 }),
  }),
};

function serving(baseline: object = BASELINE) {
  const edges = { bucket_edges: [0, 25, 50], hard_min: 0 };
  const ranged = aFeature({ name: "ranged", displayName: "Some Range", business: edges });
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapFillBar, gapUp, ranged], []))),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary({ short_sessions: ["2024-07-03"] }))),
    http.post("*/api/v2/probabilities", async ({ request }) => {
      const { filters } = (await request.json()) as { filters: object };
      const data = "gap_up" in filters ? FILTERED : baseline;
      const occurrence = {
        status: "success",
        display_name: "Occurrence",
        data,
        error: null,
        metadata: { n: 500, missing_days: 4 },
      };
      return HttpResponse.json({
        probabilities: { gap_fill_bar: { feature: "gap_fill_bar", metadata: {}, modules: { occurrence } } },
      });
    }),
  );
}

const opened = (path = "/methods") => renderPage(<MethodsPage />, aStore(), path);
const advanced = () => screen.getByText("Advanced Analysis Methods", { selector: "h2" }).closest("details");
const contents = () => within(screen.getByRole("navigation", { name: "Contents" }));
const facts = async (name: RegExp | string) => {
  const list = await waitFor(() => {
    const found = [...document.querySelectorAll("dl")].find((each) =>
      (each.getAttribute("aria-label") ?? "").match(name),
    );
    if (!found) throw new Error(`no list is called ${name}`);
    return found;
  });
  return Object.fromEntries(
    [...list.querySelectorAll("dt")].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
};

beforeEach(() => {
  scrolled.mockReset();
  Element.prototype.scrollIntoView = scrolled;
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  serving();
});

it("folds the advanced methods until their entry in the contents is followed", async () => {
  opened();
  expect(advanced()?.open).toBe(false);
  await userEvent.click(contents().getByRole("link", { name: "Threshold Analysis" }));
  expect(advanced()?.open).toBe(true);
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ behavior: "smooth", block: "start" });
  expect(document.activeElement).toHaveTextContent("Threshold Analysis");
});

it("follows the same entry again after the reader has folded it", async () => {
  opened();
  const link = contents().getByRole("link", { name: "EMA Accumulation" });
  await userEvent.click(link);
  const chapter = advanced();
  if (chapter) chapter.open = false;
  await userEvent.click(link);
  expect(chapter?.open).toBe(true);
});

it("an address with an anchor opens its chapter at once, without a ride", () => {
  opened("/methods#streaks");
  expect(advanced()?.open).toBe(true);
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ behavior: "auto", block: "start" });
});

it("does not ride where motion is unwelcome", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion") }));
  opened();
  await userEvent.click(contents().getByRole("link", { name: "Intervals" }));
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ behavior: "auto", block: "start" });
});

it("stays where it is while the view that the address bears changes", async () => {
  renderPage(
    <>
      <MethodsPage />
      <Link to="/methods?probabilities=nr7#streaks">Same place</Link>
    </>,
    aStore(),
    "/methods#streaks",
  );
  await userEvent.click(screen.getByRole("link", { name: "Same place" }));
  expect(scrolled).toHaveBeenCalledOnce();
});

it("an anchor nobody has leaves the page as it is", () => {
  opened("/methods#nowhere");
  expect(scrolled).not.toHaveBeenCalled();
});

it("is printed unfolded", () => {
  opened();
  fireEvent(window, new Event("beforeprint"));
  expect(advanced()?.open).toBe(true);
  fireEvent(window, new Event("afterprint"));
  expect(advanced()?.open).toBe(false);
});

it("grades samples at 30 and 100 days", async () => {
  opened();
  expect(Object.keys(await facts("Grades of a sample"))).toEqual([
    "Under 30 days",
    "30 to 100 days",
    "Over 100 days",
  ]);
});

it("prints the edges of the served catalogue", async () => {
  opened();
  expect(await facts(CATALOGUE_EDGES)).toEqual({ "0, 25, 50 pts (never below 0)": "Some Range" });
});

it("says what was counted and what left out", async () => {
  opened();
  expect(await facts("The data you are looking at")).toMatchObject({
    Counted: "531 full sessions",
    "Left out": "1 half day, 0 set aside with bars missing or wrong",
    Rolls: "known: each bar names its contract",
  });
});

it("works a share out from the service's counts and ends where the service ends", async () => {
  opened();
  expect(await facts(/Gap Fill \(bar\)$/)).toMatchObject({
    "Days with a value, n": "500 (4 without)",
    "Share, p = x / n": "300 / 500 = 60.00%",
    "Lower and upper limit": "55.65% to 64.20%",
    "The card says": "60.00%, 55.65% to 64.20%",
  });
});

it("works a difference out and words it as the card does", async () => {
  opened();
  expect(await facts("with a filter")).toMatchObject({
    "p₁ − p₂ of all years together": "+10.00 points",
    "Difference within years": "+9.00 points",
    "Lower and upper limit": "−2.30 points to +19.66 points",
    "The card says": "Other days: 50.00%. Could be chance.",
    Lift: "60.00% / 50.00% = 1.20",
    "p-value": "0.105",
    "adjusted p": "1.000",
  });
});

it("says so where no day has a value", async () => {
  serving({ ...BASELINE, occurrence: null, occurrence_days: 0, total_days: 0 });
  opened();
  expect(await screen.findByText("No day of this data has a value for Gap Fill (bar).")).toBeInTheDocument();
  await act(async () => {});
});
