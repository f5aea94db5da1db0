import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { aSummary } from "@/lib/testing/fixtures";
import { aStore, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { emptyFilters, filtersApplied, pendingRemoved } from "@/question/filters-slice";
import { DateRangePicker } from "./date-range-picker";

const dates = (from: string, to: string): Filter => ({
  feature: "Date_Range",
  operator: "range",
  value: [from, to],
});

function shown(pending: Filter[] = []) {
  server.use(http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())));
  return renderPage(<DateRangePicker />, aStore({ filters: { ...emptyFilters, pending } }));
}

const says = (start: string, end: string) =>
  waitFor(() => {
    expect(screen.getByRole("button", { name: `Start date: ${start}` })).toBeVisible();
    expect(screen.getByRole("button", { name: `End date: ${end}` })).toBeVisible();
  });

it("a chosen start date makes one pending date filter up to the end of the data", async () => {
  const store = shown();
  await userEvent.click(await screen.findByRole("button", { name: "Start date: 02/05/2024" }));
  await userEvent.click(await screen.findByRole("gridcell", { name: "15" }));
  expect(store.getState().filters.pending).toEqual([dates("2024-02-15", "2026-03-27")]);
  expect(screen.getByRole("button", { name: "Start date: 02/15/2024" })).toBeInTheDocument();
});

it("days outside the data cannot be picked", async () => {
  shown();
  await userEvent.click(await screen.findByRole("button", { name: "Start date: 02/05/2024" }));
  expect(await screen.findByRole("gridcell", { name: "4" })).toBeDisabled();
});

it("shows the data's whole range where no date filter is set, and again once one is gone", async () => {
  const store = shown([dates("2024-03-01", "2024-04-30")]);
  await says("03/01/2024", "04/30/2024");
  act(() => void store.dispatch(pendingRemoved("Date_Range")));
  await says("02/05/2024", "03/27/2026");
  act(
    () => void store.dispatch(filtersApplied({ filters: [dates("2025-01-02", "2025-02-03")], appliedAt: 1 })),
  );
  await says("01/02/2025", "02/03/2025");
});

it("starts at 2015-01-01 where the data's dates are not known", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  server.use(http.get("*/api/v2/summary", () => new HttpResponse(null, { status: 404 })));
  renderPage(<DateRangePicker />);
  expect(screen.getByRole("button", { name: "Start date: 01/01/2015" })).toBeVisible();
  await waitFor(() => expect(log).toHaveBeenCalled());
});

it("a picked day replaces the pending range, and no day beyond the other end can be picked", async () => {
  const store = shown([dates("2024-03-04", "2024-03-20")]);
  await says("03/04/2024", "03/20/2024");
  await userEvent.click(screen.getByRole("button", { name: /^Start date/ }));
  expect(await screen.findByRole("gridcell", { name: "21" })).toBeDisabled();
  await userEvent.click(screen.getByRole("gridcell", { name: "11" }));
  expect(store.getState().filters.pending).toEqual([dates("2024-03-11", "2024-03-20")]);
});

it("pending dates can be discarded, and the applied ones stand again", async () => {
  server.use(http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())));
  const gap: Filter = { feature: "gap_up", operator: "=", value: true };
  const active = [dates("2025-01-02", "2025-02-03")];
  const pending = [dates("2024-03-04", "2024-03-20"), gap];
  const store = renderPage(<DateRangePicker />, aStore({ filters: { ...emptyFilters, active, pending } }));
  await says("03/04/2024", "03/20/2024");
  await userEvent.click(screen.getByRole("button", { name: "Discard pending dates" }));
  await says("01/02/2025", "02/03/2025");
  expect(store.getState().filters).toMatchObject({ active, pending: [gap] });
  expect(screen.queryByRole("button", { name: "Discard pending dates" })).toBeNull();
});
