import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Provider } from "react-redux";
import { BrowserRouter, Link } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { amaSwitched, daySelected, dayShown, otherDaySelected } from "@/features/chart/state/chart-slice";
import { filtersApplied } from "@/features/filters/state/filters-slice";
import { linkQuery } from "@/features/filters/state/link";
import { probabilityToggled } from "@/lib/state/ui-slice";
import { LiveAddress } from "./live-address";
import { pageStore } from "./testing/page-store";

const gap = { feature: "gap_up", operator: "=" as const, value: true };
const said = () => new URLSearchParams(location.search);
const filters = () => said().get("filters");

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

function open(address: string) {
  history.replaceState(null, "", address);
  const store = pageStore();
  render(
    <Provider store={store}>
      <BrowserRouter>
        <LiveAddress />
        <Link to="/chart?date=2024-05-02">A day</Link>
        <Link to="/methods#tests">Methods</Link>
      </BrowserRouter>
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
  expect(store.getState().filters.history).toHaveLength(1);
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
