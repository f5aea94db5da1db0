import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { aCatalogue, aSummary, gapClass, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { CONDITION_FEATURE } from "@/parts/filters/words";
import type { Filter } from "@/question/filters";
import { emptyFilters, nextActive } from "@/question/filters-slice";
import { AnswerPlace } from "./answer-place";

const up: Filter = { feature: "gap_up", operator: "=", value: true };
const flat: Filter = { feature: "gap_class", operator: "in", value: ["flat"] };

beforeEach(() => {
  const nr7 = { ...gapUp, name: "nr7", displayName: "NR7" };
  const twinned = [gapUp, gapClass, nr7].map((feature) => ({ ...feature, has_prev_twin: true }));
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue(twinned, []))),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/filtered", () => HttpResponse.json({ filtered_data: { total_days: 100 } })),
  );
});

async function opened(filters: Partial<typeof emptyFilters>) {
  const store = renderPage(
    <AnswerPlace />,
    aStore({ filters: { ...emptyFilters, ...filters } }),
    "/dashboard",
  );
  await userEvent.click(await screen.findByRole("button", { name: /^Edit Gap up/ }));
  const editor = await screen.findByRole("dialog", { name: "Edit filter" });
  return { editor: within(editor), next: () => nextActive(store.getState().filters) };
}

it.each([{ active: [up, flat] }, { pending: [up, flat] }])(
  "the editor of a chip stays open while its filter becomes another, then the chip has the focus: %o",
  async (filters) => {
    const { editor, next } = await opened(filters);
    await userEvent.click(await editor.findByRole("checkbox", { name: /^Not: / }));
    await userEvent.click(editor.getByRole("checkbox", { name: /^Not: / }));
    await userEvent.selectOptions(editor.getByRole("combobox", { name: "Gap Up day" }), "3 days before");
    await userEvent.click(editor.getByRole("button", { name: "Or another condition…" }));
    await userEvent.type(editor.getByRole("combobox", { name: CONDITION_FEATURE }), "NR7");
    await userEvent.keyboard("{Enter}");
    const nr7 = within(editor.getByRole("group", { name: "Condition 2: NR7" }));
    await userEvent.click(nr7.getByRole("button", { name: "True" }));
    const of = ["gap_up_prev3", "nr7"].map((feature) => ({ ...up, feature }));
    expect(next()).toContainEqual(expect.objectContaining({ kind: "any_of", of }));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: /^Edit 3 days before: gap up or / })).toHaveFocus();
  },
);

it.each([
  ["/dashboard", "all", 0],
  ["/dashboard", "focus", 1],
  ["/chart", "all", 0],
  ["/days", "focus", 0],
] as const)("on %s (%s) no matching day is said %i times", async (path, view, times) => {
  server.use(
    http.post("*/api/v2/filtered", () => HttpResponse.json({ filtered_data: { total_days: 0 } })),
    http.post("*/api/v2/probabilities", () => HttpResponse.json({ probabilities: {} })),
    http.post("*/api/v2/widen", () =>
      HttpResponse.json({ n_days: 0, removals: [{ removed: [0], filters: [up], n_days: 90, rate: null }] }),
    ),
  );
  const filters = { ...emptyFilters, active: [up, flat] };
  renderPage(<AnswerPlace />, aStore({ filters, ui: { ...letIn.ui, view } }), path);
  expect(await screen.findByRole("button", { name: /^Without Gap up: 90 days/ })).toBeVisible();
  expect(screen.queryAllByText("No day matches.")).toHaveLength(times);
});

it("where the filter is gone with its chip, the row has the focus", async () => {
  const { editor } = await opened({ pending: [up] });
  await userEvent.click(await editor.findByRole("button", { name: "Discard filter" }));
  await userEvent.click(editor.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getByRole("button", { name: "Add a condition" })).toHaveFocus());
});
