import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import {
  aCatalogue,
  aCategory,
  aFeature,
  aSummary,
  gapClass,
  gapFillBar,
  gapUp,
} from "@/lib/testing/fixtures";
import { aStoreWithCatalogue, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { emptyFilters, type FiltersState, filterEdited } from "@/question/filters-slice";
import { Conditions } from "./conditions";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const fill: Filter = { feature: "gap_fill_bar", operator: "<=", value: 24, by_bar: 30 };
const before: Filter = { feature: "gap_up_prev", operator: "=", value: false };
const usual = [
  { title: "Gap up", filter: gap },
  { title: "Inside day yesterday", filter: { feature: "inside_prev", operator: "=" as const, value: true } },
];

beforeEach(() => {
  server.use(
    http.get("*/api/features", () =>
      HttpResponse.json(aCatalogue([gapUp, gapClass, gapFillBar, aFeature()], [aCategory("GAPS")])),
    ),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.get("*/api/v2/features/gap_fill_bar/values", () =>
      HttpResponse.json({ feature: "gap_fill_bar", values: [0, 24], snapshot: "s1" }),
    ),
    http.post("*/api/v2/filtered", () =>
      HttpResponse.json({ filtered_data: { total_days: 7 }, total_days: 7, snapshot: "s1" }),
    ),
  );
});

async function shown(filters: Partial<FiltersState>, onAdd = () => {}) {
  const store = renderPage(
    <Conditions usual={usual} onAdd={onAdd} />,
    await aStoreWithCatalogue({ filters: { ...emptyFilters, ...filters } }),
  );
  await screen.findAllByText(Object.keys(filters).length > 0 ? /Gap up|Dates / : /No condition is set/);
  return store;
}

const lines = () => screen.getAllByRole("listitem");
const words = (line: HTMLElement) => within(line).getAllByText(/.+/)[0]?.textContent;

it("has what is active and what is pending, one line each, and says how each stands", async () => {
  await shown({
    active: [gap, fill],
    pending: [before, { ...fill, by_bar: 36 }, { feature: "gap_size_pts", operator: "range", value: [2, 1] }],
  });
  const wanted = [
    "Gap up",
    "Gap filled on bar 24 or earlier, by bar 36",
    "Yesterday: no gap up",
    "Gap Size: 2 to 1 points",
  ];
  await waitFor(() => expect(lines().map(words)).toEqual(wanted));
  const states = lines().map((line) => within(line).getByRole("img").getAttribute("aria-label"));
  expect(states).toEqual(["Active filter", "Modified filter", "Pending filter", "Pending filter"]);
  expect(within(lines()[3] as HTMLElement).getByText("Incomplete: lower end above upper")).toBeVisible();
});

it("a line says once that it is the first time in some days", async () => {
  await shown({ active: [{ ...gap, first_in: 2 }] });
  expect(lines()[0]?.textContent?.match(/first time in 2 days/gi)).toHaveLength(1);
});

it("a group is one line", async () => {
  const size: Filter = { feature: "gap_size_pts", operator: ">", value: 5 };
  await shown({
    pending: [
      { id: "g", kind: "any_of", of: [gap, size] },
      { id: "h", kind: "none_of", of: [] },
    ],
  });
  const [first, second] = lines() as [HTMLElement, HTMLElement];
  expect(first).toHaveTextContent("Gap up or gap Size: over 5 points");
  expect(within(second).getByText("Incomplete: add a condition")).toBeVisible();
});

it("a line goes: what is pending at once, what is active once the server has answered, with the focus on the next", async () => {
  server.use(
    http.post("*/api/compute", () =>
      HttpResponse.json({ total_days: 9, data: { statistics: { features: {} } }, snapshot: "s1" }),
    ),
  );
  const store = await shown({ active: [gap, fill], pending: [before, { ...fill, by_bar: 36 }] });
  await userEvent.click(await screen.findByRole("button", { name: "Discard change: Yesterday: no gap up" }));
  expect(lines()).toHaveLength(2);
  await userEvent.click(
    screen.getByRole("button", { name: "Discard change: Gap filled on bar 24 or earlier, by bar 36" }),
  );
  expect(lines().map(words)[1]).toBe("Gap filled on bar 24 or earlier, by bar 30");
  await userEvent.click(screen.getByRole("button", { name: "Remove filter: Gap up" }));
  await waitFor(() => expect(store.getState().filters.active).toEqual([fill]));
  expect(lines()).toHaveLength(1);
  expect(lines()[0]).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: /^Remove filter: Gap filled/ }));
  await waitFor(() => expect(store.getState().filters.active).toEqual([]));
  expect(screen.getByRole("button", { name: "Add a condition…" })).toHaveFocus();
});

it("a line opens the editor of its filter, and what is edited there waits for Apply", async () => {
  const store = await shown({ active: [gap] });
  await userEvent.click(await screen.findByRole("button", { name: "Gap up" }));
  const editor = await screen.findByRole("dialog", { name: "Edit filter" });
  await userEvent.click(await within(editor).findByRole("button", { name: "False" }));
  expect(store.getState().filters.pending).toEqual([{ ...gap, value: false }]);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("button", { name: "No gap up" })).toHaveFocus();
});

it("the header's dates are a line without an editor", async () => {
  await shown({
    active: [{ feature: "Date_Range", operator: "range", value: ["2024-01-02", "2024-03-04"] }],
  });
  expect(lines().map(words)).toEqual(["Dates 01/02/2024 to 03/04/2024"]);
  expect(screen.queryByRole("button", { name: /^Dates/ })).toBeNull();
  expect(screen.getByRole("button", { name: /^Remove filter: Dates/ })).toBeVisible();
});

it("without a condition says so and offers those that the tier has; one click lets one wait for Apply", async () => {
  const onAdd = vi.fn();
  const store = await shown({}, onAdd);
  expect(screen.getByText(/^No condition is set/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /Apply/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Inside day yesterday" })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Gap up" }));
  expect(store.getState().filters.pending).toEqual([gap]);
  expect(screen.getByRole("button", { name: "Apply 1 Filter(s)" })).toBeVisible();
  expect(await screen.findByText("7 days")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Add a condition…" }));
  expect(onAdd).toHaveBeenCalledOnce();
});

it("has the specification's ways to clear while something is set", async () => {
  const store = await shown({});
  expect(screen.queryByRole("button", { name: /^Clear/ })).toBeNull();
  act(() => void store.dispatch(filterEdited(gap)));
  const names = screen.getAllByRole("button", { name: /^Clear/ }).map((each) => each.textContent);
  expect(names).toEqual(["Clear All", "Clear Filters", "Clear Probabilities", "Clear Pending Filters"]);
});
