import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aSummary } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { realCatalogue } from "@/parts/find/testing/catalogue";
import type { Filter } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import { Modals } from "../shell/modals";

const tuesday: Filter = { feature: "weekday", operator: "in", value: ["Tue"] };

async function open(pending: Filter[] = []) {
  server.use(
    http.get("*/api/features", () => HttpResponse.json(realCatalogue())),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/filtered", () => HttpResponse.json({ filtered_data: { total_days: 41 } })),
    http.post("*/api/compute", () =>
      HttpResponse.json({ total_days: 41, data: { statistics: { features: {} } }, snapshot: "s1" }),
    ),
  );
  const store = renderPage(
    <Modals />,
    aStore({ ui: { ...letIn.ui, modals: ["conditions"] }, filters: { ...emptyFilters, pending } }),
  );
  const palette = within(await screen.findByRole("dialog", { name: "Add a condition" }));
  await palette.findByRole("option", { name: /^Gap up/ });
  return { store, palette };
}

it("a chosen condition waits for Apply, is said with its days, and the palette stays", async () => {
  const { store, palette } = await open();
  await userEvent.click(palette.getByRole("option", { name: /^Tuesday/ }));
  expect(store.getState().filters.pending).toEqual([tuesday]);
  expect(palette.getByText("Added: Tuesday")).toBeVisible();
  expect(await palette.findByText("41 days")).toBeVisible();
  expect(palette.queryByRole("option", { name: /^Tuesday/ }), "offered no more").toBeNull();
  expect(palette.getByRole("combobox")).toHaveFocus();
});

it("why conditions cannot be asked together stands where their days do", async () => {
  const { palette } = await open([tuesday]);
  const message = "Weekday in Tue can hold on no day of these.";
  server.use(
    http.post("*/api/v2/filtered", () =>
      HttpResponse.json({ code: "contradiction", message }, { status: 422 }),
    ),
  );
  await userEvent.click(palette.getByRole("option", { name: /^Gap up/ }));
  expect(await palette.findByText(message)).toBeVisible();
});

it("another label of a feature joins the first; typing and Enter add as well", async () => {
  const { store, palette } = await open([tuesday]);
  await userEvent.type(palette.getByRole("combobox"), "friday{Enter}");
  expect(store.getState().filters.pending).toEqual([{ ...tuesday, value: ["Tue", "Fri"] }]);
  await userEvent.type(palette.getByRole("combobox"), "gap up 0.3 adr{Enter}");
  expect(store.getState().filters.pending.slice(1)).toEqual([
    { feature: "gap_up", operator: "=", value: true },
    { feature: "gap_size_pct_adr", operator: "range", value: [25, 35] },
  ]);
  expect(palette.getByRole("combobox")).toHaveValue("");
});

it("what is not understood is said", async () => {
  const { palette } = await open();
  await userEvent.type(palette.getByRole("combobox"), "xyzzy");
  expect(palette.getByText('No condition found for "xyzzy".')).toBeVisible();
});

it.each(["the button", "Ctrl+Enter"])("%s applies and closes", async (way) => {
  const { store, palette } = await open([tuesday]);
  if (way === "the button") await userEvent.click(palette.getByRole("button", { name: "Apply 1 Filter(s)" }));
  else await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(store.getState().filters.active).toEqual([tuesday]));
});

it("Escape closes and leaves what waits", async () => {
  const { store, palette } = await open([tuesday]);
  palette.getByRole("combobox").focus();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(store.getState().filters.pending).toEqual([tuesday]);
});
