import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { aFeature, aSummary, gapClass, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { type Filter, idOf, toConditions } from "@/question/filters";
import { emptyFilters, filtersApplied, selectNextActive, selectPendingCount } from "@/question/filters-slice";
import { HINDSIGHT } from "../words";
import { FilterCard } from "./filter-card";

beforeEach(() => {
  server.use(
    http.get("*/api/v2/features/gap_fill_bar/values", () =>
      HttpResponse.json({ feature: "gap_fill_bar", values: [0, 1, 24], snapshot: "s1" }),
    ),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
  );
});

const pendingOf = (store: ReturnType<typeof aStore>) => store.getState().filters.pending;

describe("a numeric card", () => {
  it("hints at its bounds, and is whole with one end or both", async () => {
    const store = renderPage(<FilterCard feature={aFeature()} />);
    await userEvent.type(screen.getByPlaceholderText("Min (-40)"), "-2.5");
    expect(screen.getByText("-2.5 or more")).toBeVisible();
    expect(selectNextActive(store.getState())).toEqual([
      { feature: "gap_size_pts", operator: ">=", value: -2.5 },
    ]);
    await userEvent.type(screen.getByPlaceholderText("Max (35.5)"), "10");
    expect(screen.queryByText(/Incomplete/)).toBeNull();
    expect(pendingOf(store)).toEqual([{ feature: "gap_size_pts", operator: "range", value: [-2.5, 10] }]);
  });

  it("one number may also be meant as about, or exactly", async () => {
    const store = renderPage(<FilterCard feature={aFeature()} />);
    await userEvent.type(screen.getByPlaceholderText("Max (35.5)"), "12");
    expect(screen.getByText("12 or less")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "about 12 (10 to 14)" }));
    expect(pendingOf(store)).toEqual([{ feature: "gap_size_pts", operator: "range", value: [10, 14] }]);
    await userEvent.clear(screen.getByPlaceholderText("Min (-40)"));
    await userEvent.click(screen.getByRole("button", { name: "exactly" }));
    expect(pendingOf(store)).toEqual([{ feature: "gap_size_pts", operator: "=", value: 14 }]);
  });

  it("says that its filter holds for the first time only", () => {
    const filter: Filter = { feature: "gap_size_pts", operator: ">", value: 3, first_in: 5 };
    renderPage(
      <FilterCard feature={aFeature()} />,
      aStore({ filters: { ...emptyFilters, active: [filter] } }),
    );
    expect(screen.getByText("First time in 5 days")).toBeVisible();
  });

  it("emptied again is no longer pending", async () => {
    const store = renderPage(<FilterCard feature={aFeature()} />);
    const minimum = screen.getByPlaceholderText("Min (-40)");
    await userEvent.type(minimum, "3");
    expect(screen.getByRole("img", { name: "Pending filter" })).toBeVisible();
    await userEvent.clear(minimum);
    expect(pendingOf(store)).toEqual([]);
  });

  it.each([
    ["1,500", 1500],
    ["-2.50", -2.5],
  ])("reads the whole of %s", async (text, value) => {
    const store = renderPage(<FilterCard feature={aFeature()} />);
    await userEvent.selectOptions(screen.getByLabelText("Gap Size operator"), ">=");
    await userEvent.type(screen.getByLabelText("Gap Size value"), text);
    expect(pendingOf(store)).toEqual([{ feature: "gap_size_pts", operator: ">=", value }]);
  });

  it.each(["1e3", "1,5", "abc", "-"])(
    "waits while %s is in a field, and reads no part of it",
    async (text) => {
      const store = renderPage(<FilterCard feature={aFeature()} />);
      await userEvent.type(screen.getByPlaceholderText("Max (35.5)"), "10");
      await userEvent.type(screen.getByPlaceholderText("Min (-40)"), text);
      expect(screen.getByPlaceholderText("Min (-40)")).toHaveValue(text);
      expect(screen.getByText(`Incomplete: “${text}” is not a number`)).toBeVisible();
      expect(toConditions(pendingOf(store))).toEqual({});
      await userEvent.clear(screen.getByPlaceholderText("Min (-40)"));
      await userEvent.type(screen.getByPlaceholderText("Min (-40)"), "2");
      expect(pendingOf(store)).toEqual([{ feature: "gap_size_pts", operator: "range", value: [2, 10] }]);
    },
  );

  it("whose text that is no number is discarded stands empty again", async () => {
    renderPage(<FilterCard feature={aFeature()} />);
    await userEvent.type(screen.getByPlaceholderText("Min (-40)"), "1e3");
    await userEvent.click(screen.getByRole("button", { name: "Discard change: Gap Size" }));
    expect(screen.getByPlaceholderText("Min (-40)")).toHaveValue("");
    expect(screen.queryByText(/Incomplete/)).toBeNull();
  });
});

describe("a bar card", () => {
  it("offers the values that occur: 0 as No Event, others as Bar N", async () => {
    const store = renderPage(<FilterCard feature={gapFillBar} />);
    const value = screen.getByLabelText("Gap Fill (bar) value");
    await within(value).findByText("Bar 24");
    expect(
      within(value)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["Any", "No Event", "Bar 1", "Bar 24"]);
    await userEvent.selectOptions(value, "No Event");
    expect(pendingOf(store)).toMatchObject([{ feature: "gap_fill_bar", value: 0 }]);
  });

  it("offers the values of the instrument that is chosen", async () => {
    const NQ = { feature: "gap_fill_bar", values: [0, 7], snapshot: "n1" };
    server.use(
      http.get("*/api/v2/features/gap_fill_bar/values", ({ request }) => {
        if (new URL(request.url).searchParams.get("symbol") === "NQ") return HttpResponse.json(NQ);
      }),
    );
    renderPage(<FilterCard feature={gapFillBar} />, aStore({ ui: { ...letIn.ui, symbol: "NQ" } }));
    expect(await screen.findByRole("option", { name: "Bar 7" })).toBeInTheDocument();
    expect(screen.queryByRole("option", { name: "Bar 24" })).toBeNull();
  });

  it.each(["0", "82", "8.5", "1e1"])(
    "waits for a by bar from 1 to 81: not %s, nor a part of it",
    async (text) => {
      const store = renderPage(<FilterCard feature={gapFillBar} />);
      await within(screen.getByLabelText("Gap Fill (bar) value")).findByText("Bar 24");
      await userEvent.selectOptions(screen.getByLabelText("Gap Fill (bar) value"), "24");
      await userEvent.type(screen.getByLabelText("Gap Fill (bar) by bar"), text);
      expect(screen.getByLabelText("Gap Fill (bar) by bar")).toHaveValue(text);
      expect(screen.getByText("Incomplete: by bar takes 1 to 81")).toBeVisible();
      expect(pendingOf(store)).toMatchObject([{ feature: "gap_fill_bar", operator: "=", value: 24 }]);
      expect(pendingOf(store)[0]).not.toHaveProperty("by_bar");
      expect(toConditions(pendingOf(store))).toEqual({});
    },
  );

  it.each([1, 81])("takes the by bar %i", async (bar) => {
    const store = renderPage(<FilterCard feature={gapFillBar} />);
    await within(screen.getByLabelText("Gap Fill (bar) value")).findByText("Bar 24");
    await userEvent.selectOptions(screen.getByLabelText("Gap Fill (bar) value"), "24");
    await userEvent.type(screen.getByLabelText("Gap Fill (bar) by bar"), String(bar));
    expect(pendingOf(store)).toEqual([{ feature: "gap_fill_bar", operator: "=", value: 24, by_bar: bar }]);
  });

  it("shows a count as a number", async () => {
    const count = { ...gapFillBar, business_logic: { ...gapFillBar.business_logic, value_format: "count" } };
    renderPage(<FilterCard feature={count} />);
    expect(await screen.findByRole("option", { name: "24" })).toBeInTheDocument();
    expect(screen.getByRole("option", { name: "0" })).toBeInTheDocument();
  });
});

describe("an enumerated card", () => {
  it("says how many values are selected", async () => {
    const store = renderPage(<FilterCard feature={gapClass} />);
    await userEvent.click(screen.getByRole("button", { name: "Gap Class: any" }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "Flat" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Full up" }));
    expect(screen.getByText("2 selected")).toBeInTheDocument();
    expect(pendingOf(store)).toEqual([{ feature: "gap_class", operator: "in", value: ["full_up", "flat"] }]);
  });

  it("shows one value under equals", async () => {
    const store = renderPage(<FilterCard feature={gapClass} />);
    await userEvent.selectOptions(screen.getByLabelText("Gap Class operator"), "not equals");
    await userEvent.selectOptions(screen.getByLabelText("Gap Class value"), "Full up");
    expect(pendingOf(store)).toEqual([{ feature: "gap_class", operator: "!=", value: "full_up" }]);
  });
});

it("a boolean card sets equals true or false, and a second press takes it back", async () => {
  const store = renderPage(<FilterCard feature={gapUp} />);
  await userEvent.click(screen.getByRole("button", { name: "False" }));
  expect(pendingOf(store)).toEqual([{ feature: "gap_up", operator: "=", value: false }]);
  await userEvent.click(screen.getByRole("button", { name: "False" }));
  expect(pendingOf(store)).toEqual([]);
});

describe("the state of a card", () => {
  const active: Filter = { feature: "gap_up", operator: "=", value: true };
  const applied = { filters: { ...emptyFilters, active: [active] } };

  it("is active, modified once edited, and active again when the edit is discarded", async () => {
    renderPage(<FilterCard feature={gapUp} />, aStore(applied));
    expect(screen.getByRole("img", { name: "Active filter" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "False" }));
    expect(screen.getByRole("img", { name: "Modified filter" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Discard change: Gap Up" }));
    expect(screen.getByRole("img", { name: "Active filter" })).toBeVisible();
  });

  it("whose lit choice is pressed is modified and goes on Apply; pressed again it stays", async () => {
    const store = renderPage(<FilterCard feature={gapUp} />, aStore(applied));
    await userEvent.click(screen.getByRole("button", { name: "True" }));
    expect(screen.getByRole("img", { name: "Modified filter" })).toBeVisible();
    expect(screen.getByText("Removed on Apply")).toBeVisible();
    expect(screen.queryByText(/^Incomplete/)).toBeNull();
    expect(selectNextActive(store.getState())).toEqual([]);
    expect(selectPendingCount(store.getState())).toBe(1);
    await userEvent.click(screen.getByRole("button", { name: "True" }));
    expect(pendingOf(store)).toEqual([]);
    expect(selectNextActive(store.getState())).toEqual([active]);
  });

  it("bears a mark where the filter is known only at the close", () => {
    renderPage(<FilterCard feature={{ ...gapUp, known_at: "eod" }} />, aStore(applied));
    expect(screen.getByText("Hindsight filter: for study, not for decisions")).toBeVisible();
  });
});

describe("a choice that is taken back leaves no filter behind:", () => {
  const choices: [string, Filter, () => Promise<void>][] = [
    [
      "False",
      { feature: "gap_up", operator: "=", value: false, by_bar: 12 },
      () => userEvent.click(screen.getByRole("button", { name: "False" })),
    ],
    [
      "a label under not equals",
      { feature: "gap_class", operator: "!=", value: "flat" },
      () => userEvent.selectOptions(screen.getByLabelText("Gap Class value"), "Any"),
    ],
    [
      "a bar",
      { feature: "gap_fill_bar", operator: "=", value: 24 },
      () => userEvent.selectOptions(screen.getByLabelText("Gap Fill (bar) value"), "Any"),
    ],
    [
      "the last label of several",
      { feature: "gap_class", operator: "not_in", value: ["flat"] },
      async () => {
        await userEvent.click(screen.getByRole("button", { name: /^Gap Class: / }));
        await userEvent.click(await screen.findByRole("checkbox", { name: "Flat" }));
      },
    ],
  ];

  it.each(choices)("%s, once it is applied", async (_, filter, takeBack) => {
    const feature = [gapUp, gapClass, gapFillBar].find(({ name }) => name === idOf(filter)) ?? gapUp;
    const other: Filter = { feature: "nr7", operator: "=", value: true };
    const store = renderPage(
      <FilterCard feature={{ ...feature, by_bar_safe: true }} />,
      aStore({ filters: { ...emptyFilters, active: [filter, other] } }),
    );
    await takeBack();
    expect(screen.queryByText(/^Incomplete/)).toBeNull();
    expect(selectNextActive(store.getState())).toEqual([other]);
    act(() => void store.dispatch(filtersApplied({ filters: [other], appliedAt: 1 })));
    expect(pendingOf(store)).toEqual([]);
    expect(screen.queryByRole("img", { name: /filter$/ })).toBeNull();
  });

  it("one that waits by a bar goes with its bar", async () => {
    const pending: Filter = { feature: "gap_up", operator: "=", value: true, by_bar: 12 };
    const store = renderPage(
      <FilterCard feature={{ ...gapUp, by_bar_safe: true }} />,
      aStore({ filters: { ...emptyFilters, pending: [pending] } }),
    );
    await userEvent.click(screen.getByRole("button", { name: "True" }));
    expect(pendingOf(store)).toEqual([]);
  });

  it("another choice in its place changes the filter", async () => {
    const active: Filter = { feature: "gap_up", operator: "=", value: true, by_bar: 12 };
    const store = renderPage(
      <FilterCard feature={{ ...gapUp, by_bar_safe: true }} />,
      aStore({ filters: { ...emptyFilters, active: [active] } }),
    );
    await userEvent.click(screen.getByRole("button", { name: "True" }));
    await userEvent.click(screen.getByRole("button", { name: "False" }));
    expect(pendingOf(store)).toEqual([{ ...active, value: false }]);
  });

  it("a number that is typed over is none, and waits", async () => {
    const active: Filter = { feature: "gap_size_pts", operator: ">", value: 3 };
    const store = renderPage(
      <FilterCard feature={aFeature()} />,
      aStore({ filters: { ...emptyFilters, active: [active] } }),
    );
    await userEvent.clear(screen.getByLabelText("Gap Size value"));
    expect(screen.getByText("Incomplete: choose a value")).toBeVisible();
    expect(selectNextActive(store.getState())).toEqual([active]);
  });
});

describe("the day before", () => {
  const asked = { ui: { ...letIn.ui, showPreviousDayFilters: true } };

  it("is not offered where the feature has no twin", () => {
    renderPage(<FilterCard feature={{ ...gapUp, has_prev_twin: false }} />, aStore(asked));
    expect(screen.queryByText("Previous Day Filter")).toBeNull();
  });

  it("is known by now, whatever its feature is known at", async () => {
    renderPage(<FilterCard feature={{ ...gapUp, known_at: "eod" }} />, aStore(asked));
    const panel = screen.getByRole("region", { name: "Previous Day Filter: Gap Up" });
    await userEvent.click(within(panel).getByRole("button", { name: "True" }));
    expect(screen.queryByText(HINDSIGHT)).toBeNull();
  });

  it("is not offered to the lite tier", () => {
    const user = { ...letIn.session.user, profile: "lite" } as NonNullable<typeof letIn.session.user>;
    renderPage(<FilterCard feature={gapUp} />, aStore({ ...asked, session: { ...letIn.session, user } }));
    expect(screen.queryByText("Previous Day Filter")).toBeNull();
  });
});

it("the probability button says what it does and whether it is on", async () => {
  const store = renderPage(<FilterCard feature={gapUp} />);
  const toggle = screen.getByRole("button", { name: "Toggle probability analysis" });
  expect(toggle).toHaveAttribute("aria-pressed", "false");
  await userEvent.click(toggle);
  expect(toggle).toHaveAttribute("aria-pressed", "true");
  await waitFor(() => expect(store.getState().ui.activeProbabilityFeatures).toEqual(["gap_up"]));
});
