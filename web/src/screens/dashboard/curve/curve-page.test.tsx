import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { Link, useLocation } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import type { CurveAnswer, CurveRequest, Verdict } from "@/api/generated";
import { selectLooks } from "@/kept/ledger/ledger-slice";
import { aCatalogue, aFeature, gapClass, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { emptyFilters, filtersShown } from "@/question/filters-slice";
import CurvePage from "./curve-page";
import { ALONG_VALUES, AS_A_TABLE, NEEDS_DAYS, ONE_POINT, overallWords } from "./words";

vi.mock("@/plot/echart", () => ({ default: () => null }));

const fill = { ...gapFillBar, ui_schema: { ...gapFillBar.ui_schema, statistics_component: ["occurrence"] } };
const size = aFeature({ displayName: "Gap Size (pts)" });
const adr = aFeature({ name: "adr10_pts", displayName: "ADR10 (pts)" });
const FEATURES = [size, adr, fill, gapClass, gapUp];
const ADDRESS = "/curve?by=gap_size_pts&outcome=gap_fill_bar&cut=10";
const asked: CurveRequest[] = [];
let more: Partial<CurveAnswer>;
const FEWER: Verdict = {
  ...{ against: "below", code: "fewer", words: "30.0 points fewer than below the cut (60.00%)." },
  ...{ p: 0.004, adjusted_p: 0.02 },
};

const rate = (days: number, of: number) => ({
  occurrence: of === 0 ? null : days / of,
  occurrence_days: days,
  total_days: of,
  confidence_interval: of === 0 ? { lower: null, upper: null } : { lower: 0.5, upper: 0.75 },
});

const untestedFor = (reason: "too_few" | "fixed_by_filter"): Verdict => ({
  ...{ ...FEWER, code: "not_tested", reason, words: `Not tested: ${reason}.`, p: null, adjusted_p: null },
});

function answerTo({ cut }: CurveRequest): CurveAnswer {
  const point = (value: number, share: number) => ({
    ...{ value, lowest: value - 2, highest: value + 2, days: 80, occurrence_days: 80 * share },
    ...{ occurrence: share, confidence_interval: { lower: share - 0.1, upper: share + 0.1 } },
    ...{ band: { lower: share - 0.2, upper: share + 0.2 }, leaves_overall: share > 0.5 },
    coin: { days: 900, occurrence_days: 450, occurrence: 0.5 },
  });
  const parted = {
    value: cut ?? 0,
    ...{ below: rate(60, 100), above: rate(90, 300), verdict: FEWER },
    difference: { value: -0.3, lower: -0.4, upper: -0.2 },
  };
  return {
    ...{ days: 412, asked_days: 400, window_days: 60, reason: null, snapshot: "s1" },
    points: [point(0, 0.8), point(10, 0.6), point(20, 0.25)],
    deciles: [2, 4, 6, 8, 10, 12, 14, 16, 18],
    cut: cut == null ? null : parted,
    ...{ decided_by: [], look_ahead: [], ...more },
  };
}

beforeEach(() => {
  asked.splice(0);
  more = {};
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue(FEATURES, []))),
    http.post("*/api/v2/curve", async ({ request }) => {
      const body = (await request.json()) as CurveRequest;
      asked.push(body);
      return HttpResponse.json(answerTo(body));
    }),
  );
});

function Address() {
  return (
    <>
      <p>at {useLocation().search}</p>
      <Link to="/curve?by=gap_size_pts&cut=4">cut of before</Link>
    </>
  );
}

function shown(address = ADDRESS, active: Filter[] = [], asOf = "day") {
  const store = aStore({ filters: { ...emptyFilters, active }, ui: { ...letIn.ui, asOf } });
  renderPage(
    <>
      <CurvePage />
      <Address />
    </>,
    store,
    address,
  );
  return store;
}

const slider = () => screen.findByRole("slider", { name: "Cut, Gap Size (pts)" });
const figures = async () => {
  const region = await screen.findByRole("region", { name: "Cut" });
  return within(region).getAllByRole("status")[0] as HTMLElement;
};

it("tells both sides of the cut of the address as the service does", async () => {
  shown(ADDRESS, [{ feature: "gap_up", operator: "=", value: true }]);
  const said = await figures();
  expect(said).toHaveTextContent("Below 10 pts60.00% of 100 days (95% 50.0 to 75.0)");
  expect(said).toHaveTextContent("From 10 pts on30.00% of 300 days (95% 50.0 to 75.0)");
  expect(said).toHaveTextContent(
    "From the cut on minus below: −30.0 points (95% −40.0 to −20.0), p 0.004, adjusted p 0.020." +
      "30.0 points fewer than below the cut (60.00%).",
  );
  expect(screen.getByText(/^The 80 days of 8.00 to 12.00 pts: 60.00%/)).toHaveTextContent(
    "a coin gives 50.00%",
  );
  expect(screen.getByText(/^400 days\. 12 days without a value of Gap Size/)).toBeVisible();
  const filters = { gap_up: { operator: "=", value: true } };
  const along = { by: "gap_size_pts", outcome: "gap_fill_bar", symbol: "ES", snapshot: "s1", filters };
  expect(asked).toEqual([along, { ...along, cut: 10 }]);
});

it("begins with the first number, the gap's fill and the middle value", async () => {
  shown("/curve");
  await figures();
  expect(asked.at(-1)).toMatchObject({ by: "gap_size_pts", outcome: "gap_fill_bar", cut: 10 });
});

it("keys move the cut at once, its figures follow once it rests, and each is a look", async () => {
  const store = shown();
  const thumb = await slider();
  await figures();
  fireEvent.keyDown(thumb, { key: "ArrowRight" });
  fireEvent.keyDown(thumb, { key: "ArrowRight" });
  expect(thumb).toHaveAttribute("aria-valuetext", "10.2 pts");
  expect(await figures()).toHaveAttribute("data-stale", "true");
  expect(await figures()).toHaveTextContent("Below 10 pts");
  await waitFor(async () => expect(await figures()).toHaveTextContent("Below 10.2 pts"));
  expect(asked.map(({ cut }) => cut)).toEqual([undefined, 10, 10.2]);
  expect(screen.getByText(/^at /)).toHaveTextContent("cut=10.2");
  expect(screen.getByText(/^You tried 2 cuts\./)).toHaveTextContent(
    "You tried 2 cuts. The best of many tries looks better than it is.",
  );
  const cuts = selectLooks(store.getState()).map(({ cut, feature, n, p }) => [cut?.value, feature, n, p]);
  expect(cuts).toEqual([
    [10, "gap_fill_bar", 300, 0.02],
    [10.2, "gap_fill_bar", 300, 0.02],
  ]);
});

it("an answer to other filters is no look at these, and an address of another cut moves it", async () => {
  const store = shown();
  await waitFor(async () => expect(await figures()).toHaveTextContent("Below 10 pts"));
  fireEvent.keyDown(await slider(), { key: "ArrowRight" });
  await waitFor(async () => expect(await figures()).toHaveTextContent("Below 10.1 pts"));
  act(() => void store.dispatch(filtersShown([{ feature: "gap_up", operator: "=", value: true }])));
  expect(selectLooks(store.getState())).toHaveLength(2);
  await waitFor(() => expect(selectLooks(store.getState())).toHaveLength(3));
  expect(screen.getByText(/^You tried 1 cut\./)).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "cut of before" }));
  expect(await slider()).toHaveAttribute("aria-valuetext", "4 pts");
  await waitFor(async () => expect(await figures()).toHaveTextContent("Below 4 pts"));
});

it("a pointer moves the cut to the value under it, and so does what is typed", async () => {
  shown();
  await figures();
  const plane = screen.getByTestId("plane");
  plane.getBoundingClientRect = () => ({ left: 100, width: 200 }) as DOMRect;
  plane.setPointerCapture = () => {};
  plane.hasPointerCapture = () => true;
  fireEvent.pointerDown(plane, { clientX: 150, pointerId: 1, pointerType: "mouse" });
  expect(await slider()).toHaveAttribute("aria-valuetext", "5 pts");
  fireEvent.pointerMove(plane, { clientX: 999, pointerId: 1 });
  expect(await slider()).toHaveAttribute("aria-valuetext", "20 pts");
  const typed = screen.getByRole("spinbutton", { name: "Cut at, pts" });
  await userEvent.clear(typed);
  await userEvent.type(typed, "7.25");
  await waitFor(async () => expect(await figures()).toHaveTextContent("Below 7.25 pts"));
});

it("either side becomes a filter that waits for Apply", async () => {
  const store = shown(ADDRESS, [{ feature: "gap_size_pts", operator: ">", value: 2 }]);
  await userEvent.click(await screen.findByRole("button", { name: "Use ≥ 10 pts as filter" }));
  const waiting = { feature: "gap_size_pts", operator: ">=", value: 10 };
  expect(store.getState().filters.pending).toEqual([waiting]);
  expect(
    screen.getByText(
      "Gap Size (pts): 10 points or more waits for Apply, in place of Gap Size (pts): over 2 points.",
    ),
  ).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Use < 10 pts as filter" }));
  expect(store.getState().filters.pending).toEqual([{ ...waiting, operator: "<" }]);
});

it("another outcome asks anew, of one label where it is an enum; another feature forgets the cut", async () => {
  shown();
  await figures();
  const outcome = screen.getByRole("combobox", { name: "How often comes" });
  await userEvent.click(outcome);
  await userEvent.click(screen.getByRole("option", { name: "Gap Class" }));
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ outcome: "gap_class", label: "full_up", cut: 10 }),
  );
  await userEvent.selectOptions(await screen.findByLabelText("Label"), "Flat");
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ label: "flat" }));
  await userEvent.click(screen.getByRole("combobox", { name: ALONG_VALUES }));
  expect(screen.queryByRole("option", { name: "Gap Up" })).toBeNull();
  await userEvent.click(screen.getByRole("option", { name: "ADR10 (pts)" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ by: "adr10_pts", label: "flat" }));
  expect(screen.getByText(/^at /)).not.toHaveTextContent("cut=");
});

it("a cut that was just moved outlives the change to another label", async () => {
  shown("/curve?by=gap_size_pts&outcome=gap_class&label=full_up");
  await figures();
  fireEvent.keyDown(await slider(), { key: "ArrowRight" });
  const moved = Number((await slider()).getAttribute("aria-valuenow"));
  await userEvent.selectOptions(screen.getByLabelText("Label"), "Flat");
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ label: "flat", cut: moved }));
  expect(screen.getByText(/^at /)).toHaveTextContent(`cut=${moved}`);
});

it.each([
  ["by=gap_up", "“gap_up” is no number or count that your plan shows. Choose another feature."],
  ["outcome=x", "“x” is no event, yes/no or enum that your plan shows. Choose another outcome."],
  ["outcome=gap_class&label=x", "“x” is no label of Gap Class. Choose a label."],
])("%s: %s", async (query, words) => {
  shown(`/curve?${query}`);
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(words));
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole("combobox", { name: ALONG_VALUES }));
  await userEvent.click(await screen.findByRole("option", { name: "ADR10 (pts)" }));
  expect(screen.getByText(/^at /)).toHaveTextContent("by=adr10_pts");
});

it("too few days leave no curve, and say what to do", async () => {
  more = { days: 30, asked_days: 23, points: [], reason: "few_days", deciles: [] };
  shown();
  expect(await screen.findByText(new RegExp(`^${NEEDS_DAYS}`))).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("23 days. 7 days without a value of Gap Size (pts)");
  expect(screen.queryByRole("slider")).toBeNull();
});

it("the cut's answer to newer filters that leave too few days may come before the curve's", async () => {
  const store = shown();
  await figures();
  let answerCurve = () => {};
  const isWaiting = new Promise<void>((resolve) => {
    answerCurve = resolve;
  });
  more = { days: 25, asked_days: 25, points: [], reason: "few_days", deciles: [] };
  server.use(
    http.post("*/api/v2/curve", async ({ request }) => {
      const body = (await request.json()) as CurveRequest;
      if (body.cut === undefined) await isWaiting;
      return HttpResponse.json(answerTo(body));
    }),
  );
  act(() => void store.dispatch(filtersShown([{ feature: "gap_up", operator: "=", value: true }])));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Cut" })).toBeNull());
  expect(await slider()).toBeVisible();
  answerCurve();
  expect(await screen.findByText(new RegExp(`^${NEEDS_DAYS}`))).toBeVisible();
  expect(screen.queryByRole("slider")).toBeNull();
});

it("a cut with all days on one side says so", async () => {
  const sides = { below: rate(0, 0), above: rate(90, 300) };
  more = { cut: { value: 10, ...sides, difference: null, verdict: untestedFor("too_few") } };
  const store = shown();
  expect(await figures()).toHaveTextContent(
    "No day lies below 10 pts: move the cut to where days lie on both sides.",
  );
  expect(selectLooks(store.getState())).toEqual([]);
});

const sides = { value: 10, below: rate(60, 100), above: rate(90, 300) };
const untested = { ...sides, verdict: untestedFor("fixed_by_filter") };
const gap = { value: -0.3, lower: -0.4, upper: -0.2 };

it("what decides the outcome, what is known only later and as of when it is asked are said", async () => {
  more = { decided_by: ["gap_up"], look_ahead: ["gap_class"], cut: { ...untested, difference: gap } };
  shown(ADDRESS, [], "b12");
  expect(await screen.findByText(/^Gap Up decides Gap Fill \(bar\)/)).toBeVisible();
  expect(screen.getByText(/^Look-ahead: Gap Class is known only after Gap Fill/)).toBeVisible();
  expect(
    screen.getByText(/^Known up to bar 12, 10:30: days on which Gap Fill \(bar\) had come/),
  ).toBeVisible();
  expect(asked[0]).toMatchObject({ as_of: 12 });
});

it.each([
  [["gap_size_pts"], "Gap Size (pts) decides Gap Fill (bar) in part or in whole, so"],
  [[], "Gap Fill (bar) is known by then, so"],
])("of a cut decided by %j: %s nothing is tested", async (decided_by, words) => {
  server.use(
    http.post("*/api/v2/curve", async ({ request }) => {
      const body = (await request.json()) as CurveRequest;
      const own = { decided_by, cut: { ...untested, difference: gap } };
      return HttpResponse.json({ ...answerTo(body), ...(body.cut !== undefined && own) });
    }),
  );
  shown();
  const said = await figures();
  expect(said).toHaveTextContent("minus below: −30.0 points (95% −40.0 to −20.0).");
  expect(said).toHaveTextContent(`${words} nothing is tested.`);
});

it("as of a bar, an outcome that is no event leaves no day out", async () => {
  shown("/curve?by=gap_size_pts&outcome=gap_class&label=flat&cut=10", [], "b12");
  await figures();
  expect(asked[0]).toMatchObject({ as_of: 12 });
  expect(screen.getByText(/^Known up to bar 12/)).toHaveTextContent(/^Known up to bar 12, 10:30\.$/);
});

it("what the service refuses stands in the place of the picture, or of the cut's figures", async () => {
  server.use(
    http.post("*/api/v2/curve", async ({ request }) => {
      const body = (await request.json()) as CurveRequest;
      if (body.cut === undefined) return HttpResponse.json(answerTo(body));
      return HttpResponse.json({ message: "cut: a whole number is expected." }, { status: 422 });
    }),
  );
  shown();
  expect(await screen.findByText(/cut: a whole number is expected\./)).toBeVisible();
  expect(await slider()).toBeVisible();
});

it("the band is the whole curve's, or each point's alone, as the address says", async () => {
  shown();
  const point = () => screen.findByText(/^The 80 days of 8.00 to 12.00 pts: 60.00%/);
  expect(await point()).toHaveTextContent("60.00% (95% 40.0 to 80.0)");
  expect(screen.getByText("share in the window, 95% band of the whole curve")).toBeVisible();
  await userEvent.click(screen.getByRole("checkbox", { name: ONE_POINT }));
  expect(await point()).toHaveTextContent("60.00% (95% 50.0 to 70.0)");
  expect(screen.getByText("share in the window, 95% band of each point alone")).toBeVisible();
  expect(screen.getByText(/^at /)).toHaveTextContent("band=point");
  await userEvent.click(screen.getByRole("checkbox", { name: ONE_POINT }));
  expect(screen.getByText(/^at /)).not.toHaveTextContent("band=");
});

it("says where the curve leaves the rate of all days, and where it does not", async () => {
  shown();
  expect(
    await screen.findByText(
      "The curve leaves the rate of all days, farther than 19 of 20 curves without a bend do anywhere, at 0.00 to 10.00 pts.",
    ),
  ).toBeVisible();
  const { points } = answerTo({} as CurveRequest);
  const at = (...off: boolean[]) =>
    points.map((point, place) => ({ ...point, leaves_overall: off[place] ?? false }));
  const words = (...off: boolean[]) => overallWords(at(...off), size);
  expect(words(true, false, true)).toBe(
    "The curve leaves the rate of all days, farther than 19 of 20 curves without a bend do anywhere, at 0.00 pts, 20.00 pts.",
  );
  expect(words()).toBe("The curve nowhere leaves the rate of all days by more than chance.");
});

it("a cut with too few days on a side says so", async () => {
  more = { cut: { ...sides, difference: gap, verdict: untestedFor("too_few") } };
  const store = shown();
  expect(await figures()).toHaveTextContent("(95% −40.0 to −20.0).Not tested: too_few.");
  expect(selectLooks(store.getState())).toEqual([]);
});

it("the curve is a table too", async () => {
  shown();
  await userEvent.click(await screen.findByText(AS_A_TABLE));
  const rows = screen.getAllByRole("row");
  expect(rows).toHaveLength(10);
  expect(rows[5]).toHaveTextContent("50%10.00 pts8.00 to 12.00 pts, 80 days60.00% (40.0 to 80.0)50.00%");
});
