import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { Route, Routes, useLocation, useNavigate } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { chartAddress } from "@/address/days-slice";
import type { AlikeAnswer, AlikeOutcome, AlikeRequest, DayBarsRequest, DaysRequest } from "@/api/generated";
import type { RootState } from "@/lib/state/hooks";
import {
  aCatalogue,
  aCategory,
  aFeature,
  aSummary,
  gapClass,
  gapFillBar,
  gapUp,
} from "@/lib/testing/fixtures";
import { aStore, aStoreWithCatalogue, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { aDayOfBars } from "@/plot/days/testing/days";
import type { Filter } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import { DAYS_LIKE } from "@/question/words";
import AlikePage from "./alike-page";
import { aBrier } from "./testing";
import { ALL_FEATURES, brierWords, NARROWED, NUMBERS_LEFT_OUT, overallWords } from "./words";

const size = aFeature({ displayName: "Gap Size (pts)" });
const weekday = aFeature({ name: "weekday", displayName: "Weekday", category: "CALENDAR", type: "enum" });
const FEATURES = [size, gapUp, gapClass, weekday, gapFillBar];
const CATEGORIES = [aCategory("GAPS"), aCategory("CALENDAR")];
const GAP_UP: Filter = { feature: "gap_up", operator: "=", value: true };
const DATES: Filter = { feature: "Date_Range", operator: "range", value: ["2024-02-05", "2025-12-31"] };
const ADDRESS = "/alike?date=2025-04-09";
const asked: AlikeRequest[] = [];
const barsAsked: DayBarsRequest[] = [];
let more: Partial<AlikeAnswer>;

const rate = (days: number, of: number) => ({
  occurrence: of === 0 ? null : days / of,
  occurrence_days: days,
  total_days: of,
  confidence_interval: of === 0 ? { lower: null, upper: null } : { lower: 0.25, upper: 0.75 },
});

const anOutcome = (feature: string, code: "better" | "worse"): AlikeOutcome => ({
  feature,
  neighbours: rate(16, 25),
  all: rate(602, 1204),
  forecast: 0.5467,
  difference: { value: 0.14, lower: -0.05, upper: 0.3 },
  brier: aBrier(code),
});

function answerTo({ date, as_of, leave_out = [] }: AlikeRequest): AlikeAnswer {
  const names = FEATURES.map(({ name }) => name).filter((name) => name !== "gap_fill_bar");
  return {
    date: date ?? "",
    as_of: as_of ?? 0,
    compared_days: 1204,
    weights: Object.fromEntries(
      names.filter((name) => !leave_out.includes(name)).map((name) => [name, 0.25]),
    ),
    days: ["2024-05-02", "2023-11-14"].map((day, at) => ({
      date: day,
      distance: 0.08 + at / 10,
      farthest: [{ feature: "gap_size_pts", own: 3.5, value: 12.25, difference: 0.4 }],
    })),
    outcomes: [anOutcome("gap_fill_bar", "worse"), anOutcome("gap_up", "better")],
    snapshot: "s1",
    ...more,
  };
}

beforeEach(() => {
  asked.splice(0);
  barsAsked.splice(0);
  more = {};
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue(FEATURES, CATEGORIES))),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/alike", async ({ request }) => {
      const body = (await request.json()) as AlikeRequest;
      asked.push(body);
      return HttpResponse.json(answerTo(body));
    }),
    http.post("*/api/v2/days/bars", async ({ request }) => {
      const body = (await request.json()) as DayBarsRequest;
      barsAsked.push(body);
      const days = (body.dates ?? []).map((date, at) => aDayOfBars(date, at + 1));
      return HttpResponse.json({
        ...{ total: days.length, page: 1, page_size: 60, pages: 1, limited_to: null, days, snapshot: "s1" },
      });
    }),
    http.post("*/api/v2/days", async ({ request }) => {
      const { sort } = (await request.json()) as DaysRequest;
      const newest = sort?.descending ? "2026-03-27" : "2024-02-05";
      return HttpResponse.json({
        ...{ total_days: 1, page: 1, page_size: 50, pages: 1, limited_to: null, columns: [], sort },
        ...{ rows: [{ session_date: newest }], snapshot: "s1" },
      });
    }),
  );
});

function Address() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  );
}

async function shown(address = ADDRESS, active: Filter[] = [], state: Partial<RootState> = {}) {
  return renderPage(
    <>
      <Routes>
        <Route path="/alike" element={<AlikePage />} />
        <Route path="/chart" element={<Back />} />
      </Routes>
      <Address />
    </>,
    await aStoreWithCatalogue({ filters: { ...emptyFilters, active }, ...state }),
    address,
  );
}

const days = () => screen.findByRole("list", { name: DAYS_LIKE });
const outcomes = async () => within(await screen.findByRole("region", { name: "Outcomes" }));

it("asks as of bar 12 within the dates alone, and shows the day and those like it", async () => {
  await shown(ADDRESS, [DATES, GAP_UP]);
  const entries = within(await days()).getAllByRole("listitem");
  expect(entries.map((entry) => within(entry).getByRole("link").dataset.date)).toEqual([
    "2025-04-09",
    "2024-05-02",
    "2023-11-14",
  ]);
  expect(entries[0]).toHaveTextContent("The asked day");
  expect(entries[1]).toHaveTextContent("Distance 0.08Gap Size (pts)12.25 (asked day 3.50)");
  expect(screen.getByText("The 2 nearest days, chosen from 1,204 days before it.")).toBeVisible();
  const filters = { Date_Range: { operator: "range", value: ["2024-02-05", "2025-12-31"] } };
  expect(asked).toEqual([
    { symbol: "ES", snapshot: "s1", filters, as_of: 12, date: "2025-04-09", leave_out: [] },
  ]);
  await waitFor(() =>
    expect(barsAsked).toEqual([
      expect.objectContaining({ filters: {}, dates: ["2025-04-09", "2024-05-02", "2023-11-14"] }),
    ]),
  );
  expect(
    await within(await days()).findByText(/^, (up|down) .* ADR10/, { selector: "li:first-child span" }),
  ).toBeInTheDocument();
});

it("asks as of the header's bar where it has one, else of the page's, which the address holds", async () => {
  await shown(ADDRESS, [], { ui: { ...letIn.ui, asOf: "b18" } });
  await days();
  expect(asked).toMatchObject([{ as_of: 18 }]);
  expect(screen.queryByLabelText("Known up to")).toBeNull();
});

it("takes the bar of the address and of its own control", async () => {
  await shown(`${ADDRESS}&bar=open`);
  await days();
  await userEvent.selectOptions(screen.getByLabelText("Known up to"), "b27");
  await waitFor(() => expect(asked.map(({ as_of }) => as_of)).toEqual([0, 27]));
  expect(screen.getByText(/^at /)).toHaveTextContent("bar=b27");
});

it("takes the newest day where the address names none", async () => {
  await shown("/alike");
  await days();
  expect(asked).toMatchObject([{ date: "2026-03-27" }]);
});

it("compares only days that match the filters where the visitor wants it", async () => {
  await shown(ADDRESS, [GAP_UP]);
  await days();
  await userEvent.click(screen.getByRole("checkbox", { name: NARROWED }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toMatchObject({ filters: { gap_up: { operator: "=", value: true } } });
  expect(await screen.findByText(/ match the filters\.$/)).toBeVisible();
});

it("leaves features out one by one and by category, and takes them back", async () => {
  await shown(`${ADDRESS}&leave_out=weekday`);
  await userEvent.click(await screen.findByText("Compared by 3 features, 1 left out"));
  const weekdayBox = screen.getByRole("checkbox", { name: "Weekday" });
  expect(weekdayBox).not.toBeChecked();
  await userEvent.click(screen.getByRole("checkbox", { name: "Gap Up" }));
  await waitFor(() => expect(asked.at(-1)?.leave_out).toEqual(["weekday", "gap_up"]));
  await userEvent.click(screen.getByRole("checkbox", { name: "GAPS" }));
  await waitFor(() =>
    expect(asked.at(-1)?.leave_out).toEqual(["weekday", "gap_size_pts", "gap_up", "gap_class"]),
  );
  await userEvent.click(screen.getByRole("button", { name: ALL_FEATURES }));
  await waitFor(() => expect(screen.getByText(/^at /)).not.toHaveTextContent("leave_out"));
});

it("tells what followed beside all days before, and what the back-test says of each outcome", async () => {
  await shown();
  const rows = (await outcomes()).getAllByRole("row").slice(1);
  expect(rows[0]).toHaveTextContent(
    "Gap Fill (bar)64.00% of 25 days25.0 to 75.050.00% of 1,204 days54.67%+14.0 points−5.0 to 30.0" +
      `${aBrier("worse").verdict.words}${brierWords(aBrier("worse"))}`,
  );
  expect(rows[1]).toHaveTextContent(aBrier("better").verdict.words);
  expect(
    screen.getByText(
      /^Of 2 outcomes in the back-test days alike foretell 1 better than the plain rate, 1 worse/,
    ),
  ).toBeVisible();
  await userEvent.type(screen.getByLabelText("Outcomes named"), "fill gap");
  expect((await outcomes()).getAllByRole("row")).toHaveLength(2);
  await userEvent.type(screen.getByLabelText("Outcomes named"), "x");
  expect(screen.getByText("No outcome is named so.")).toBeVisible();
});

it("an outcome without days or a back-test says so", async () => {
  const bare = { ...anOutcome("gap_up", "worse"), neighbours: rate(0, 0), difference: null, brier: null };
  more = { outcomes: [bare] };
  await shown();
  expect((await outcomes()).getAllByRole("row")[1]).toHaveTextContent(
    "Gap Upno day50.00% of 1,204 days54.67%–Not back-tested: too few days.",
  );
  expect(screen.getByText(overallWords([]))).toBeVisible();
});

it("says where there is no day before it", async () => {
  more = { compared_days: 0, days: [], outcomes: [] };
  await shown();
  expect(await screen.findByText("There is no day before it: nothing can be compared.")).toBeVisible();
  expect(screen.queryByRole("heading", { name: "What followed" })).toBeNull();
});

it("says why a day cannot be asked about, and leads back", async () => {
  const message = "date: 2025-07-03 is a half day; a full session is expected.";
  server.use(
    http.post("*/api/v2/alike", async ({ request }) => {
      const body = (await request.clone().json()) as AlikeRequest;
      if (body.date === "2026-03-27") return HttpResponse.json(answerTo(body));
      return HttpResponse.json({ message, code: "date_not_full_session" }, { status: 422 });
    }),
  );
  await shown("/alike?date=2025-07-03");
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  await userEvent.click(screen.getByRole("button", { name: "Ask of the newest day" }));
  await days();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("shows no day where the address names none that could be", async () => {
  const message = 'date: "garbage" is not a date; write it as YYYY-MM-DD.';
  server.use(
    http.post("*/api/v2/alike", () => HttpResponse.json({ message, code: "date_format" }, { status: 422 })),
  );
  await shown("/alike?date=garbage");
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(screen.queryByText(/undefined/)).toBeNull();
});

it("never asks about a sealed day", async () => {
  await shown(ADDRESS, [], { sealed: { ...letIn.sealed, seals: { ES: { share: 20, from: "2025-01-02" } } } });
  expect(await screen.findByRole("alert")).toHaveTextContent("This day is sealed");
  expect(asked).toEqual([]);
});

it("Back from a day's chart leads to that day", async () => {
  await shown();
  await userEvent.click(within(await days()).getByRole("link", { name: /14 Nov 2023/ }));
  const like = { date: "2025-04-09", leave_out: [] };
  const order = { like, as_of: 12, isNarrowed: false };
  expect(screen.getByText(/^at /)).toHaveTextContent(`at ${chartAddress("2023-11-14", order)}`);
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByText(/^at /)).toHaveTextContent(`at ${ADDRESS}`);
  expect(within(await days()).getByRole("link", { name: /14 Nov 2023/ })).toHaveFocus();
});

const nextSession = () =>
  server.use(
    http.post("*/api/v2/next", () =>
      HttpResponse.json({ session_date: "2026-11-27", symbol: "ES", snapshot: "s1" }),
    ),
  );

it("asks of the next session with what was typed of it: it has no bars and no chart", async () => {
  nextSession();
  more = { date: "2026-11-27" };
  renderPage(<AlikePage />, aStore(), "/alike?next=2026-11-27&bar=open&open=6816&gxh=x");
  expect(await screen.findByText(/The next session, Friday 27 Nov 2026/)).toBeVisible();
  expect(await screen.findByText("The asked day")).toBeVisible();
  expect(asked).toEqual([
    { filters: {}, symbol: "ES", snapshot: "s1", as_of: 0, next: { open: 6816 }, leave_out: [] },
  ]);
  expect(screen.getAllByRole("link").map((link) => link.dataset.date)).not.toContain("2026-11-27");
  await waitFor(() => expect(barsAsked.at(-1)?.dates).toEqual(["2024-05-02", "2023-11-14"]));
});

it.each(["2026-11-25", "2026-11-27+NQ"])(
  "numbers that were typed of another session are left out and told: %s",
  async (session) => {
    nextSession();
    more = { date: "2026-11-27" };
    renderPage(<AlikePage />, aStore(), `/alike?next=${session}&open=6816`);
    expect(await screen.findByText(NUMBERS_LEFT_OUT)).toBeVisible();
    await waitFor(() => expect(asked.at(-1)?.next).toEqual({}));
  },
);
