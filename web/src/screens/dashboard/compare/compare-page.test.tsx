import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CompareAnswer, CompareRequest, FeatureComparison, Verdict } from "@/api/generated";
import { selectLooks } from "@/kept/ledger/ledger-slice";
import { levelAfter } from "@/kept/ledger/looks";
import { aCatalogue, aFeature, gapClass, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { emptyFilters, filtersShown } from "@/question/filters-slice";
import { questionOf } from "@/question/question-text";
import ComparePage from "./compare-page";
import { PIN_AS_A, SAME_DAYS, TWO_QUESTIONS } from "./words";

const UP: Filter = { feature: "gap_up", operator: "=", value: true };
const DOWN: Filter = { ...UP, value: false };
const asked: CompareRequest[] = [];
let answer: CompareAnswer;
const MORE: Verdict = {
  ...{ against: "b", code: "more", words: "41.7 points more than on the days of B (33.33%)." },
  ...{ p: 0.0001, adjusted_p: 0.002 },
};

const rate = (days: number, of: number) => ({
  occurrence: of === 0 ? null : days / of,
  occurrence_days: days,
  total_days: of,
  confidence_interval: of === 0 ? { lower: null, upper: null } : { lower: 0.5, upper: 0.75 },
});

beforeEach(() => {
  asked.splice(0);
  answer = {
    a_days: 412,
    b_days: 97,
    both_days: 31,
    features: {
      gap_up: {
        ...{ a: rate(300, 400), b: rate(30, 90), only_a: rate(280, 380), only_b: rate(20, 70) },
        ...{ difference: { value: 0.417, lower: 0.324, upper: 0.553 }, decided_by: [], verdict: MORE },
      },
    },
    ranking: ["gap_up"],
    snapshot: "s1",
  };
  const own = aCatalogue([gapUp, gapClass, aFeature()], []);
  server.use(
    http.get("*/api/features", () => HttpResponse.json(own)),
    http.post("*/api/v2/compare", async ({ request }) => {
      asked.push((await request.json()) as CompareRequest);
      return HttpResponse.json(answer);
    }),
    http.post("*/api/compute", () =>
      HttpResponse.json({ total_days: 3, data: { statistics: { features: {} } }, snapshot: "s1" }),
    ),
  );
});

function shown(pinned: Filter[] | null, { active = [DOWN], open = [] as string[], asOf = "day" } = {}) {
  const ui = { ...letIn.ui, activeProbabilityFeatures: open, asOf };
  const store = aStore({ filters: { ...emptyFilters, active, pinned }, ui });
  renderPage(<ComparePage />, store);
  return store;
}

it("says how to begin, and pins the filters as A", async () => {
  const store = shown(null);
  expect(await screen.findByText(/^Nothing is pinned/)).toBeVisible();
  const begin = within(screen.getByRole("region", { name: TWO_QUESTIONS }));
  expect(begin.getAllByRole("listitem")).toHaveLength(3);
  expect(begin.getByRole("link", { name: "usual questions" })).toHaveAttribute("href", "/questions");
  await userEvent.click(screen.getByRole("button", { name: PIN_AS_A }));
  expect(store.getState().filters.pinned).toEqual([DOWN]);
  expect(screen.queryByRole("region", { name: TWO_QUESTIONS })).toBeNull();
  await waitFor(() => expect(asked).toHaveLength(1));
});

it("counts the days of both and ranks what differs, in words", async () => {
  shown([UP]);
  const status = await screen.findByRole("status");
  expect(status).toHaveTextContent("412 days of A, 97 of B, 31 in both.");
  expect(asked[0]).toMatchObject({
    a: { filters: { gap_up: { operator: "=", value: true } } },
    b: { filters: { gap_up: { operator: "=", value: false } } },
    features: ["gap_up", "gap_class", "gap_size_pts"],
    symbol: "ES",
  });
  const row = within(screen.getByRole("region", { name: "What differs most" })).getByRole("listitem");
  expect(row).toHaveTextContent("75.00% of 400 days");
  expect(row).toHaveTextContent("33.33% of 90 days");
  expect(row).toHaveTextContent(
    "41.7 points more than on the days of B (33.33%)." +
      "A minus B +41.7 points (32.4 to 55.3), p below 0.001, adjusted p 0.002",
  );
});

const openRows = async () =>
  within(await screen.findByRole("region", { name: "Open cards" })).getAllByRole("listitem");
const untested = (words: string): Verdict => ({
  ...{ ...MORE, code: "not_tested", words, p: null, adjusted_p: null },
});

it("an enum that is open shows each label on both sides, and what was tested", async () => {
  const [of_a, of_b] = [rate(100, 400), rate(60, 90)];
  const difference = { value: 0.417, lower: 0.324, upper: 0.553 };
  const words = "B: 33.33%. Looks different; 1 in 20 comparisons does by chance.";
  const verdict: Verdict = { ...MORE, code: "looks_different", words, p: 0.03, adjusted_p: 0.2 };
  answer.features.gap_class = {
    ...{ a: rate(300, 400), b: rate(30, 90), only_a: rate(280, 380), only_b: rate(20, 70) },
    ...{ difference, decided_by: [], verdict, label: "full_up" },
    labels: [
      { value: "full_up", a: rate(300, 400), b: rate(30, 90), difference, verdict },
      { value: "flat", a: of_a, b: of_b, difference: null, verdict: untested("Too few days to test.") },
    ],
  };
  shown([UP], { open: ["gap_class", "gap_up"] });
  const [gap, up] = await openRows();
  expect(gap).toHaveTextContent(
    "Gap ClassFull upA75.00% of 400 daysB33.33% of 90 daysFlatA25.00% of 400 daysB66.67% of 90 days" +
      `Full up: ${words}Flat: Too few days to test.` +
      "Full up: A minus B +41.7 points (32.4 to 55.3), p 0.030, adjusted p 0.200",
  );
  expect(up).toHaveTextContent(/^Gap UpA75.00% of 400 daysB33.33% of 90 days41.7 points more than/);
});

it("where days are on both sides a row also shows the days that only one of them has", async () => {
  shown([UP], { open: ["gap_up"] });
  const only = "Only A against only B: 73.68% of 380 days against 28.57% of 70 days";
  expect((await openRows())[0]).toHaveTextContent(only);
  expect(screen.getAllByText(only)).toHaveLength(2);
});

it("of a side inside the other it says that no day is only there", async () => {
  Object.assign(answer.features.gap_up ?? {}, { only_a: rate(0, 0) });
  shown([UP], { open: ["gap_up"] });
  const only = "Only A against only B: no day against 28.57% of 70 days";
  expect((await openRows())[0]).toHaveTextContent(only);
});

it("where no day is on both sides only A and only B are the rates shown", async () => {
  answer.both_days = 0;
  shown([UP], { open: ["gap_up"] });
  expect((await openRows())[0]).toHaveTextContent("A minus B +41.7 points");
  expect(screen.queryByText(/^Only A/)).toBeNull();
});

it("an open card that is not tested says why, as the service words it", async () => {
  const words = "Your filter fixes part of this, so it is not tested.";
  Object.assign(answer.features.gap_up ?? {}, { verdict: untested(words) });
  answer.ranking = [];
  shown([UP], { open: ["gap_up"] });
  const [row] = await openRows();
  expect(row).toHaveTextContent(`${words}A minus B +41.7 points (32.4 to 55.3)Only A`);
  expect(row).not.toHaveTextContent(/null|, p/);
});

it("without a day of one side there is no difference", async () => {
  const verdict = untested("Too few days to test.");
  Object.assign(answer.features.gap_up ?? {}, { verdict, b: rate(0, 0), difference: null });
  answer.ranking = [];
  shown([UP], { open: ["gap_up"] });
  const [row] = await openRows();
  expect(row).toHaveTextContent(/of 0 daysToo few days to test\.$/);
});

it("open cards of numbers are named", async () => {
  shown([UP], { open: ["gap_size_pts"] });
  const cards = await screen.findByRole("region", { name: "Open cards" });
  expect(cards).toHaveTextContent("Numbers are compared on their cards, one question at a time: Gap Size.");
});

/** Tells that what has text that begins so is in the window, and nothing else. */
function sight(name: string) {
  class Sight {
    constructor(private readonly tell: (entries: object[]) => void) {}
    observe(target: Element) {
      this.tell([{ isIntersecting: target.textContent?.startsWith(name) === true }]);
    }
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Sight);
}
const unmeasured = IntersectionObserver;
afterEach(() => void vi.stubGlobal("IntersectionObserver", unmeasured));

it("a comparison in sight is a look, once for either order of the sides", async () => {
  sight("412 days of A");
  const gap_class = {
    ...(answer.features.gap_up as FeatureComparison),
    verdict: { ...MORE, adjusted_p: 0.4 },
  };
  answer.features = { gap_class, ...answer.features };
  const store = shown([UP], { open: ["gap_up"] });
  await openRows();
  const looks = () => selectLooks(store.getState());
  const [up, down] = [questionOf([UP]), questionOf([DOWN])];
  const look = { feature: "gap_up", n: 400, rate: 300 / 400, p: 0.002 };
  const whole = { ...look, question: up, against: down, at: expect.any(Number), level: levelAfter(0, 0) };
  expect(looks()).toEqual([whole]);
  await userEvent.click(screen.getByRole("button", { name: "Swap" }));
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));
  await openRows();
  expect(looks()).toEqual([whole]);
});

it("an answer to other filters is no look at these, and what is not tested is none", async () => {
  sight("412 days of A");
  const store = shown([UP]);
  await screen.findByRole("region", { name: "What differs most" });
  const against = () => selectLooks(store.getState()).map((look) => look.against);
  expect(against()).toEqual([questionOf([DOWN])]);
  const more: Filter = { feature: "gap_size_pts", operator: ">", value: 2 };
  act(() => void store.dispatch(filtersShown([DOWN, more])));
  expect(against()).toHaveLength(1);
  await waitFor(() => expect(against()).toEqual([questionOf([DOWN]), questionOf([DOWN, more])]));
  const words = "Too few days to test.";
  Object.assign(answer.features.gap_up ?? {}, { verdict: untested(words) });
  act(() => void store.dispatch(filtersShown([more])));
  await screen.findAllByText(words);
  expect(against()).toHaveLength(2);
});

it("a row opens the card of its feature", async () => {
  const store = shown([UP]);
  await userEvent.click(await screen.findByRole("link", { name: "Gap Up" }));
  expect(store.getState().ui.activeProbabilityFeatures).toContain("gap_up");
});

it("swaps the sides, and unpins", async () => {
  const store = shown([UP]);
  await userEvent.click(await screen.findByRole("button", { name: "Swap" }));
  await waitFor(() => expect(store.getState().filters).toMatchObject({ active: [UP], pinned: [DOWN] }));
  await userEvent.click(screen.getByRole("button", { name: "Unpin" }));
  expect(store.getState().filters.pinned).toBeNull();
  expect(screen.queryByRole("region", { name: "What differs most" })).toBeNull();
});

it("a swap that the service refuses leaves both sides", async () => {
  server.use(http.post("*/api/compute", () => HttpResponse.json({}, { status: 422 })));
  const store = shown([UP]);
  await userEvent.click(await screen.findByRole("button", { name: "Swap" }));
  const told = () => store.getState().ui.toasts.map(({ message }) => message);
  await waitFor(() => expect(told()).toContain("Failed to swap A and B"));
  expect(store.getState().filters).toMatchObject({ active: [DOWN], pinned: [UP] });
});

it.each([
  [0, 97, 0, "A has no day: nothing can be compared."],
  [0, 0, 0, "A and B have no day: nothing can be compared."],
  [31, 31, 31, SAME_DAYS],
])("%s days of A, %s of B, %s in both: %s", async (a_days, b_days, both_days, words) => {
  answer = { ...answer, a_days, b_days, both_days, ranking: [] };
  shown([UP]);
  expect(await screen.findByRole("status")).toHaveTextContent(words);
});
