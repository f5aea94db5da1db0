import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { Route, Routes, useLocation } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import type {
  FeaturesAnswer,
  FilteredRequest,
  NextAnswer,
  NextRequest,
  QuestionsAnswer,
  WidenAnswer,
} from "@/api/generated";
import { snapshotShown } from "@/api/session/session-slice";
import { notInPlan } from "@/kit/words";
import { aCatalogue, aCategory, aFeature, aSummary } from "@/lib/testing/fixtures";
import { held } from "@/lib/testing/held";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { DAYS_LIKE } from "@/question/words";
import NextPage from "./next-page";
import { aClaim, aKnown, aNext, anOpened, aRate, DOWN_DAY, NEXT_FEATURES } from "./testing";
import { DAYS_LIKE_BY, FOLLOWED_ON_ALL, FOLLOWED_ON_LIKE, sessionWords } from "./words";

const OPEN = 6816;
const NOTE = "6,816,000 is far from yesterday's close of 6,790.25.";

/** What is asked while no number is typed. */
const UNTYPED = { symbol: "ES", snapshot: "s1" };
let sent: NextRequest[];
let counted: FilteredRequest[];
let questioned: FilteredRequest[];
let widened: number;
let known: (typed: NextRequest | null) => NextAnswer;
let days: number;
let catalogue: FeaturesAnswer;
let computes: unknown[];

const questions = (): QuestionsAnswer => ({
  total_days: days,
  questions: [aRate("gap_fills", { days }), aRate("or_breaks")],
  snapshot: "s1",
});

const removal = (at: number, feature: string, n_days: number) => ({
  removed: [at],
  filters: [{ feature, operator: "in", value: ["Fri"], words: "" }],
  n_days,
  rate: null,
});

beforeEach(() => {
  sessionStorage.clear();
  [sent, counted, questioned, computes] = [[], [], [], []];
  widened = 0;
  days = 120;
  known = (typed) => (typed?.open ? anOpened(typed.open) : aNext());
  catalogue = aCatalogue(NEXT_FEATURES, [aCategory("GAPS"), aCategory("DAYDATE")]);
  server.use(
    http.get("*/api/features", () => HttpResponse.json(catalogue)),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/next", async ({ request }) => {
      const body = (await request.json()) as NextRequest;
      sent.push(body);
      return HttpResponse.json(known(body));
    }),
    http.post("*/api/v2/filtered", async ({ request }) => {
      counted.push((await request.json()) as FilteredRequest);
      return HttpResponse.json({ filtered_data: { total_days: days }, snapshot: "s1" });
    }),
    http.post("*/api/v2/questions", async ({ request }) => {
      questioned.push((await request.json()) as FilteredRequest);
      return HttpResponse.json(questions());
    }),
    http.get("*/api/v2/claims", () =>
      HttpResponse.json({
        symbol: "ES",
        first_session: "2024-02-05",
        last_session: "2026-11-25",
        claims: [
          aClaim("gap_fills", "Gap", "The gap fills by the close"),
          aClaim("or_breaks", "First hour", "The first hour breaks on a side"),
          aClaim("not_asked", "First hour", "Something else"),
        ],
        snapshot: "s1",
      }),
    ),
    http.post("*/api/v2/widen", () => {
      widened += 1;
      const answer = {
        ...{ n_days: days, feature: null, label: null, rate: null, snapshot: "s1" },
        removals: [removal(0, "gap_class", 40), removal(1, "weekday", 61)],
      };
      return HttpResponse.json(answer as unknown as WidenAnswer);
    }),
    http.post("*/api/compute", async ({ request }) => {
      computes.push(await request.json());
      return HttpResponse.json({ data: {}, total_days: days, snapshot: "s1" });
    }),
  );
});

/** Where the page is. */
function Place() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const shown = (address = "/today", store = aStore()) =>
  renderPage(
    <>
      <Routes>
        <Route path="/today" element={<NextPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Place />
    </>,
    store,
    address,
  );

const place = () => new URL(document.querySelector("output")?.textContent ?? "", "https://page");
const open = () => screen.findByRole("textbox", { name: "Open" });
const chip = (name: RegExp) => screen.findByRole("button", { name });
const group = (name: string) => within(screen.getByRole("region", { name }));

it("tells its own ADR10 from that of the last session, which cards say points on", async () => {
  server.use(http.get("*/api/v2/summary", () => HttpResponse.json({ ...aSummary(), adr10_pts: 83.55 })));
  shown();
  const words = "10% of ADR10 is 8.20 points on this session, 8.36 on the last one.";
  expect(await screen.findByText(words)).toBeVisible();
});

it("says which session it is, where the numbers come from, and its levels", async () => {
  known = () => aNext({ notes: [{ code: "half_day", text: "A half day: 45 bars." }], events: ["gap_class"] });
  shown();
  expect(await screen.findByText(sessionWords(aNext()))).toBeVisible();
  expect(screen.getByText(/Wed 25 Nov\.$/)).toBeVisible();
  expect(screen.getByText("A half day: 45 bars.")).toBeVisible();
  expect(screen.getByText("10% of ADR10 is 8.20 points.")).toBeVisible();
  const levels = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(levels).toEqual([
    "6,820.00",
    "6,771.50",
    "6,790.25",
    "82.00",
    "6,793.12",
    "6,952.50",
    "–",
    "–",
    "–",
  ]);
  expect(group("At the open").getByText(/^Type the open/)).toBeVisible();
});

it("one typed number brings the gap; three clicks ask, as of the open", async () => {
  const user = userEvent.setup();
  shown();
  await user.type(await open(), "6816{Enter}");
  await user.click(await chip(/^Gap Full up, 25 to 50%/));
  await user.click(await chip(/^Weekday Fri/));
  await user.click(await chip(/^Yesterday Bull Day False/));
  expect(sent.at(-1)).toEqual({ symbol: "ES", snapshot: "s1", open: OPEN });
  const asked = {
    filters: {
      gap_class: { operator: "in", value: ["full_up"] },
      gap_size_pct_adr: { operator: "range", value: [25, 50] },
      weekday: { operator: "in", value: ["Fri"] },
      close_above_open_prev: { operator: "=", value: false },
    },
    symbol: "ES",
    snapshot: "s1",
    as_of: 0,
  };
  await waitFor(() => expect(counted.at(-1)).toEqual(asked));
  await waitFor(() => expect(questioned.at(-1)).toEqual(asked));
  expect(await screen.findByText("120 days")).toBeVisible();
  const line = screen.getByText("The gap fills by the close").closest("li");
  expect(line).toHaveTextContent("64.17%");
  expect(line).toHaveTextContent("55.00 to 73.00 of 120 days · all days 65.30%");
  expect(screen.queryByText("Something else")).toBeNull();
  expect(Object.fromEntries(place().searchParams)).toEqual({
    for: "2026-11-27 ES",
    open: "6816",
    on: "gap_class,gap_size_pct_adr,weekday,close_above_open_prev",
  });
});

it("a chip says its value, what it asks and how rare it is, and is switched off again", async () => {
  const user = userEvent.setup();
  shown("/today?for=2026-11-27&open=6816&on=gap_size_pct_adr");
  const size = await chip(/^Absolute Gap \(% of ADR10\) 31.20% asks 25 to 50% · larger than on 71% of days$/);
  expect(size).toHaveAttribute("aria-pressed", "true");
  expect(await chip(/^Gap Full up, 25 to 50%/)).toHaveAttribute("aria-pressed", "false");
  await user.click(size);
  expect(size).toHaveAttribute("aria-pressed", "false");
  await waitFor(() => expect(counted.at(-1)?.filters).toEqual({}));
  expect(place().searchParams.has("on")).toBe(false);
});

it("half a number is no question: what is shown stays until the number is whole", async () => {
  const user = userEvent.setup();
  known = (typed) => {
    if (!typed?.open) return aNext();
    const far = { code: "far_from_close" as const, text: NOTE, field: "open" };
    return typed.open < 6000 ? aNext({ notes: [far] }) : anOpened(typed.open);
  };
  shown("/today?for=2026-11-27&open=6816&on=gap_class");
  const field = await open();
  await chip(/^Gap Class Full up/);
  await user.clear(field);
  await user.type(field, "68");
  await waitFor(() => expect(sent.at(-1)?.open).toBe(68), { timeout: 2000 });
  expect(await screen.findByText(NOTE)).toBeVisible();
  expect(field).toHaveAccessibleDescription(NOTE);
  expect(field).toBeInvalid();
  expect(group("At the open").getByRole("button", { name: /^Gap Class Full up/ })).toBeVisible();
  await user.type(field, "20,5{Enter}");
  await waitFor(() => expect(sent.at(-1)?.open).toBe(6820.5));
  await waitFor(() => expect(field).toBeValid());
  await user.clear(field);
  await user.type(field, "68");
  await user.tab();
  await chip(/^Gap Class – not known yet/);
  expect(screen.getByText(NOTE)).toBeVisible();
});

it("half a number keeps no answer of another instrument", async () => {
  const user = userEvent.setup();
  const far = { code: "far_from_close" as const, text: NOTE, field: "open" };
  known = (typed) => {
    const own = { symbol: typed?.symbol ?? "ES", snapshot: typed?.symbol === "NQ" ? "q1" : "s1" };
    if (!typed?.open) return aNext(own);
    return typed.open < 6000 ? aNext({ ...own, notes: [far] }) : anOpened(typed.open, own);
  };
  const store = shown("/today?for=2026-11-27&open=6816&on=gap_class");
  const field = await open();
  await chip(/^Gap Class Full up/);
  await user.clear(field);
  await user.type(field, "68");
  await waitFor(() => expect(sent.at(-1)?.open).toBe(68), { timeout: 2000 });
  expect(await screen.findByText(NOTE)).toBeVisible();
  expect(screen.getByText("6,816.00")).toBeVisible();
  act(() => void store.dispatch(snapshotShown(aSummary({ id: "q1", symbol: "NQ" }))));
  await waitFor(() => expect(sent.map((body) => body?.symbol)).toContain("NQ"));
  await waitFor(() => expect(screen.queryByText("6,816.00")).toBeNull());
  expect(screen.queryByRole("button", { name: /^Gap Class Full up/ })).toBeNull();
});

it("a text that is no number is told at its field and not sent", async () => {
  const user = userEvent.setup();
  shown();
  const field = await open();
  await user.type(field, "68x{Enter}");
  expect(field).toHaveAccessibleDescription("Not a price, such as 6812.25.");
  await user.tab();
  expect(sent).toEqual([UNTYPED]);
  expect(field).toHaveValue("68x");
});

it("the first hour is sent once it is whole", async () => {
  const user = userEvent.setup();
  shown();
  await user.click(await screen.findByText("First hour"));
  await user.type(screen.getByRole("textbox", { name: "First hour high" }), "6830");
  await user.type(screen.getByRole("textbox", { name: "First hour low" }), "6800{Enter}");
  expect(sent).toEqual([UNTYPED]);
  await user.type(screen.getByRole("textbox", { name: "First hour close" }), "6810{Enter}");
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ or12: { high: 6830, low: 6800, close: 6810 } }));
});

it("numbers of another session are left out, and the chips stay", async () => {
  shown("/today?for=2026-11-25&open=6816&on=weekday");
  expect(
    await screen.findByText("The numbers typed for Wednesday 25 November 2026 were left out."),
  ).toBeVisible();
  await waitFor(() => expect(sent.at(-1)).toEqual(UNTYPED));
  expect(await open()).toHaveValue("");
  expect(Object.fromEntries(place().searchParams)).toEqual({ on: "weekday" });
});

it("numbers of another instrument are left out, though its session is on the same day", async () => {
  shown("/today?for=2026-11-27+NQ&open=6816");
  const told = "The numbers typed for NQ, Friday 27 November 2026 were left out.";
  expect(await screen.findByText(told)).toBeVisible();
  await waitFor(() => expect(sent.at(-1)).toEqual(UNTYPED));
  const field = await open();
  expect(field).toHaveValue("");
  await userEvent.setup().type(field, "6816");
  await waitFor(() => expect(place().searchParams.get("for")).toBe("2026-11-27 ES"));
});

it("where few days match it names the chip whose going brings most", async () => {
  const user = userEvent.setup();
  days = 12;
  shown("/today?for=2026-11-27&open=6816&on=gap_class,weekday");
  const offer = await chip(/^Leave out Weekday: Fri: 12 → 61 days$/);
  expect(await screen.findByText("12 days: too few to tell much.")).toBeVisible();
  await user.click(offer);
  expect(place().searchParams.get("on")).toBe("gap_class");
  expect(widened).toBeGreaterThan(0);
});

it("what the bar does not know yet waits", async () => {
  shown("/today?on=gap_class,weekday");
  expect(await screen.findByText(/^Before the open: 1 chip not known yet, Weekday: Fri$/)).toBeVisible();
  await waitFor(() => expect(counted.at(-1)).toMatchObject({ filters: { weekday: {} }, as_of: -1 }));
});

it("the dashboard, the gallery and days alike are asked the same", async () => {
  const user = userEvent.setup();
  const store = shown("/today?for=2026-11-27&open=6816&on=gap_class");
  await chip(/^Gap Class Full up/);
  await user.click(screen.getByRole("button", { name: DAYS_LIKE }));
  await waitFor(() => expect(place().pathname).toBe("/days"));
  expect(Object.fromEntries(place().searchParams)).toMatchObject({
    view: "like",
    next: "2026-11-27 ES",
    bar: "open",
    open: "6816",
  });
  const { filters, ui } = store.getState();
  expect(filters.active).toEqual([{ feature: "gap_class", operator: "in", value: ["full_up"] }]);
  expect(ui.asOf).toBe("open");
  expect(computes).toHaveLength(1);
});

it("the filters of the dashboard stay what they are, its dates and sealed days count here too", async () => {
  const active = [
    { feature: "gap_class", operator: "=" as const, value: "flat" },
    { feature: "Date_Range", operator: "range" as const, value: ["2024-02-05", "2026-11-25"] },
  ];
  const filters = { ...letIn.filters, active };
  const sealed = { ...letIn.sealed, seals: { ES: { share: 20 as const, from: "2026-01-05" } } };
  const store = shown("/today?on=weekday", aStore({ filters, sealed }));
  await waitFor(() =>
    expect(questioned.at(-1)?.filters).toEqual({
      Date_Range: { operator: "range", value: ["2024-02-05", "2026-01-04"] },
      weekday: { operator: "in", value: ["Fri"] },
    }),
  );
  expect(store.getState().filters.active).toBe(active);
});

it("a plan without bars asks of the whole day, and says what another has", async () => {
  catalogue.profile_limits.features.as_of = false;
  catalogue.profile_limits.features.alike = false;
  known = () => aNext({ known: aNext().known.filter(({ feature }) => !feature.endsWith("_prev")) });
  shown("/today?on=weekday");
  await waitFor(() => expect(questioned.at(-1)).toMatchObject({ filters: { weekday: {} } }));
  expect(questioned.every((body) => !("as_of" in body))).toBe(true);
  expect(screen.getByText(new RegExp(`^${notInPlan("yesterday's features")}`))).toBeVisible();
  expect(screen.queryByRole("button", { name: DAYS_LIKE })).toBeNull();
  const sets = group(DAYS_LIKE_BY).getAllByRole("button");
  expect(sets.map((set) => set.textContent?.split(" ")[0])).toEqual(["Gap", "Weekday"]);
});

it("who comes back finds the numbers and chips of this tab", async () => {
  shown("/today?for=2026-11-27&open=6816&on=gap_class");
  await chip(/^Gap Class Full up/);
  document.body.replaceChildren();
  shown("/today");
  await waitFor(() => expect(place().searchParams.get("open")).toBe("6816"));
  expect(place().searchParams.get("on")).toBe("gap_class");
});

it("a call that fails can be made again, whether of what is known or of the questions", async () => {
  let isThere = false;
  const failing = (good: () => object) => () =>
    isThere ? HttpResponse.json(good()) : HttpResponse.json({ message: "No night yet." }, { status: 504 });
  const again = async () => {
    isThere = true;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  };
  server.use(
    http.post(
      "*/api/v2/next",
      failing(() => known(null)),
    ),
  );
  shown();
  expect(await screen.findByText("No night yet.")).toBeVisible();
  await again();
  await screen.findByText("The gap fills by the close");
  isThere = false;
  server.use(http.post("*/api/v2/questions", failing(questions)));
  await userEvent.click(await chip(/^Weekday/));
  expect(await screen.findByText("No night yet.")).toBeVisible();
  await again();
  expect(await screen.findByText("The gap fills by the close")).toBeVisible();
});

it("a question of days that the session is surely none of is not asked", async () => {
  known = () => aNext({ ruled_out: ["gap_fills"] });
  shown();
  expect(await screen.findByText("The first hour breaks on a side")).toBeVisible();
  expect(screen.queryByText("The gap fills by the close")).toBeNull();
});

it("of many features the first are shown, the others found by name", async () => {
  const user = userEvent.setup();
  const many = Array.from({ length: 25 }, (_, at) =>
    aFeature({ name: `own_${at}`, displayName: `Own ${at}`, knownAt: "eod" }),
  );
  catalogue = aCatalogue([...NEXT_FEATURES, ...many], [aCategory("GAPS")]);
  known = () =>
    aNext({ known: [DOWN_DAY, ...many.map(({ name }) => aKnown({ feature: `${name}_prev`, value: 1.5 }))] });
  shown();
  await chip(/^Own 3/);
  expect(screen.queryByRole("button", { name: /^Own 17/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show all 26 of Yesterday" }));
  await user.type(screen.getByRole("searchbox", { name: "Find in Yesterday" }), "own 17");
  expect(group("Yesterday").getAllByRole("button", { name: /^Own/ })).toHaveLength(1);
  await user.click(await chip(/^Own 17/));
  await user.click(screen.getByRole("button", { name: "Show fewer of Yesterday" }));
  expect(screen.getByRole("button", { name: /^Own 17/ })).toHaveAttribute("aria-pressed", "true");
});

it("asks again by itself while it is looked at, and fills in what a feed brings", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    shown("/today?on=gap_class");
    expect(await screen.findByText(/Wed 25 Nov\.$/)).toBeVisible();
    const at = Date.UTC(2026, 10, 27, 14, 47) / 1000;
    known = () => anOpened(OPEN, { source: "feed", as_of: 3, at });
    await act(async () => vi.advanceTimersByTimeAsync(30_000));
    expect(await screen.findByText("From the feed at 9:47, bar 3, 9:45.")).toBeVisible();
    await waitFor(() => expect(counted.at(-1)).toMatchObject({ filters: { gap_class: {} }, as_of: 3 }));
    expect(sent).toEqual([UNTYPED, UNTYPED]);
  } finally {
    vi.useRealTimers();
  }
});

it("says that it works from the first typed digit until the answer is there", async () => {
  const { release, waiting } = held();
  const user = userEvent.setup();
  shown("/today?on=gap_class");
  const field = await open();
  const works = () => screen.queryByText("Working out what is known…");
  await waitFor(() => expect(works()).toBeNull());
  server.use(
    http.post("*/api/v2/next", async () => {
      await waiting;
      return HttpResponse.json(anOpened(OPEN));
    }),
  );
  await user.type(field, "6");
  expect(works(), "before anything is sent").toBeVisible();
  await user.type(field, "816{Enter}");
  expect(works()).toBeVisible();
  release();
  expect(await chip(/^Gap Class Full up/)).toBeVisible();
  await waitFor(() => expect(works()).toBeNull());
});

it("rates of all days do not stand under the words of days like it", async () => {
  shown("/today?for=2026-11-27&open=6816");
  expect(await screen.findByRole("heading", { name: FOLLOWED_ON_ALL })).toBeVisible();
  expect(screen.queryByText(FOLLOWED_ON_LIKE)).toBeNull();
  await userEvent.setup().click(await chip(/^Gap Class Full up/));
  expect(await screen.findByRole("heading", { name: FOLLOWED_ON_LIKE })).toBeVisible();
  expect(screen.queryByText(FOLLOWED_ON_ALL)).toBeNull();
});
