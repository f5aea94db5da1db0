import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useLocation } from "react-router";
import { expect, it } from "vitest";
import type { Claim, FeaturesAnswer } from "@/api/generated";
import { aClaim, aClaimsAnswer } from "@/lib/testing/claims";
import { aCoin, aVerdict, NO_COIN } from "@/lib/testing/coins";
import { aCatalogue, aCategory, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import QuestionsPage from "./questions-page";
import { LOCKED } from "./words";

const hoy = aClaim({
  id: "hoy",
  group: "Yesterday",
  question: "Does the day trade above yesterday's high?",
  coin: aCoin({
    verdict: aVerdict({ code: "could_be_chance", words: "Coin: 60.20%. Could be chance." }),
  }),
});

function Address() {
  return <p>at {useLocation().pathname}</p>;
}

async function open(claims: Claim[], own: Partial<FeaturesAnswer["profile_limits"]["features"]> = {}) {
  const catalogue = aCatalogue([gapUp, gapFillBar], [aCategory("GAPS")]);
  Object.assign(catalogue.profile_limits.features, own);
  const asked: unknown[] = [];
  server.use(
    http.get("*/api/features", () => HttpResponse.json(catalogue)),
    http.get("*/api/v2/claims", () => HttpResponse.json(aClaimsAnswer(...claims))),
    http.post("*/api/compute", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ total_days: 3, data: {}, snapshot: "s1" });
    }),
  );
  const user = { ...letIn.session.user, profile: "standard" } as typeof letIn.session.user;
  const store = renderPage(
    <>
      <QuestionsPage />
      <Address />
    </>,
    aStore({ session: { ...letIn.session, user } }),
    "/questions",
  );
  await screen.findByRole("heading", { name: claims[0]?.group ?? "" });
  return { store, asked };
}

const row = (claim: Claim) => within(screen.getByText(claim.question).closest("li") as HTMLElement);
const enabled = (name: RegExp) =>
  waitFor(() => {
    const button = screen.getByRole("button", { name });
    expect(button).toBeEnabled();
    return button;
  });

it("each question has its answer in a line", async () => {
  const own = aClaim({ id: "own", question: "Own one?", is_own: true, coin: NO_COIN });
  await open([aClaim(), hoy, own]);
  const gap = row(aClaim());
  expect(gap.getByText("65.3%")).toBeVisible();
  expect(gap.getByText("61.1 to 69.3")).toBeVisible();
  expect(gap.getByText("516 days")).toBeVisible();
  const compared = gap.getByText("5.1 points more than a coin (60.20%).");
  expect(compared.querySelector("svg")).toHaveAttribute("data-mark", "more");
  expect(gap.getByRole("img")).toHaveAccessibleName(
    "By year: 2024: 68.2% of 220 days; 2025: 50.0% of 8 days",
  );
  expect(gap.queryByText("Own")).toBeNull();
  const chance = row(hoy).getByText("Coin: 60.20%. Could be chance.");
  expect(chance.querySelector("svg")).toHaveAttribute("data-mark", "could_be_chance");
  expect(row(own).getByText("Own")).toBeVisible();
  expect(row(own).getByText("Known before the open, so there is no coin to compare with.")).toBeVisible();
});

it("a question without a day says so, and draws nothing", async () => {
  const none = aClaim({
    days: 0,
    occurrence_days: 0,
    rate: null,
    confidence_interval: { lower: null, upper: null },
    coin: NO_COIN,
    years: [],
  });
  await open([none]);
  expect(row(none).getByText("–")).toBeVisible();
  expect(row(none).getByText("0 days")).toBeVisible();
  expect(row(none).queryByRole("img")).toBeNull();
});

it("the search leaves those that have every word", async () => {
  await open([aClaim(), hoy]);
  const search = screen.getByRole("searchbox", { name: "Search the questions" });
  await userEvent.type(search, "high yesterday");
  expect(screen.queryByText(aClaim().question)).toBeNull();
  expect(screen.queryByRole("heading", { name: "Gap" })).toBeNull();
  expect(row(hoy).getByText("516 days")).toBeVisible();
  await userEvent.type(search, " xyzzy");
  expect(screen.getByRole("status")).toHaveTextContent("No question has “high yesterday xyzzy”.");
  await userEvent.type(search, "{Escape}");
  expect(row(aClaim()).getByText("516 days")).toBeVisible();
});

it("one click makes its filters and bar the page's, and opens the card", async () => {
  const { store, asked } = await open([aClaim({ as_of: 12 })]);
  await userEvent.click(await enabled(/^Ask it: Does the gap fill/));
  expect(screen.getByText("at /dashboard")).toBeVisible();
  await waitFor(() => expect(store.getState().filters.active).toEqual(aClaim().filters));
  expect(store.getState().ui).toMatchObject({ asOf: "b12", activeProbabilityFeatures: ["gap_fill_bar"] });
  expect(store.getState().ui.selectedCategories).toContain("GAPS");
  expect(store.getState().find.wanted).toBe("gap_fill_bar");
  expect(asked).toMatchObject([{ as_of: 12, statistics_features: ["gap_fill_bar"] }]);
});

it.each([
  [-1, "pre"],
  [0, "open"],
  [null, "day"],
])("as of %s is asked as %s", async (as_of, asOf) => {
  const { store } = await open([aClaim({ as_of })]);
  await userEvent.click(await enabled(/^Ask it: /));
  await waitFor(() => expect(store.getState().filters.active).toHaveLength(1));
  expect(store.getState().ui.asOf).toBe(asOf);
});

it("a tier without bars asks of the whole day", async () => {
  const { store, asked } = await open([aClaim({ as_of: 12 })], { as_of: false });
  await userEvent.click(await enabled(/^Ask it: /));
  await waitFor(() => expect(store.getState().filters.active).toHaveLength(1));
  expect(store.getState().ui.asOf).toBe("day");
  expect(asked[0]).not.toHaveProperty("as_of");
});

it("an outcome of two features opens both cards", async () => {
  const outcome = { any_of: [{ ...aClaim().outcome }, { feature: "gap_up", operator: "=", value: true }] };
  const { store } = await open([aClaim({ outcome })]);
  await userEvent.click(await enabled(/^Ask it: /));
  expect(store.getState().ui.activeProbabilityFeatures.toSorted()).toEqual(["gap_fill_bar", "gap_up"]);
  expect(store.getState().find.wanted).toBe("gap_fill_bar");
});

it("beyond the tier the figures are shown and the button says who has it", async () => {
  const { store, asked } = await open([aClaim({ tier: "pro" })]);
  expect(row(aClaim()).getByText("65.3%")).toBeVisible();
  const button = screen.getByRole("button", { name: new RegExp(LOCKED) });
  expect(button).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(button);
  expect(store.getState().ui.toasts.map(({ message }) => message)).toEqual([
    "Your plan does not include this question: it comes with PRO",
  ]);
  expect(screen.getByText("at /questions")).toBeVisible();
  expect(asked).toEqual([]);
});
