import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, http } from "msw";
import { describe, expect, it } from "vitest";
import { chartAddress, type DaysOrder } from "@/address/days-slice";
import { amaSwitched, daySelected, firstChart } from "@/kept/chart/chart-slice";
import { asOfChosen } from "@/lib/state/ui-slice";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { anAnswer } from "@/plot/candles/fixtures";
import type { Filter } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import { nothingSealed } from "@/question/seals-slice";
import ChartPage from "./chart-page";
import { answering, type ChartBody, DATES, failed, LATEST, next, previous, select, setUp } from "./testing";
import { AS_A_TABLE, followsDays, NO_BAR_KNOWN, STEP_BY_DATE } from "./words";

setUp();

describe("the day navigator", () => {
  it("lists each date with its place", async () => {
    answering();
    renderPage(<ChartPage />);
    const choices = within(await select()).getAllByRole("option");
    expect(choices.map((choice) => choice.textContent)).toEqual(
      DATES.map((date, i) => `${date} (Day ${i + 1} of 3)`),
    );
  });

  it("has no way back from the first day and none on from the last", async () => {
    answering();
    const store = renderPage(<ChartPage />);
    await select();
    await waitFor(() => expect(previous()).toBeEnabled());
    expect(next()).toBeDisabled();
    act(() => void store.dispatch(daySelected(DATES[0] ?? null)));
    await waitFor(() => expect(next()).toBeEnabled());
    expect(previous()).toBeDisabled();
  });

  it("waits while a day is loading", async () => {
    const dates = ["2024-04-29", "2024-04-30", ...DATES];
    answering(({ selected_date }) => anAnswer({ dates, date: selected_date ?? LATEST }));
    const store = renderPage(<ChartPage />, aStore({ chart: { ...firstChart, selectedDate: "2024-05-01" } }));
    await waitFor(() => expect(next()).toBeEnabled());
    expect(previous()).toBeEnabled();
    server.use(http.post("*/api/v2/charts/data", () => delay("infinite")));
    act(() => void store.dispatch(daySelected("2024-04-29")));
    expect(await screen.findByText("Loading chart data...")).toBeVisible();
    expect([previous(), next()].map((button) => button.hasAttribute("disabled"))).toEqual([true, true]);
  });

  it("with one date only says it", async () => {
    answering(() => anAnswer({ dates: [LATEST] }));
    renderPage(<ChartPage />);
    expect(await screen.findByText("Date: 2024-05-03")).toBeVisible();
    expect(screen.queryByRole("combobox", { name: "Date" })).toBeNull();
  });

  it("says so where navigation is missing", async () => {
    answering(() => ({ ...anAnswer(), navigation: undefined }));
    renderPage(<ChartPage />);
    expect(await screen.findByText("Debug: No navigation data received")).toBeVisible();
  });

  it("shows a half day that is none of the matching ones beside them, with a way to both sides", async () => {
    answering(() => anAnswer({ date: "2024-05-02", dates: ["2024-05-01", LATEST], current: 45 }));
    renderPage(<ChartPage />);
    expect(await select()).toHaveValue("2024-05-02");
    await waitFor(() => expect(previous()).toBeEnabled());
    expect(next()).toBeEnabled();
    expect(await screen.findByRole("note", { name: "About this day" })).toHaveTextContent(
      "Half day: 45 bars.",
    );
  });
});

describe("a day that does not match", () => {
  const unmatched = (nearest: string) => (body: ChartBody) =>
    body.selected_date === "2024-05-09"
      ? failed(404, {
          code: "date_not_matched",
          message: "m",
          detail: `selected_date: 2024-05-09: the exchange was closed; nearest: ${nearest}`,
        })
      : anAnswer({ dates: DATES, date: body.selected_date ?? LATEST });

  it("gives way to the nearest, which says why, without an alert or a toast", async () => {
    answering(unmatched("2024-05-03, 2024-05-30"));
    const store = renderPage(<ChartPage />, aStore({ chart: { ...firstChart, selectedDate: "2024-05-09" } }));
    expect(await select()).toHaveValue("2024-05-03");
    expect(await screen.findByText("2024-05-09: the exchange was closed; showing 2024-05-03")).toBeVisible();
    expect(store.getState().chart.selectedDate).toBe("2024-05-03");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(store.getState().ui.toasts).toEqual([]);
  });

  it("is named until another day is chosen", async () => {
    answering(unmatched("2024-05-02, 2024-05-30"));
    renderPage(<ChartPage />, aStore({ chart: { ...firstChart, selectedDate: "2024-05-09" } }));
    await screen.findByText(/the exchange was closed/);
    await userEvent.click(next());
    const date = await select();
    await waitFor(() => expect(date).toHaveValue("2024-05-03"));
    expect(screen.queryByText(/the exchange was closed/)).toBeNull();
  });

  it("offers the day on its other side", async () => {
    answering(unmatched("2024-05-03, 2024-05-30"));
    const store = renderPage(<ChartPage />, aStore({ chart: { ...firstChart, selectedDate: "2024-05-09" } }));
    await userEvent.click(await screen.findByRole("button", { name: "Show 2024-05-30" }));
    expect(store.getState().chart.selectedDate).toBe("2024-05-30");
    expect(screen.queryByText(/the exchange was closed/)).toBeNull();
  });
});

describe("sealed days", () => {
  const from = "2024-05-02";
  const sealed = { ...nothingSealed, seals: { ES: { share: 20 as const, from } } };

  it.each([from, "2024-05-03"])("%s is not requested, and the note says why", async (selectedDate) => {
    const asked = answering(({ selected_date }) =>
      anAnswer({ dates: DATES.filter((date) => date < from), date: selected_date ?? "2024-05-01" }),
    );
    renderPage(<ChartPage />, aStore({ sealed, chart: { ...firstChart, selectedDate } }));
    expect(await screen.findByText(/^This day is sealed: .*; showing 2024-05-01$/)).toBeVisible();
    expect(asked.map((body) => body.selected_date)).not.toContain(selectedDate);
  });

  it("the last day before them is drawn", async () => {
    const asked = answering();
    renderPage(<ChartPage />, aStore({ sealed, chart: { ...firstChart, selectedDate: "2024-05-01" } }));
    expect(await select()).toHaveValue("2024-05-01");
    expect(asked[0]?.selected_date).toBe("2024-05-01");
  });
});

describe("an address with a date", () => {
  it("opens that day and is read once", async () => {
    const asked = answering();
    const store = renderPage(<ChartPage />, aStore(), "/chart?date=2024-05-02");
    expect(await select()).toHaveValue("2024-05-02");
    await userEvent.click(next());
    await waitFor(() => expect(store.getState().chart.selectedDate).toBe("2024-05-03"));
    expect(asked.some((body) => body.selected_date === "2024-05-02")).toBe(true);
  });

  it.each(["yesterday", "2024-02-31", "2024-5-2"])("leaves %s out and says so", async (date) => {
    answering();
    const store = renderPage(<ChartPage />, aStore(), `/chart?date=${date}`);
    expect(await select()).toHaveValue(LATEST);
    const sentence = `"${date}" is no date in the form YYYY-MM-DD; showing ${LATEST}`;
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(store.getState().chart.selectedDate).toBeNull();
  });
});

describe("opened from Days", () => {
  const order: DaysOrder = {
    bar: { part: { feature: "gap_up", module: "occurrence", place: "active" }, label: "Gap Up" },
    sort: { column: "gap_up", descending: true },
  };
  const dates = ["2024-05-02", "2024-05-03", "2024-05-01"];
  const ordered = ({ selected_date, sort }: ChartBody) =>
    anAnswer({ dates: sort ? dates : DATES, date: selected_date ?? LATEST });

  it("steps in the order of Days, says so, and asks for the days on both sides", async () => {
    const asked = answering(ordered);
    const store = renderPage(<ChartPage />, aStore(), chartAddress("2024-05-03", order));
    expect(await select()).toHaveValue("2024-05-03");
    const choices = within(await select()).getAllByRole("option");
    expect(choices.map((choice) => choice.textContent)).toEqual(
      dates.map((date, i) => `${date} (Day ${i + 1} of 3)`),
    );
    expect(screen.getByText(followsDays("Gap Up: by Gap Up, descending"))).toBeVisible();
    await waitFor(() =>
      expect(asked.map((body) => body.selected_date)).toEqual(expect.arrayContaining(dates)),
    );
    for (const { sort, part } of asked.filter((body) => body.selected_date)) {
      expect(sort).toEqual(order.sort);
      expect(part).toEqual({ feature: "gap_up", module: "occurrence", place: "active" });
    }
    await userEvent.click(next());
    expect(store.getState().chart.selectedDate).toBe("2024-05-01");
    await waitFor(() => expect(previous()).toBeEnabled());
    expect(next()).toBeDisabled();
    await userEvent.click(previous());
    await userEvent.click(previous());
    expect(store.getState().chart.selectedDate).toBe("2024-05-02");
  });

  it.each([
    [false, ["Date_Range"]],
    [true, ["Date_Range", "gap_up"]],
  ])("walks the days most like a day, narrowed by all filters: %s", async (isNarrowed, asked) => {
    const bodies = answering(ordered);
    const gapUp: Filter = { feature: "gap_up", operator: "=", value: true };
    const range: Filter = { feature: "Date_Range", operator: "range", value: ["2024-01-02", "2024-05-03"] };
    const filters = { ...emptyFilters, active: [gapUp, range] };
    const like = { like: { date: "2024-05-06", leave_out: ["gap_up"] }, as_of: 12, isNarrowed };
    renderPage(<ChartPage />, aStore({ filters }), chartAddress("2024-05-03", like));
    expect(await select()).toHaveValue("2024-05-03");
    expect(screen.getByText(followsDays("most like Monday 6 May 2024"))).toBeVisible();
    const body = bodies.find(({ selected_date }) => selected_date === "2024-05-03");
    expect(body).toMatchObject({ like: like.like, as_of: 12 });
    expect(Object.keys(body?.filters ?? {}).toSorted()).toEqual(asked);
  });

  it("asks for no day that was shown before: it may be none of them", async () => {
    const asked = answering(ordered);
    const chart = { ...firstChart, selectedDate: "2024-04-29" };
    renderPage(<ChartPage />, aStore({ chart }), chartAddress("2024-05-03", order));
    expect(await select()).toHaveValue("2024-05-03");
    expect(asked.map((body) => body.selected_date)).not.toContain("2024-04-29");
  });

  it("steps by date again where somebody wants that", async () => {
    const asked = answering(ordered);
    renderPage(<ChartPage />, aStore(), chartAddress("2024-05-03", order));
    await userEvent.click(await screen.findByRole("button", { name: STEP_BY_DATE }));
    await waitFor(() => expect(next()).toBeDisabled());
    expect(within(await select()).getAllByRole("option")[0]).toHaveTextContent("2024-05-01 (Day 1 of 3)");
    expect(screen.queryByText(/follow Days/)).toBeNull();
    expect(asked.at(-1)).not.toHaveProperty("sort");
  });

  it.each(["{}", "newest", '{"bar":null,"sort":{"column":"gap_up"}}'])(
    "an order of %s is none",
    async (text) => {
      const asked = answering(ordered);
      renderPage(
        <ChartPage />,
        aStore(),
        `/chart?${new URLSearchParams({ date: "2024-05-02", order: text })}`,
      );
      expect(await select()).toHaveValue("2024-05-02");
      expect(screen.queryByText(/follow Days/)).toBeNull();
      expect(asked.some((body) => "sort" in body)).toBe(false);
    },
  );
});

it("the day after a session that is missing or not counted names it", async () => {
  answering(() => anAnswer({ date: LATEST, metadata: { previousDate: "2024-04-29" } }), {
    missing_sessions: ["2024-04-29", "2024-04-30", "2024-05-03"],
    quarantined: [
      { date: "2024-05-01", reason: "80 of 81 bars" },
      { date: "2024-05-06", reason: "79 of 81 bars" },
    ],
  });
  renderPage(<ChartPage />);
  const note = await screen.findByText(/is missing/);
  expect(note).toHaveTextContent("2024-04-30 is missing. 2024-05-01 is not counted: 80 of 81 bars.");
  expect(note).not.toHaveTextContent(/2024-04-29|2024-05-03|2024-05-06/);
});

describe("known up to a bar", () => {
  const known = (bar: string) => aStore({ ui: { ...letIn.ui, asOf: bar } });
  const table = async () => {
    await userEvent.click(await screen.findByText(AS_A_TABLE));
    return screen.queryAllByRole("row").slice(1);
  };

  it("the page names, counts and lists no bar after it, and the whole day is no other call", async () => {
    const asked = answering(() => anAnswer({ dates: [LATEST], signals: { 3: 1, 40: 2 } }));
    const store = known("b12");
    store.dispatch(amaSwitched(true));
    renderPage(<ChartPage />, store);
    expect(await screen.findByText("1 AMA signal")).toBeVisible();
    expect(await screen.findByRole("note", { name: "About this day" })).toHaveTextContent(
      "Bars from 13 on are hidden: not known yet.",
    );
    const rows = await table();
    expect(rows).toHaveLength(12);
    expect(rows.at(-1)).toHaveTextContent(/^12 ?10:25/);
    act(() => void store.dispatch(asOfChosen("day")));
    expect(await screen.findByText("2 AMA signals")).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(82));
    expect(asked).toHaveLength(1);
  });

  it("before the open of the first session says why nothing is drawn", async () => {
    answering(() => anAnswer({ dates: [LATEST], previous: 0 }));
    renderPage(<ChartPage />, known("pre"));
    expect(await screen.findByText(NO_BAR_KNOWN)).toBeVisible();
  });

  it("at the open lists no bar", async () => {
    answering(() => anAnswer({ dates: [LATEST] }));
    renderPage(<ChartPage />, known("open"));
    expect(await table()).toHaveLength(0);
  });
});
