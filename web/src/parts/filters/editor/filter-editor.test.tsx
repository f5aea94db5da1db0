import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  aCatalogue,
  aCategory,
  aDayList,
  aFeature,
  aSummary,
  gapClass,
  gapFillBar,
  gapUp,
} from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Tier } from "@/lib/tiers";
import { applied, type Condition, type Filter, type Group, inLists } from "@/question/filters";
import { emptyFilters, nextActive } from "@/question/filters-slice";
import { CONDITION_FEATURE, IN_ANY_LIST, IN_NO_LIST, NO_DAY_CAN_MATCH } from "../words";
import { FilterEditor } from "./filter-editor";

const up: Condition = { feature: "gap_up", operator: "=", value: true };
const flat: Condition = { feature: "gap_class", operator: "in", value: ["flat"] };
const anyOf = (...of: Condition[]) => applied({ id: "group-x", kind: "any_of", of }) as Group;
const notOf = (...of: Condition[]) => applied({ id: "group-x", kind: "none_of", of }) as Group;

const gapAndGo = aDayList("gap and go", "2024-05-03", "2024-05-06");
const textbook = aDayList("textbook", "2024-05-07");

beforeEach(() => {
  const catalogue = aCatalogue([gapUp, gapClass, gapFillBar, aFeature()], [aCategory("GAPS")]);
  server.use(
    http.get("*/api/features", () => HttpResponse.json(catalogue)),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.get("*/api/v2/features/*/values", () => HttpResponse.json({ values: [1, 24], snapshot: "s1" })),
    http.get("*/api/v2/lists", () =>
      HttpResponse.json({ lists: [gapAndGo, textbook], may_edit: false, snapshot: "s1" }),
    ),
  );
});

interface Lists {
  active?: Filter[];
  pending?: Filter[];
  tier?: Tier;
}

async function edit(filter: Filter, { active = [], pending = [], tier = "pro" }: Lists = {}) {
  const onClose = vi.fn();
  const user = { ...letIn.session.user, profile: tier } as NonNullable<typeof letIn.session.user>;
  const store = aStore({
    filters: { ...emptyFilters, active, pending },
    session: { ...letIn.session, user },
  });
  renderPage(<FilterEditor filter={filter} onClose={onClose} />, store);
  await screen.findByRole("region", { name: /^[A-Z]/ });
  // A feature is named as the catalogue has it once that is there.
  await waitFor(() => expect(screen.queryAllByRole("button", { name: /gap_/ })).toEqual([]));
  return {
    onClose,
    next: () => nextActive(store.getState().filters),
    filters: () => store.getState().filters,
  };
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const choose = (label: string, value: string) =>
  userEvent.selectOptions(screen.getByRole("combobox", { name: label }), value);

async function add(name: string) {
  await press(/another condition…$/i);
  await userEvent.type(screen.getByRole("combobox", { name: CONDITION_FEATURE }), name);
  await userEvent.keyboard("{Enter}");
}

describe("a condition", () => {
  it("has its feature's name, what it asks, and its card's fields", async () => {
    const { next } = await edit(up, { active: [up] });
    expect(screen.getByRole("region", { name: "Gap Up" })).toHaveTextContent("What a trader reads.");
    expect(screen.getByRole("button", { name: "True" })).toHaveAttribute("aria-pressed", "true");
    await press("False");
    expect(next()).toEqual([{ ...up, value: false }]);
    await press("Undo the change");
    expect(next()).toEqual([up]);
    expect(screen.getByRole("button", { name: "True" })).toHaveAttribute("aria-pressed", "true");
  });

  it("that is not set anywhere is pending once it says something, and none when it is emptied again", async () => {
    const { filters } = await edit({ ...up, value: null });
    expect(filters().pending).toEqual([]);
    await press("True");
    expect(filters().pending).toEqual([up]);
    await press("True");
    expect(filters().pending).toEqual([]);
  });

  it("asks of another day in the place of the one before", async () => {
    const { next, filters } = await edit(up, { active: [up, flat] });
    await choose("Gap Up day", "2 days before");
    expect(next()).toEqual([{ ...up, feature: "gap_up_prev2" }, flat]);
    expect(filters().pending).toHaveLength(1);
    await choose("Gap Up day", "Today");
    expect(filters().pending).toEqual([]);
  });

  it("does not take the place of a filter of that day, and says so", async () => {
    const { filters } = await edit(up, { active: [up, { ...up, feature: "gap_up_prev" }] });
    await choose("Gap Up day", "Previous day");
    expect(screen.getByRole("status")).toHaveTextContent(
      "There is a filter on Gap Up with “Previous day” already: change that one, or choose another day.",
    );
    expect(screen.getByRole("combobox", { name: "Gap Up day" })).toHaveValue("0");
    expect(filters().pending).toEqual([]);
  });

  it("asks of no other day on the lite tier", async () => {
    await edit(up, { active: [up], tier: "lite" });
    expect(screen.queryByRole("combobox", { name: "Gap Up day" })).toBeNull();
  });

  it("by a bar is today's alone: another day leaves it out", async () => {
    const fill: Condition = { feature: "gap_fill_bar", operator: "=", value: 24, by_bar: 30 };
    const { next } = await edit(fill, { active: [fill] });
    await choose("Gap Fill (bar) day", "Previous day");
    expect(next()).toEqual([{ feature: "gap_fill_bar_prev", operator: "=", value: 24 }]);
    expect(screen.queryByRole("textbox", { name: "Gap Fill (bar) by bar" })).toBeNull();
  });

  it("by a bar that is none is left behind too", async () => {
    const fill: Condition = { feature: "gap_fill_bar", operator: "=", value: 24 };
    const { next } = await edit(fill, { active: [fill] });
    await userEvent.type(screen.getByRole("textbox", { name: "Gap Fill (bar) by bar" }), "99");
    expect(screen.getByText("Incomplete: by bar takes 1 to 81")).toBeVisible();
    await choose("Gap Fill (bar) day", "2 days before");
    expect(screen.queryByText(/^Incomplete/)).toBeNull();
    expect(next()).toEqual([{ ...fill, feature: "gap_fill_bar_prev2" }]);
  });

  it("is the first time in so many days, 1 to 20", async () => {
    const { next, filters } = await edit(up, { active: [up] });
    const field = screen.getByRole("textbox", { name: "Gap Up first time in days" });
    await userEvent.type(field, "5");
    expect(next()).toEqual([{ ...up, first_in: 5 }]);
    await userEvent.type(field, "0");
    expect(screen.getByText("Incomplete: first time in takes 1 to 20 days")).toBeVisible();
    expect(next()).toEqual([up]);
    await userEvent.clear(field);
    expect(filters().pending).toEqual([]);
  });

  it("is turned into not, and back", async () => {
    const { next, filters } = await edit(up, { active: [up] });
    const not = screen.getByRole("checkbox", { name: /^Not: / });
    await userEvent.click(not);
    expect(next()).toEqual([notOf(up)]);
    expect(screen.getByRole("region", { name: "Gap Up" })).toBeVisible();
    await userEvent.click(screen.getByRole("checkbox", { name: /^Not: / }));
    expect(filters().pending).toEqual([]);
  });

  it("is removed, or left as it is", async () => {
    const { filters, onClose } = await edit(up, { pending: [up] });
    await press("Done");
    expect(onClose).toHaveBeenCalledOnce();
    await press("Discard filter");
    expect(filters().pending).toEqual([]);
  });
});

describe("a group", () => {
  it("comes of a condition and another, which has the focus and waits until it says something", async () => {
    const { next, filters } = await edit(up, { active: [flat, up] });
    await add("Gap Size");
    expect(next()).toEqual([flat, up]);
    expect(filters().pending).toHaveLength(1);
    const second = screen.getByRole("group", { name: "Condition 2: Gap Size" });
    expect(within(second).getByText("Incomplete: choose a value")).toBeVisible();
    await waitFor(() => expect(second).toContainElement(document.activeElement as HTMLElement));
    await userEvent.type(within(second).getByPlaceholderText("Min (-40)"), "1");
    await userEvent.type(within(second).getByPlaceholderText("Max (35.5)"), "9");
    expect(next()).toEqual([flat, anyOf(up, { feature: "gap_size_pts", operator: "range", value: [1, 9] })]);
  });

  it("is any, none or at least so many of its conditions", async () => {
    const group = anyOf(up, flat);
    const { next } = await edit(group, { active: [group] });
    expect(screen.getByRole("region", { name: "Several conditions" })).toBeVisible();
    await choose("How many hold", "None of these");
    expect(next()).toEqual([notOf(up, flat)]);
    await choose("How many hold", "At least");
    expect(next()).toMatchObject([{ kind: "at_least", count: 2, of: [up, flat] }]);
    await choose("At least how many", "1");
    expect(next()).toMatchObject([{ kind: "at_least", count: 1 }]);
    await press("Undo the change");
    expect(next()).toEqual([group]);
  });

  it("with one condition left is that condition, and asks no more than are left", async () => {
    const group = applied({
      id: "group-x",
      kind: "at_least",
      count: 3,
      of: [up, flat, { ...up, feature: "gap_up_prev" }],
    });
    const { next } = await edit(group, { active: [group] });
    await press("Remove condition 3: Gap Up");
    expect(next()).toMatchObject([{ kind: "at_least", count: 2, of: [up, flat] }]);
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "How many hold" }));
    await press("Remove condition 2: Gap Class");
    expect(next()).toEqual([up]);
    expect(screen.getByRole("region", { name: "Gap Up" })).toBeVisible();
  });

  it("with one condition left stays a group where there is a filter of that name", async () => {
    const other = { ...flat, value: ["up"] };
    const group = anyOf(up, flat);
    const { next } = await edit(group, { active: [group, other] });
    await press("Remove condition 1: Gap Up");
    expect(next()).toEqual([anyOf(flat), other]);
    expect(screen.getByRole("group", { name: "Condition 1: Gap Class" })).toBeVisible();
  });

  it("of one that does not hold stays a group where there is a filter of that name", async () => {
    const other = { ...flat, value: ["up"] };
    const { next } = await edit(notOf(flat), { active: [notOf(flat), other] });
    await userEvent.click(screen.getByRole("checkbox", { name: /^Not: / }));
    expect(next()).toEqual([anyOf(flat), other]);
  });

  it("of none keeps one, as a condition that does not hold", async () => {
    const group = notOf(up, flat);
    const { next } = await edit(group, { active: [group] });
    await press("Remove condition 1: Gap Up");
    expect(next()).toEqual([notOf(flat)]);
    expect(screen.getByRole("checkbox", { name: /^Not: / })).toBeChecked();
  });

  it("that asks the same twice waits and says so", async () => {
    const group = anyOf(up, flat);
    const { next } = await edit(group, { active: [group] });
    await add("Gap Up");
    const third = within(screen.getByRole("group", { name: "Condition 3: Gap Up" }));
    await userEvent.click(third.getByRole("button", { name: "True" }));
    expect(screen.getByText("Incomplete: two conditions ask the same")).toBeVisible();
    expect(next()).toEqual([group]);
  });

  it("of a feature that is not found adds nothing, and Escape goes back to the button", async () => {
    const { filters } = await edit(up, { active: [up] });
    await add("Moon Phase");
    expect(screen.getByText("No feature of that name")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("button", { name: "Or another condition…" })).toHaveFocus();
    expect(filters().pending).toEqual([]);
  });
});

describe("a choice that is taken back", () => {
  const before = { ...up, feature: "gap_up_prev2" };

  it.each<[string, Filter, string]>([
    ["an active condition of another day", before, "True"],
    ["an active condition that must not hold", notOf(up), "True"],
  ])("%s goes on Apply, and comes back with the choice", async (_, filter, choice) => {
    const { next, filters } = await edit(filter, { active: [filter, flat] });
    await press(choice);
    expect(screen.getByText("Removed on Apply")).toBeVisible();
    expect(next()).toEqual([flat]);
    await press("Undo the change");
    expect(next()).toEqual([filter, flat]);
    expect(filters().pending).toEqual([]);
  });

  it("a condition that was moved to another day goes with the one that it replaces", async () => {
    const { next } = await edit(up, { active: [up, flat] });
    await choose("Gap Up day", "2 days before");
    await press("True");
    expect(next()).toEqual([flat]);
  });

  it("a condition that waits is gone, and its choice is not lit", async () => {
    const { filters } = await edit(before, { pending: [before] });
    await press("True");
    expect(filters().pending).toEqual([]);
    expect(screen.getByRole("button", { name: "True" })).toHaveAttribute("aria-pressed", "false");
    await press("False");
    expect(filters().pending).toEqual([{ ...before, value: false }]);
  });

  it("of a group: that condition goes", async () => {
    const group = anyOf(up, flat);
    const { next } = await edit(group, { active: [group] });
    const first = within(screen.getByRole("group", { name: "Condition 1: Gap Up" }));
    await userEvent.click(first.getByRole("button", { name: "True" }));
    expect(next()).toEqual([flat]);
    expect(screen.queryByText(/^Incomplete/)).toBeNull();
  });

  it("the last list of days of an active condition goes on Apply", async () => {
    const lists = inLists("textbook");
    const { next } = await edit(lists, { active: [lists, up] });
    await userEvent.click(await screen.findByRole("checkbox", { name: "textbook 1 day" }));
    expect(screen.getByText("Removed on Apply")).toBeVisible();
    expect(next()).toEqual([up]);
  });
});

describe("lists of days", () => {
  it("are chosen by name, and their days are in one of them or in none", async () => {
    const { next } = await edit(inLists("gap and go"), { active: [inLists("gap and go")] });
    expect(screen.getByRole("region", { name: "List of days" })).toBeVisible();
    expect(await screen.findByRole("checkbox", { name: "gap and go 2 days" })).toBeChecked();
    await userEvent.click(screen.getByRole("checkbox", { name: "textbook 1 day" }));
    expect(next()).toEqual([inLists("gap and go", "textbook")]);
    await choose("Lists of days operator", IN_NO_LIST);
    expect(next()).toEqual([{ ...inLists("gap and go", "textbook"), operator: "not_in" }]);
  });

  it("without a name wait, and go where they were new", async () => {
    const { filters } = await edit(inLists("textbook"), { pending: [inLists("textbook")] });
    const box = await screen.findByRole("checkbox", { name: "textbook 1 day" });
    await choose("Lists of days operator", IN_NO_LIST);
    await userEvent.click(box);
    expect(screen.getByText("Incomplete: choose a list")).toBeVisible();
    await choose("Lists of days operator", IN_ANY_LIST);
    expect(filters().pending).toEqual([]);
  });

  it("that are gone are named and can be left out", async () => {
    const { next } = await edit(inLists("old", "textbook"), { active: [inLists("old", "textbook")] });
    await userEvent.click(
      await screen.findByRole("checkbox", { name: "old: there is no such list any more" }),
    );
    expect(next()).toEqual([inLists("textbook")]);
  });

  it("are a condition of a group", async () => {
    const { next } = await edit(up, { active: [up] });
    await add("List of days");
    const second = within(screen.getByRole("group", { name: "Condition 2: List of days" }));
    await userEvent.click(await second.findByRole("checkbox", { name: "textbook 1 day" }));
    expect(next()).toEqual([anyOf(up, inLists("textbook"))]);
  });
});

it("says what no day can match before it is asked, with the way back", async () => {
  const { filters } = await edit(notOf({ ...up, value: false }), {
    active: [up, notOf({ ...up, value: false })],
  });
  expect(screen.queryByText(new RegExp(NO_DAY_CAN_MATCH))).toBeNull();
  await press("True");
  expect(screen.getByText("No day can match: Gap up is asked for and excluded.")).toBeVisible();
  await press("Take this back");
  expect(screen.getByRole("region", { name: "Gap Up" })).toHaveFocus();
  expect(screen.queryByText(new RegExp(NO_DAY_CAN_MATCH))).toBeNull();
  expect(filters().pending).toEqual([]);
});

it("the dates are those of the header", async () => {
  const dates: Filter = { feature: "Date_Range", operator: "range", value: ["2024-03-01", "2024-06-28"] };
  renderPage(
    <FilterEditor filter={dates} onClose={() => {}} />,
    aStore({ filters: { ...emptyFilters, active: [dates] } }),
  );
  const panel = within(await screen.findByRole("region", { name: "Dates" }));
  expect(panel.getByRole("button", { name: /Start date/ })).toHaveTextContent("03/01/2024");
});
