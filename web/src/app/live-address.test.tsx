import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Provider } from "react-redux";
import { createBrowserRouter, Link, Route, RouterProvider, Routes, useNavigationType } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { allDays, daysListed } from "@/address/days-slice";
import { cardsNarrowed } from "@/address/find-slice";
import { linkQuery } from "@/address/link";
import { useOpenDays } from "@/address/open-days";
import { snapshotShown } from "@/api/session/session-slice";
import { amaSwitched, daySelected, dayShown, otherDaySelected } from "@/kept/chart/chart-slice";
import { keptHistory } from "@/kept/saved-filters";
import { useAppSelector } from "@/lib/state/hooks";
import { modalOpened, probabilityToggled } from "@/lib/state/ui-slice";
import { aSummary } from "@/lib/testing/fixtures";
import { server } from "@/lib/testing/server";
import { askAsOf } from "@/question/ask-as-of";
import { filtersApplied } from "@/question/filters-slice";
import { DayNavigator } from "@/screens/chart/day-navigator";
import { LiveAddress } from "./live-address";
import { pageStore } from "./testing/page-store";

const gap = { feature: "gap_up", operator: "=" as const, value: true };
const said = () => new URLSearchParams(location.search);
const filters = () => said().get("filters");

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** The router of the page, around what is tested. */
function InRouter({ children }: { children: ReactNode }) {
  const [router] = useState(() => createBrowserRouter([{ path: "*", element: children }]));
  useEffect(() => () => router.dispose(), [router]);
  return <RouterProvider router={router} />;
}

function BarOfDays() {
  const open = useOpenDays();
  const part = { feature: "gap_class", module: "basic_distribution", place: "full_up" } as const;
  return (
    <button type="button" onClick={() => open({ part, label: "Full up" })}>
      Its days
    </button>
  );
}

function open(address: string) {
  history.replaceState(null, "", address);
  const store = pageStore();
  render(
    <Provider store={store}>
      <InRouter>
        <LiveAddress />
        <Link to="/chart?date=2024-05-02">A day</Link>
        <Link to="/methods#tests">Methods</Link>
        <BarOfDays />
      </InRouter>
    </Provider>,
  );
  return store;
}

it("stays bare while all is as at first, keeps what else it bears, and says what is shown then", async () => {
  const store = open("/dashboard?a=1#content");
  act(() => void store.dispatch(probabilityToggled("nr7")));
  await waitFor(() => expect(said().get("probabilities")).toContain("nr7"));
  expect(location.search).toBe(`?a=1&${linkQuery(store.getState())}`);
  expect(location.pathname + location.hash).toBe("/dashboard#content");
  act(() => void store.dispatch(probabilityToggled("nr7")));
  await waitFor(() => expect(location.search).toBe("?a=1"));
});

it("a link to a screen that is still loading stays a step, and its address is written once it is there", async () => {
  const Kind = () => <p>{useNavigationType()}</p>;
  const Slow = lazy(async () => {
    await delay(200);
    return { default: Kind };
  });
  history.replaceState(null, "", "/dashboard");
  const store = pageStore();
  const narrow = () => store.dispatch(cardsNarrowed("gap"));
  render(
    <Provider store={store}>
      <InRouter>
        <LiveAddress />
        <Suspense>
          <Routes>
            <Route
              path="/dashboard"
              element={
                <Link to="/days" onClick={narrow}>
                  Days
                </Link>
              }
            />
            <Route path="/days" element={<Slow />} />
          </Routes>
        </Suspense>
      </InRouter>
    </Provider>,
  );
  await userEvent.click(screen.getByRole("link", { name: "Days" }));
  await delay(100);
  expect(location.pathname + location.search).toBe("/days");
  expect(await screen.findByText("PUSH")).toBeVisible();
  await waitFor(() => expect(said().get("cards")).toBe("gap"));
});

it("an Apply or another day is a step to go back from; small changes are none", async () => {
  const store = open("/dashboard");
  const length = history.length;
  act(() => void store.dispatch(filtersApplied({ filters: [gap], appliedAt: 1 })));
  await waitFor(() => expect(filters()).toContain("gap_up"));
  act(() => void store.dispatch(amaSwitched(true)));
  await waitFor(() => expect(said().get("ama")).toBe('{"amaOn":true}'));
  expect(history.length).toBe(length + 1);
  act(() => void store.dispatch(daySelected("2024-05-03")));
  await waitFor(() => expect(said().get("day")).toBe("2024-05-03"));
  expect(history.length).toBe(length + 2);
  act(() => void store.dispatch(otherDaySelected({ date: "2024-05-02", why: "closed" })));
  await waitFor(() => expect(said().get("day")).toBe("2024-05-02"));
  expect(history.length).toBe(length + 2);
  act(() => history.back());
  await waitFor(() => expect(store.getState().chart.selectedDate).toBeNull());
  expect(store.getState().filters.active).toEqual([gap]);
  act(() => history.back());
  await waitFor(() => expect(store.getState().filters.active).toEqual([]));
  await waitFor(() => expect(location.search).toBe(""));
  act(() => history.forward());
  await waitFor(() => expect(store.getState().filters.active).toEqual([gap]));
  expect(keptHistory.load().value).toHaveLength(1);
});

it("Previous and Next of the chart are no steps: one step back leaves the days behind", async () => {
  history.pushState(null, "", "/");
  const store = open("/chart");
  const dates = ["2024-05-01", "2024-05-02", "2024-05-03", "2024-05-06"];
  const Days = () => {
    const date = useAppSelector(({ chart }) => chart.selectedDate) ?? "2024-05-06";
    const at = dates.indexOf(date);
    const navigation = {
      availableDates: dates,
      currentDate: date,
      currentIndex: at,
      totalDates: 4,
      previous: dates[at - 1] ?? null,
      next: dates[at + 1] ?? null,
      has_previous: at > 0,
      has_next: at < 3,
    };
    return <DayNavigator navigation={navigation} isLoading={false} />;
  };
  render(<Days />, { wrapper: ({ children }) => <Provider {...{ store, children }} /> });
  const length = history.length;
  const steps = ["Previous day", "Previous day", "Previous day", "Next day"];
  for (const [at, name] of steps.entries()) {
    await userEvent.click(screen.getByRole("button", { name }));
    await waitFor(() => expect(said().get("day")).toBe([dates[2], dates[1], dates[0], dates[1]][at]));
  }
  expect(history.length).toBe(length);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Date" }), "2024-05-03");
  await waitFor(() => expect(said().get("day")).toBe("2024-05-03"));
  expect(history.length, "a day that is chosen is a step").toBe(length + 1);
  act(() => history.back());
  await waitFor(() => expect(store.getState().chart.selectedDate).toBe("2024-05-02"));
});

it("order and page of the table of days are steps; the text that narrows the cards is none", async () => {
  history.pushState(null, "", "/");
  const store = open("/days?view=table");
  const table = () => JSON.parse(said().get("table") ?? "null");
  const length = history.length;
  act(() => void store.dispatch(cardsNarrowed("gap")));
  await waitFor(() => expect(said().get("cards")).toBe("gap"));
  expect(history.length).toBe(length);
  act(() => void store.dispatch(daysListed({ sort: { column: "gap_up", descending: true }, page: 1 })));
  await waitFor(() => expect(table()).toMatchObject({ bar: null, sort: { column: "gap_up" }, page: 1 }));
  act(() => void store.dispatch(daysListed({ page: 2 })));
  await waitFor(() => expect(table()).toMatchObject({ page: 2 }));
  expect(history.length).toBe(length + 2);
  act(() => history.back());
  await waitFor(() => expect(store.getState().days.page).toBe(1));
  act(() => history.back());
  await waitFor(() => expect(store.getState().days).toEqual(allDays));
  expect(store.getState().find.cardText).toBe("gap");
  expect(said().get("view")).toBe("table");
  act(() => history.forward());
  await waitFor(() => expect(store.getState().days.sort.column).toBe("gap_up"));
});

it("the days of a bar are one step: one step back leads to the screen before", async () => {
  history.pushState(null, "", "/");
  const store = open("/dashboard");
  const part = { feature: "gap_class", module: "basic_distribution", place: "full_up" } as const;
  const length = history.length;
  await userEvent.click(screen.getByRole("button", { name: "Its days" }));
  await waitFor(() => expect(location.pathname).toBe("/days"));
  await waitFor(() => expect(JSON.parse(said().get("table") ?? "null")).toMatchObject({ bar: { part } }));
  expect(said().get("view")).toBe("table");
  expect(history.length).toBe(length + 1);
  act(() => history.back());
  await waitFor(() => expect(location.pathname).toBe("/dashboard"));
  await waitFor(() => expect(store.getState().days).toEqual(allDays));
});

it("going back from a bar that left a filter out leads to the filter and the whole day", async () => {
  server.use(
    http.post("*/api/compute", async () => {
      await delay(150);
      return HttpResponse.json({ total_days: 3, data: { statistics: { features: {} } }, snapshot: "s1" });
    }),
  );
  history.pushState(null, "", "/");
  const store = open("/dashboard");
  act(() => {
    store.dispatch(snapshotShown(aSummary()));
    store.dispatch(filtersApplied({ filters: [gap], appliedAt: 1 }));
  });
  await waitFor(() => expect(filters()).toContain("gap_up"));
  await act(() => store.dispatch(askAsOf("b12", [])));
  await waitFor(() => expect(said().get("asOf")).toBe("b12"));
  expect(filters()).toBe("{}");
  act(() => history.back());
  await waitFor(() => expect(store.getState().filters.active).toEqual([gap]));
  expect(store.getState().ui.asOf).toBe("day");
});

it("the day that a link names is the link's own step", async () => {
  history.pushState(null, "", "/");
  const store = open("/dashboard");
  const length = history.length;
  await userEvent.click(screen.getByRole("link", { name: "A day" }));
  act(() => void store.dispatch(daySelected("2024-05-02")));
  await waitFor(() => expect(said().get("day")).toBe("2024-05-02"));
  expect(history.length).toBe(length + 1);
});

it("going back closes what stands over the page, even where the address says the same", () => {
  const store = open("/dashboard");
  store.dispatch(modalOpened("shortcuts"));
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect(store.getState().ui.modals).toEqual([]);
});

it("names the latest day once the chart draws it, without a step", async () => {
  const store = open("/chart");
  const length = history.length;
  act(() => void store.dispatch(dayShown("2024-05-03")));
  await waitFor(() => expect(said().get("day")).toBe("2024-05-03"));
  expect(history.length).toBe(length);
});

it("goes along to another screen, and to a place in it", async () => {
  const store = open("/dashboard");
  act(() => void store.dispatch(probabilityToggled("nr7")));
  await userEvent.click(screen.getByRole("link", { name: "Methods" }));
  await waitFor(() => expect(said().get("probabilities")).toContain("nr7"));
  expect(location.pathname + location.hash).toBe("/methods#tests");
});

it("a flood of changes is few changes of the address, the last of them said", async () => {
  const store = open("/chart");
  const pushed = vi.spyOn(history, "pushState");
  const replaced = vi.spyOn(history, "replaceState");
  act(() => {
    for (let day = 10; day < 30; day++) store.dispatch(daySelected(`2024-05-${day}`));
  });
  await waitFor(() => expect(said().get("day")).toBe("2024-05-29"));
  expect(pushed.mock.calls.length + replaced.mock.calls.length).toBeLessThanOrEqual(2);
});
