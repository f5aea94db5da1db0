import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Button } from "@/kit/button";
import { probabilityShown } from "@/lib/state/ui-slice";
import { aCoin, aVerdict } from "@/lib/testing/coins";
import { aCatalogue, aFeature, aSummary, gapClass, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { aStoreWithCatalogue, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { clearAll, clearProbabilities } from "@/question/apply-filters";
import { type Filter, idOf } from "@/question/filters";
import { emptyFilters, filtersShown } from "@/question/filters-slice";
import { daysSealed } from "@/question/seals-slice";
import { AnswerBar } from "./answer-bar";
import { NO_ANSWER } from "./words";

const up: Filter = { feature: "gap_up", operator: "=", value: true };
const flat: Filter = { feature: "gap_class", operator: "in", value: ["flat"] };
const asked: object[] = [];
const answer = (days: number, of: number) => ({
  modules: {
    occurrence: { data: { occurrence_days: days, total_days: of, occurrence: days / of } },
    timing_analysis: { data: { by_bar_days: [], median_bar: 7, total_occurrences: days, q1: 3, q3: 9 } },
  },
});

const unmeasured = IntersectionObserver;
afterEach(() => void vi.stubGlobal("IntersectionObserver", unmeasured));

beforeEach(() => {
  asked.length = 0;
  const event = {
    ...gapFillBar,
    metadata: { ...gapFillBar.metadata, statistical_method: ["occurrence" as const] },
  };
  const nr7 = aFeature({ ...gapUp, name: "nr7", displayName: "NR7" });
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp, gapClass, event, nr7], []))),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/filtered", async ({ request }) => {
      const { filters } = (await request.json()) as { filters: object };
      const days = [531, 200, 8, 8][Object.keys(filters).length];
      return HttpResponse.json({ filtered_data: { total_days: days } });
    }),
    http.post("*/api/v2/probabilities", async ({ request }) => {
      const { features } = (await request.json()) as { features: string[] };
      const results = features.map((feature) => [feature, answer(90, 180)]);
      return HttpResponse.json({ probabilities: Object.fromEntries(results) });
    }),
    http.post("*/api/v2/widen", async ({ request }) => {
      asked.push((await request.json()) as object);
      const rate = {
        occurrence: 0.684,
        occurrence_days: 130,
        total_days: 190,
        confidence_interval: [0.6, 0.7],
      };
      const removals = [{ removed: [0], filters: [{ ...flat, sentence: "" }], n_days: 200, rate }];
      return HttpResponse.json({ n_days: 8, feature: "gap_fill_bar", label: null, rate, removals });
    }),
    http.post("*/api/compute", () =>
      HttpResponse.json({ total_days: 200, data: { statistics: { features: {} } }, snapshot: "s1" }),
    ),
  );
});

async function shown(
  filters: Partial<typeof emptyFilters> = {},
  ui: Partial<typeof letIn.ui> = {},
  saysNone = false,
) {
  const onGo = vi.fn();
  const store = renderPage(
    <AnswerBar
      renderEditor={({ filter }, close) => <Button onClick={close}>{`Editor of ${idOf(filter)}`}</Button>}
      renderScope={(parts) => `${parts}`}
      onGo={onGo}
      hasFoot
      saysNone={saysNone}
      fetchAhead={() => {}}
    />,
    await aStoreWithCatalogue({ filters: { ...emptyFilters, ...filters }, ui: { ...letIn.ui, ...ui } }),
  );
  return { store, onGo, bar: within(screen.getByRole("region", { name: "Question and answer" })) };
}

it("says the pinned card's answer, how often and by when, and goes to the card", async () => {
  const { bar, onGo } = await shown();
  const sentence = await bar.findByRole("button", { name: /^Gap Fill \(bar\): 50\.00%/ });
  expect(sentence).toHaveTextContent("Gap Fill 50.00% of 180 days, half of them by 10:05");
  await userEvent.click(sentence);
  expect(onGo).toHaveBeenCalledExactlyOnceWith("gap_fill_bar");
});

it("another open card can be chosen, and is remembered", async () => {
  const { store, bar } = await shown({}, { activeProbabilityFeatures: ["nr7"] });
  await userEvent.click(await bar.findByRole("button", { name: "Choose the answer shown here" }));
  await userEvent.click(await screen.findByRole("button", { name: "NR7" }));
  expect(store.getState().ui.pinnedFeature).toBe("nr7");
  expect(await bar.findByRole("button", { name: /^NR7: 50\.00%/ })).toBeVisible();
});

it("a pinned feature that the tier lacks gives way to the first open card, and none to a word", async () => {
  const lacking = await shown({}, { pinnedFeature: "gone", activeProbabilityFeatures: ["nr7"] });
  expect(await lacking.bar.findByRole("button", { name: /^NR7: / })).toBeVisible();
});

it("without a card at all it says how to get an answer", async () => {
  const { bar } = await shown({}, { pinnedFeature: "gone" });
  expect(await bar.findByText(NO_ANSWER)).toBeVisible();
});

it.each([
  ["all", () => clearAll()],
  ["all probabilities", () => clearProbabilities()],
])("once %s were cleared it shows no card's answer, then that of the next card opened", async (_, clear) => {
  const { store, bar } = await shown({}, { activeProbabilityFeatures: ["gap_fill_bar", "nr7"] });
  await bar.findByRole("button", { name: /^Gap Fill/ });
  act(() => void store.dispatch(clear()));
  expect(bar.getByText(NO_ANSWER)).toBeVisible();
  expect(bar.queryByText(/50\.00%/)).toBeNull();
  act(() => void store.dispatch(probabilityShown("nr7")));
  expect(await bar.findByRole("button", { name: /^NR7: 50\.00%/ })).toBeVisible();
});

it("each filter is a chip that says how it stands", async () => {
  const changed: Filter = { ...up, value: false };
  const nr7: Filter = { feature: "nr7", operator: "=", value: true };
  const { bar } = await shown({ active: [up, flat], pending: [changed, nr7] });
  await waitFor(() => expect(bar.getByText("Opening gap flat")).toBeVisible());
  const chips = bar.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(chips).toEqual(["No gap upchanged", "Opening gap flat", "NR7pending"]);
  expect(bar.getByRole("button", { name: "Edit NR7, pending" })).toBeVisible();
});

it("a chip opens its editor; its cross discards what waits, or removes what is applied", async () => {
  const { store, bar } = await shown({ active: [flat], pending: [up] });
  await userEvent.click(await bar.findByRole("button", { name: "Edit Gap up, pending" }));
  await userEvent.click(await screen.findByText("Editor of gap_up"));
  expect(screen.queryByText("Editor of gap_up")).toBeNull();
  await userEvent.click(bar.getByRole("button", { name: "Discard Gap up" }));
  expect(store.getState().filters.pending).toEqual([]);
  await userEvent.click(bar.getByRole("button", { name: "Remove Opening gap flat" }));
  await waitFor(() => expect(store.getState().filters.active).toEqual([]));
});

it("counts the days, those there would be, and applies", async () => {
  const { store, bar } = await shown({ pending: [up] });
  expect(await bar.findByText("200 days")).toBeVisible();
  expect(bar.getByText("with the pending filter")).toBeVisible();
  await userEvent.click(bar.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(store.getState().filters.active).toEqual([up]));
  expect(bar.queryByText("with the pending filter")).toBeNull();
});

it("few days: the filter whose going brings most is offered with its days and rate, and goes", async () => {
  const { store, bar } = await shown({ active: [up, flat] });
  const few = within(await bar.findByRole("note", { name: "Few days" }));
  expect(few.getByText("8 days tell little.")).toBeVisible();
  const offer = await few.findByRole("button", { name: "Without Opening gap flat: 200 days, Gap Fill 68%" });
  expect(asked).toEqual([expect.objectContaining({ feature: "gap_fill_bar", symbol: "ES" })]);
  await userEvent.click(offer);
  await waitFor(() => expect(store.getState().filters.active).toEqual([up]));
  await waitFor(() => expect(bar.queryByRole("note")).toBeNull());
  expect(bar.getByRole("button", { name: "Add a condition" })).toHaveFocus();
});

it.each([true, false])("no matching day is told once, where the page tells it: %s", async (saysNone) => {
  server.use(
    http.post("*/api/v2/filtered", () => HttpResponse.json({ filtered_data: { total_days: 0 } })),
    http.post("*/api/v2/probabilities", () =>
      HttpResponse.json({ probabilities: { gap_fill_bar: { modules: {} } } }),
    ),
  );
  const { bar } = await shown({ active: [up, flat] }, {}, saysNone);
  const few = within(await bar.findByRole("note", { name: "Few days" }));
  expect(await few.findByRole("button", { name: /^Without Opening gap flat: 200 days/ })).toBeVisible();
  expect(few.queryAllByText("No day matches.")).toHaveLength(saysNone ? 0 : 1);
  expect(await bar.findByRole("button", { name: "Gap Fill (bar): –. Show the card" })).toBeVisible();
  expect(bar.getByText("0 days")).toBeVisible();
});

it("of two groups on the same features the one that is named goes", async () => {
  const anyOf = (id: string, value: string[]): Filter => ({
    id,
    kind: "any_of",
    of: [up, { feature: "gap_class", operator: "in", value }],
  });
  const named = { feature: "gap_class", operator: "in", value: ["flat", "full_up"] };
  const any_of = [named, up].map((member) => ({ by_bar: null, first_in: null, ...member }));
  server.use(
    http.post("*/api/v2/widen", () =>
      HttpResponse.json({
        n_days: 8,
        removals: [{ removed: [1], filters: [{ any_of, none_of: null, at_least: null }], n_days: 200 }],
      }),
    ),
  );
  const [first, second] = [anyOf("g", ["flat"]), anyOf("h", ["full_up", "flat"])];
  const { store, bar } = await shown({ active: [first, second] });
  await userEvent.click(await bar.findByRole("button", { name: /^Without .*: 200 days$/ }));
  await waitFor(() => expect(store.getState().filters.active).toEqual([first]));
});

it("with sealed days the dates are kept", async () => {
  const { store, bar } = await shown({ active: [up, flat] });
  await bar.findByRole("button", { name: /^Without / });
  expect(asked[0]).not.toHaveProperty("keep_dates");
  act(() => {
    store.dispatch(daysSealed({ symbol: "ES", seal: { share: 30, from: "2024-03-01" } }));
  });
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ keep_dates: true }));
});

it("enough days offer nothing and ask nothing", async () => {
  const { bar } = await shown({ active: [up] });
  expect(await bar.findByText("200 days")).toBeVisible();
  await bar.findByRole("button", { name: /^Gap Fill/ });
  expect(bar.queryByRole("note")).toBeNull();
  expect(asked).toEqual([]);
});

it("a question that was refused can be taken back", async () => {
  const { store, bar } = await shown({ pending: [up, flat], hasFailed: true });
  await userEvent.click(await bar.findByRole("button", { name: "Drop the 2 changes" }));
  expect(store.getState().filters.pending).toEqual([]);
  await waitFor(() => expect(bar.getByRole("button", { name: "Add a condition" })).toHaveFocus());
});

function refuses(message: string) {
  const refused = () => HttpResponse.json({ message }, { status: 422 });
  server.use(
    http.post("*/api/v2/filtered", refused),
    http.post("*/api/v2/probabilities", refused),
    http.post("*/api/compute", async ({ request }) => {
      const { as_of, filters } = (await request.json()) as { as_of?: number; filters: object };
      const isAsked = as_of === undefined || Object.keys(filters).length === 0;
      const answer = { total_days: 200, data: { statistics: { features: {} } }, snapshot: "s1" };
      return isAsked ? HttpResponse.json(answer) : refused();
    }),
  );
}

it("of a refused question it shows no figure of the one before, and says why", async () => {
  const { store, bar } = await shown({ active: [up] });
  expect(await bar.findByText("200 days")).toBeVisible();
  expect(await bar.findByRole("button", { name: /^Gap Fill \(bar\): 50\.00%/ })).toBeVisible();
  refuses("Gap Class is not one.");
  act(() => void store.dispatch(filtersShown([flat])));
  const note = within(await bar.findByRole("note", { name: "Not answered" }));
  expect(note.getByText("Gap Class is not one.")).toBeVisible();
  expect(bar.getByText("–")).toBeVisible();
  expect(bar.queryByText("200 days")).toBeNull();
  const silent = "Gap Fill (bar): not answered now. Show the card";
  expect(await bar.findByRole("button", { name: silent })).toBeVisible();
  await userEvent.click(note.getByRole("button", { name: "Clear the filters" }));
  await waitFor(() => expect(store.getState().filters.active).toEqual([]));
});

it.each([
  ["Leave it out", { asOf: "b6", active: [] }],
  ["Ask of the whole day", { asOf: "day", active: [flat] }],
])("a question refused as of a bar has the way on: %s", async (way, then) => {
  refuses("Not known yet.");
  const known = { ...gapClass, known_at: "close" as const, known_at_bar: 81 };
  server.use(http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp, known], []))));
  const { store, bar } = await shown({ active: [flat] }, { asOf: "b6" });
  await bar.findByRole("button", { name: "Edit Opening gap flat" });
  await userEvent.click(await bar.findByRole("button", { name: way }));
  const question = () => ({ asOf: store.getState().ui.asOf, active: store.getState().filters.active });
  await waitFor(() => expect(question()).toEqual(then));
});

it("says what a test says only of a card that is open, and that is a look", async () => {
  class InSight {
    constructor(tell: (entries: object[]) => void) {
      setTimeout(() => tell([{ isIntersecting: true }]));
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", InSight);
  const { data } = answer(90, 180).modules.occurrence;
  const tested = {
    occurrence: { data: { ...data, coin: aCoin({ verdict: aVerdict({ adjusted_p: 0.2 }) }) } },
  };
  server.use(
    http.post("*/api/v2/probabilities", () =>
      HttpResponse.json({ probabilities: { gap_fill_bar: { modules: tested } } }),
    ),
  );
  const { store, bar } = await shown({ active: [up] });
  expect(await bar.findByRole("button", { name: /: 50\.00% of 180 days\. Show the card$/ })).toBeVisible();
  expect(store.getState().ledger.looks).toEqual([]);
  act(() => void store.dispatch(probabilityShown("gap_fill_bar")));
  expect(await bar.findByRole("button", { name: /: 50\.00% of 180 days · .+ Show the card$/ })).toBeVisible();
  await waitFor(() =>
    expect(store.getState().ledger.looks).toMatchObject([{ feature: "gap_fill_bar", p: 0.2 }]),
  );
});

it("adds a condition by the palette", async () => {
  const { store, bar } = await shown();
  await userEvent.click(bar.getByRole("button", { name: "Add a condition" }));
  expect(store.getState().ui.modals).toEqual(["conditions"]);
});
