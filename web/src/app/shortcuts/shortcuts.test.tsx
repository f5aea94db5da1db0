import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { aCatalogue, aSummary } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { emptyFilters } from "@/question/filters-slice";
import { ViewToggle } from "@/screens/dashboard/view-toggle";
import { Modals } from "../shell/modals";
import ShortcutKeys from "./shortcut-keys";
import { SHORTCUTS } from "./shortcut-list";

const pending = [{ feature: "gap_up", operator: "=" as const, value: true }];
const page = (
  <>
    <ShortcutKeys />
    <Modals />
    <input aria-label="A field" />
    <input type="checkbox" aria-label="A box" />
    <select aria-label="A list">
      <option>tables</option>
    </select>
    <ViewToggle fetchAhead={() => {}} />
    <article data-feature="gap_up">one</article>
    <article data-feature="gap_class">two</article>
  </>
);

beforeEach(() => {
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([], []))),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
  );
});

const shown = (ui = {}) =>
  renderPage(page, aStore({ ui: { ...letIn.ui, ...ui }, filters: { ...emptyFilters, pending } }));

it("single keys act on the view and on the cards", async () => {
  const store = shown();
  await userEvent.keyboard("tb");
  expect(store.getState().ui).toMatchObject({ theme: "dark", sidebarOpen: false });
  await userEvent.keyboard("jj");
  expect(screen.getByText("two")).toHaveFocus();
  await userEvent.keyboard("kp");
  expect(screen.getByText("one")).toHaveFocus();
  expect(store.getState().ui.activeProbabilityFeatures).toEqual(["gap_up"]);
  await userEvent.keyboard("v");
  expect(store.getState().ui.view).toBe("focus");
  await userEvent.keyboard("v");
  expect(store.getState().ui.view).toBe("all");
  await userEvent.keyboard("x");
  expect(store.getState().filters.pending).toEqual([]);
});

it("what is typed into a field stays there", async () => {
  const store = shown();
  const field = screen.getByRole("textbox");
  await userEvent.type(field, "tbx?");
  expect(field).toHaveValue("tbx?");
  expect(store.getState().ui).toMatchObject({ theme: "light", sidebarOpen: true, modals: [] });
  expect(store.getState().filters.pending).toEqual(pending);
});

it("single keys work while a checkbox has the focus, and Space is the checkbox's own", async () => {
  const store = shown();
  const box = screen.getByRole("checkbox");
  box.focus();
  await userEvent.keyboard("tb ");
  expect(store.getState().ui).toMatchObject({ theme: "dark", sidebarOpen: false });
  expect(box).toBeChecked();
});

it("a letter that picks from a list is the list's", async () => {
  const store = shown();
  screen.getByRole("combobox").focus();
  await userEvent.keyboard("t");
  expect(store.getState().ui.theme).toBe("light");
});

it("Ctrl+Enter applies, even from a field", async () => {
  server.use(
    http.post("*/api/compute", () =>
      HttpResponse.json({ total_days: 3, total_rows: 3, filters_applied: [], data: {}, metadata: {} }),
    ),
  );
  const store = shown();
  await userEvent.type(screen.getByRole("textbox"), "{Control>}{Enter}{/Control}");
  await waitFor(() => expect(store.getState().filters.active).toEqual(pending));
});

it("a question mark opens the sheet with every shortcut, and Escape closes it", async () => {
  const store = shown();
  await userEvent.keyboard("?");
  const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  for (const { label } of SHORTCUTS) expect(sheet).toHaveTextContent(label);
  await userEvent.keyboard("t");
  fireEvent.keyDown(document.body, { key: "t", code: "KeyT" });
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(store.getState().ui.theme).toBe("light");
  expect(store.getState().filters).toMatchObject({ isApplying: false, pending });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(store.getState().ui.modals).toEqual([]);
});

it("single keys can be turned off in the sheet; Ctrl+Enter stays", async () => {
  const store = shown({ modals: ["shortcuts"] });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Shortcuts of a single key" }));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await userEvent.keyboard("tbx?");
  expect(store.getState().ui).toMatchObject({ theme: "light", sidebarOpen: true, modals: [] });
  expect(store.getState().filters.pending).toEqual(pending);
});

it("no two shortcuts share their keys", () => {
  const keys = SHORTCUTS.map((shortcut) => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
});
