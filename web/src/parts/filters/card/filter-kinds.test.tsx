import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { Feature } from "@/api/generated";
import { aFeature, aSummary, gapClass, gapFillBar } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import { FilterCard } from "./filter-card";

type Component = Feature["ui_schema"]["filter_component"];

const aCard = (component: Partial<Component>) => aFeature({ displayName: "Close", component });
const pendingOf = (store: ReturnType<typeof aStore>): Filter[] => store.getState().filters.pending;
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole("option")
    .map((option) => option.textContent);

beforeEach(() => server.use(http.get("*/api/v2/summary", () => HttpResponse.json(aSummary()))));

describe("which input a card shows", () => {
  it.each(["NumericFilter", "RangeFilter", "an unknown type"])(
    "%s of plain numbers: a number",
    async (name) => {
      const type = name as Component["type"];
      const store = renderPage(<FilterCard feature={aCard({ type, defaultOperator: ">" })} />);
      await userEvent.type(screen.getByLabelText("Close value"), "4.5");
      expect(pendingOf(store)).toEqual([{ feature: "gap_size_pts", operator: ">", value: 4.5 }]);
    },
  );

  it("a range in percent of ADR10: its points on the last session beside it", async () => {
    const own = aCard({ type: "RangeFilter", defaultOperator: "range" });
    const feature = {
      ...own,
      displayName: "Size (% of ADR10)",
      metadata: { ...own.metadata, unit: "%" },
    };
    renderPage(<FilterCard feature={feature} />);
    expect(await screen.findByText("10% = 8.2 points on the last session")).toBeVisible();
    await userEvent.type(screen.getByLabelText("Size (% of ADR10) minimum"), "20");
    await userEvent.type(screen.getByLabelText("Size (% of ADR10) maximum"), "40");
    expect(screen.getByText("16.4 to 32.8 points on the last session")).toBeVisible();
  });

  it("SelectFilter: one of its values, equal or not equal", async () => {
    const component: Component = { ...gapClass.ui_schema.filter_component, type: "SelectFilter" };
    const store = renderPage(
      <FilterCard feature={aCard({ ...component, operators: ["=", "!="], defaultOperator: "=" })} />,
    );
    expect(optionsOf("Close operator")).toEqual(["equals", "not equals"]);
    expect(optionsOf("Close value")).toEqual(["Any", "Full up", "Flat"]);
    await userEvent.selectOptions(screen.getByLabelText("Close value"), "Flat");
    expect(pendingOf(store)).toEqual([{ feature: "gap_size_pts", operator: "=", value: "flat" }]);
    await userEvent.selectOptions(screen.getByLabelText("Close value"), "Any");
    expect(pendingOf(store)).toEqual([]);
  });

  it("DateFilter: a day of the calendar, and for a range two", async () => {
    const component = { type: "DateFilter", operators: ["=", "range"], defaultOperator: "=" } as const;
    const store = renderPage(<FilterCard feature={aCard({ ...component, operators: ["=", "range"] })} />);
    await pick("Close value: MM/dd/yyyy", "6");
    expect(pendingOf(store)).toMatchObject([
      { operator: "=", value: expect.stringMatching(/^\d{4}-\d\d-06$/) },
    ]);
    await userEvent.selectOptions(screen.getByLabelText("Close operator"), "range");
    expect(pendingOf(store)).toMatchObject([{ operator: "range", value: [null, null] }]);
    await pick("Close from: From", "7");
    expect(screen.getByText("Incomplete: a range needs both ends")).toBeVisible();
  });

  async function pick(opener: string, day: string) {
    await userEvent.click(screen.getByRole("button", { name: opener }));
    const calendar = await screen.findByRole("grid");
    await userEvent.click(within(calendar).getByRole("gridcell", { name: day }));
  }
});

it("a date range cannot end before it begins, nor begin after its end", async () => {
  const component = { type: "DateFilter", operators: ["range"], defaultOperator: "range" } as const;
  const feature = aFeature({ displayName: "Close", component: { ...component, operators: ["range"] } });
  const pending: Filter[] = [
    { feature: feature.name, operator: "range", value: ["2024-03-12", "2024-03-20"] },
  ];
  renderPage(<FilterCard feature={feature} />, aStore({ filters: { ...emptyFilters, pending } }));
  const day = async (opener: string, name: string) => {
    await userEvent.click(screen.getByRole("button", { name: opener }));
    return within(await screen.findByRole("grid")).getByRole("gridcell", { name });
  };
  expect(await day("Close to: 03/20/2024", "11")).toBeDisabled();
  expect(screen.getByRole("gridcell", { name: "12" })).toBeEnabled();
  await userEvent.keyboard("{Escape}");
  expect(await day("Close from: 03/12/2024", "21")).toBeDisabled();
});

describe("the operators of a card", () => {
  it("are the default set where the feature gives none", () => {
    renderPage(<FilterCard feature={aCard({ type: "NumericFilter", operators: [] })} />);
    expect(optionsOf("Close operator")).toEqual(["equals", "not equals", ">", "<", "≥", "≤", "range"]);
  });

  it("are the feature's own where it gives some, the default one chosen", () => {
    renderPage(
      <FilterCard
        feature={aCard({ type: "NumericFilter", operators: ["<", ">="], defaultOperator: ">=" })}
      />,
    );
    expect(optionsOf("Close operator")).toEqual(["<", "≥"]);
    expect(screen.getByLabelText("Close operator")).toHaveValue(">=");
  });

  it("range clears the single value and shows two inputs", async () => {
    const store = renderPage(
      <FilterCard feature={aCard({ type: "NumericFilter", operators: [], defaultOperator: "=" })} />,
    );
    await userEvent.type(screen.getByLabelText("Close value"), "3");
    await userEvent.selectOptions(screen.getByLabelText("Close operator"), "range");
    expect(pendingOf(store)).toMatchObject([{ operator: "range", value: [null, null] }]);
    expect(screen.queryByLabelText("Close value")).toBeNull();
    await userEvent.type(screen.getByLabelText("Close minimum"), "1");
    await userEvent.type(screen.getByLabelText("Close maximum"), "2");
    expect(pendingOf(store)).toEqual([{ feature: "gap_size_pts", operator: "range", value: [1, 2] }]);
  });
});

describe("the bounds a range hints at", () => {
  it("are the validation's", () => {
    const validation = { minimum: 5, maximum: 95 };
    renderPage(<FilterCard feature={aCard({ validation })} />);
    expect(screen.getByPlaceholderText("Min (5)")).toBeVisible();
    expect(screen.getByPlaceholderText("Max (95)")).toBeVisible();
  });

  it("are the feature's value range where the validation has none", () => {
    renderPage(<FilterCard feature={aFeature({ business: { value_range: { min: 0, max: 12 } } })} />);
    expect(screen.getByPlaceholderText("Min (0)")).toBeVisible();
    expect(screen.getByPlaceholderText("Max (12)")).toBeVisible();
  });
});

describe("a multiple choice", () => {
  const choose = async (...labels: string[]) => {
    for (const label of labels) await userEvent.click(await screen.findByRole("checkbox", { name: label }));
  };

  it("toggles values in a list under in, and is gone with its last value", async () => {
    const store = renderPage(<FilterCard feature={gapClass} />);
    await userEvent.click(screen.getByRole("button", { name: "Gap Class: any" }));
    await choose("Full up");
    expect(pendingOf(store)).toEqual([{ feature: "gap_class", operator: "in", value: ["full_up"] }]);
    await choose("Flat", "Full up");
    expect(pendingOf(store)).toEqual([{ feature: "gap_class", operator: "in", value: ["flat"] }]);
    await choose("Flat");
    expect(pendingOf(store)).toEqual([]);
  });

  it("keeps a chosen not_in while values are toggled", async () => {
    const store = renderPage(<FilterCard feature={gapClass} />);
    await userEvent.selectOptions(screen.getByLabelText("Gap Class operator"), "not in");
    await userEvent.click(screen.getByRole("button", { name: "Gap Class: any" }));
    await choose("Flat");
    expect(pendingOf(store)).toEqual([{ feature: "gap_class", operator: "not_in", value: ["flat"] }]);
  });

  it("of weekdays counts days", async () => {
    renderPage(<FilterCard feature={{ ...gapClass, name: "weekday" }} />);
    await userEvent.click(screen.getByRole("button", { name: "Gap Class: any" }));
    await choose("Flat", "Full up");
    expect(screen.getByText("2 day(s) selected")).toBeInTheDocument();
  });
});

it("the panel of the day before holds a filter of the same kind", async () => {
  const ui = { ...letIn.ui, showPreviousDayFilters: true };
  const store = renderPage(<FilterCard feature={gapClass} />, aStore({ ui }));
  const panel = screen.getByRole("region", { name: "Previous Day Filter: Gap Class" });
  await userEvent.selectOptions(within(panel).getByLabelText("Gap Class previous day operator"), "equals");
  await userEvent.selectOptions(within(panel).getByLabelText("Gap Class previous day value"), "Flat");
  expect(pendingOf(store)).toEqual([{ feature: "gap_class_prev", operator: "=", value: "flat" }]);
});

it("the values of the day before are those of the feature itself, asked for without _prev", async () => {
  const asked: string[] = [];
  server.use(
    http.get("*/api/v2/features/:name/values", ({ params }) => {
      asked.push(String(params.name));
      return HttpResponse.json({ feature: "gap_fill_bar", values: [0, 24], snapshot: "s1" });
    }),
  );
  const ui = { ...letIn.ui, showPreviousDayFilters: true };
  renderPage(<FilterCard feature={gapFillBar} />, aStore({ ui }));
  const panel = screen.getByRole("region", { name: "Previous Day Filter: Gap Fill (bar)" });
  expect(await within(panel).findByRole("option", { name: "Bar 24" })).toBeInTheDocument();
  expect(asked).toEqual(["gap_fill_bar"]);
});
