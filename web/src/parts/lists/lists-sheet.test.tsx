import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dayLists } from "@/api/calls/lists-api";
import type { DayList, DayListRequest } from "@/api/generated";
import { aCatalogue, aDayList, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { savedFiles } from "@/lib/testing/saved-files";
import { server } from "@/lib/testing/server";
import { inLists } from "@/question/filters";
import AddDialog from "./add-dialog";
import { DayNotes } from "./day-notes";
import ListsSheet from "./lists-sheet";
import { FILTER_BY_LIST, LISTS_OF_DAY, NEW_LIST_NAME } from "./words";

const gapAndGo: DayList = {
  ...aDayList("gap and go"),
  days: [
    { date: "2024-05-03", note: "textbook", kind: "full" },
    { date: "2024-07-03", note: "", kind: "short" },
  ],
};
const CHANGED = { code: "list_changed", message: "The list gap and go was changed meanwhile." };

/** The service with these lists; it writes what `replaces` the list of that name, and notes what was asked. */
function serving(now: { lists: DayList[]; may_edit?: boolean }) {
  const written: DayListRequest[] = [];
  const find = (name: string) => now.lists.find((list) => list.name === name);
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp], []))),
    http.get("*/api/v2/lists", () =>
      HttpResponse.json({ lists: now.lists, may_edit: now.may_edit ?? true, snapshot: "s1" }),
    ),
    http.post("*/api/v2/lists", async ({ request }) => {
      const asked = (await request.json()) as DayListRequest;
      written.push(asked);
      if (asked.replaces !== (find(asked.name)?.updated_at ?? 0))
        return HttpResponse.json(CHANGED, { status: 409 });
      const days = asked.days.map(({ date, note = "" }) => ({ date, note, kind: "full" as const }));
      const made = { ...aDayList(asked.name), days, updated_at: (asked.replaces ?? 0) + 1 };
      now.lists = [...now.lists.filter(({ name }) => name !== asked.name), made];
      return HttpResponse.json(made);
    }),
    http.delete("*/api/v2/lists/:name", ({ params }) => {
      now.lists = now.lists.filter(({ name }) => name !== params.name);
      return HttpResponse.json({ name: params.name });
    }),
  );
  return written;
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const toasts = (store: ReturnType<typeof aStore>) => store.getState().ui.toasts.map(({ message }) => message);

async function openSheet(state: Parameters<typeof aStore>[0] = {}) {
  const onClose = vi.fn();
  const store = renderPage(<ListsSheet onClose={onClose} />, aStore(state));
  await screen.findByRole("dialog", { name: "Lists of days" });
  return { store, onClose };
}

async function unfold(name = /^gap and go/) {
  await userEvent.click(await screen.findByRole("button", { name }));
}

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

describe("for everyone", () => {
  it("lists tell their days, what these data know of them, and their notes", async () => {
    serving({ lists: [gapAndGo], may_edit: false });
    await openSheet();
    await unfold();
    const rows = within(await screen.findByRole("region", { name: "gap and go" })).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      "DateSessionNote",
      "05/03/2024Full sessiontextbook",
      "07/03/2024Half day",
    ]);
    expect(screen.getByText(/^1 day of it is no full session/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    expect(screen.queryByRole("button", { name: "New list" })).toBeNull();
  });

  it("a list becomes a filter that waits, and a file", async () => {
    serving({ lists: [gapAndGo], may_edit: false });
    const files = savedFiles();
    const { store, onClose } = await openSheet();
    await unfold();
    await press("Save as CSV");
    expect(files).toMatchObject([{ name: "gap and go.csv" }]);
    await press(FILTER_BY_LIST);
    expect(store.getState().filters.pending).toEqual([inLists("gap and go")]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("sealed days are not shown", async () => {
    serving({ lists: [gapAndGo], may_edit: false });
    const sealed = { ...letIn.sealed, seals: { ES: { share: 20 as const, from: "2024-06-01" } } };
    await openSheet({ sealed });
    await unfold();
    expect(await screen.findByText("1 sealed day not shown.")).toBeVisible();
    expect(screen.queryByText("07/03/2024")).toBeNull();
  });

  it("none is said", async () => {
    serving({ lists: [], may_edit: false });
    await openSheet();
    expect(await screen.findByRole("status")).toHaveTextContent("There is no list of days yet.");
  });
});

describe("for who may edit", () => {
  it("a list is made of lines", async () => {
    const written = serving({ lists: [] });
    const { store } = await openSheet();
    await userEvent.click(await screen.findByRole("button", { name: "New list" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "reversals");
    await userEvent.type(screen.getByRole("textbox", { name: /^Add days/ }), "2024-05-03, late{Enter}5/3/24");
    await press("Save");
    expect(screen.getByRole("alert")).toHaveTextContent("No date in line 2: “5/3/24”.");
    await userEvent.type(screen.getByRole("textbox", { name: /^Add days/ }), "{Backspace>6/}");
    await press("Save");
    await waitFor(() => expect(toasts(store)).toEqual(["List reversals saved: 1 day"]));
    const days = [{ date: "2024-05-03", note: "late" }];
    expect(written).toEqual([{ name: "reversals", days, symbol: "ES", replaces: 0 }]);
    expect(await screen.findByRole("button", { name: /^reversals/ })).toBeVisible();
  });

  it("notes are written and days go; what was not saved is asked about", async () => {
    const written = serving({ lists: [gapAndGo] });
    await openSheet();
    await unfold();
    await press("Edit");
    await userEvent.type(screen.getByRole("textbox", { name: "Note on 05/03/2024" }), ", late");
    await press("Remove 07/03/2024");
    await press("Close");
    const question = within(await screen.findByRole("dialog", { name: "Leave without saving" }));
    await userEvent.click(question.getByRole("button", { name: "Go on editing" }));
    await press("Save");
    await waitFor(() => expect(written).toHaveLength(1));
    expect(written[0]?.days).toEqual([{ date: "2024-05-03", note: "textbook, late" }]);
  });

  it("a list that somebody changed meanwhile is not overwritten unasked, and what was typed stays", async () => {
    const now = { lists: [gapAndGo] };
    const written = serving(now);
    const { store } = await openSheet();
    await unfold();
    await press("Edit");
    await userEvent.type(screen.getByRole("textbox", { name: "Note on 05/03/2024" }), "!");
    now.lists = [{ ...gapAndGo, updated_at: gapAndGo.updated_at + 60 }];
    await store.dispatch(dayLists.initiate({}, { subscribe: false, forceRefetch: true }));
    await press("Save");
    expect(await screen.findByText(/^Somebody changed this list meanwhile/)).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Note on 05/03/2024" })).toHaveValue("textbook!");
    await press("Save mine in its place");
    await waitFor(() => expect(written).toHaveLength(2));
    expect(written[1]).toMatchObject({ replaces: gapAndGo.updated_at + 60 });
  });

  it("a name that is taken is said, and what was typed stays", async () => {
    serving({ lists: [gapAndGo] });
    await openSheet();
    await userEvent.click(await screen.findByRole("button", { name: "New list" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "gap and go");
    await press("Save");
    expect(await screen.findByText(/^There is a list of that name already/)).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("gap and go");
  });

  it("a list goes once it was asked", async () => {
    serving({ lists: [gapAndGo] });
    const { store } = await openSheet();
    await unfold();
    await press("Delete");
    const dialog = within(await screen.findByRole("dialog", { name: "Delete gap and go" }));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^gap and go/ })).toBeNull());
    expect(toasts(store)).toEqual(["List gap and go deleted"]);
  });

  it("days are added to a list with one note; those in it keep theirs", async () => {
    const written = serving({ lists: [gapAndGo] });
    const store = renderPage(
      <AddDialog dates={["2024-05-03", "2024-05-06", "2024-05-07"]} onClose={() => {}} />,
    );
    await userEvent.click(await screen.findByRole("checkbox", { name: "05/07/2024" }));
    await press("Add 2 days");
    await waitFor(() => expect(toasts(store)).toEqual(["Added 1 day to the list gap and go"]));
    expect(written[0]).toEqual({
      name: "gap and go",
      symbol: "ES",
      replaces: gapAndGo.updated_at,
      days: [
        { date: "2024-05-03", note: "textbook" },
        { date: "2024-05-06", note: "" },
        { date: "2024-07-03", note: "" },
      ],
    });
  });

  it("a day is added to a new list", async () => {
    const written = serving({ lists: [] });
    renderPage(<AddDialog dates={["2024-05-03"]} onClose={() => {}} />);
    await userEvent.type(await screen.findByRole("textbox", { name: NEW_LIST_NAME }), "late");
    await userEvent.type(screen.getByRole("textbox", { name: "Note" }), "see 14:30");
    await press("Add 1 day");
    await waitFor(() => expect(written).toMatchObject([{ name: "late", replaces: 0 }]));
  });
});

it("a day says which lists it is in, and what of it", async () => {
  serving({ lists: [gapAndGo, { ...aDayList("textbook", "2024-05-03") }] });
  renderPage(<DayNotes date="2024-05-03" />);
  expect(await screen.findByRole("note", { name: LISTS_OF_DAY })).toHaveTextContent(
    "gap and go: textbook · textbook",
  );
});
