import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { aStore, renderPage } from "@/lib/testing/render";
import { type Condition, type Filter, idOf } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import { ActiveFiltersPanel } from "./active-filters-panel";
import { ON_NO_CARD } from "./words";

const NAMES = ["gap_up", "gap_class", "gap_fill_bar", "or12_high", "or18_low"];
const aCondition = (feature: string): Condition => ({ feature, operator: "=", value: true });
const aFilter = (feature: string): Filter => aCondition(feature);
const active: Filter[] = NAMES.map(aFilter);

it("lists every active filter with its way out, and closes", async () => {
  renderPage(<ActiveFiltersPanel />, aStore({ filters: { ...emptyFilters, active } }));
  const panel = screen.getByRole("region", { name: "Active Filters" });
  const entries = within(panel).getAllByRole("listitem");
  const sentences = ["Gap up", "Gap class", "Gap fill bar", "Or12 high", "Or18 low"];
  expect(entries.map(({ textContent }) => textContent)).toEqual(sentences);
  for (const [i, entry] of entries.entries())
    expect(within(entry).getByRole("button")).toHaveAccessibleName(`Remove filter: ${sentences[i]}`);
  await userEvent.click(within(panel).getByRole("button", { name: "Active Filters" }));
  expect(within(panel).queryByRole("listitem")).toBeNull();
});

it("lists what no card shows: active and pending groups and days further back, each with its way out", async () => {
  const group: Filter = {
    ...{ id: "group-1", kind: "any_of" },
    of: [aCondition("gap_up"), aCondition("nr7_prev2")],
  };
  const pending = [
    { ...group, id: "group-2", kind: "none_of" as const },
    aFilter("nr7_prev3"),
    aFilter("nr7_prev"),
  ];
  const store = renderPage(
    <ActiveFiltersPanel />,
    aStore({ filters: { ...emptyFilters, active: [group], pending } }),
  );
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Gap up or 2 days before: nr7",
    "Not (gap up or 2 days before: nr7)",
    "3 days before: nr7",
  ]);
  const list = within(screen.getByRole("list", { name: ON_NO_CARD }));
  await userEvent.click(list.getByRole("button", { name: "Discard filter: 3 days before: nr7" }));
  expect(store.getState().filters.pending.map(idOf)).toEqual(["group-2", "nr7_prev"]);
});

it("says how many filters it does not list, and lists them on demand", async () => {
  const many = [...NAMES, "gap_down", "gap_and_go", "nr7"].map(aFilter);
  renderPage(<ActiveFiltersPanel />, aStore({ filters: { ...emptyFilters, active: many } }));
  expect(screen.getAllByRole("listitem")).toHaveLength(6);
  await userEvent.click(screen.getByRole("button", { name: "2 more filters" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(8);
  await userEvent.click(screen.getByRole("button", { name: "Fewer filters" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(6);
});
