import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { renderPage } from "@/lib/testing/render";
import { conditionsOf } from "./conditions/condition-entries";
import type { DataDates } from "./days";
import { categoryEntries, featureEntries } from "./entries";
import { FindDialog } from "./find-dialog";
import { realCatalogue } from "./testing/catalogue";
import { COMING, ENTERED, FIND_FIELD } from "./words";

const catalogue = realCatalogue();
const start = categoryEntries(catalogue.categories);
const entries = [...featureEntries(catalogue), ...start];
const conditions = conditionsOf(catalogue).sure;
const dates: DataDates = { first: "2022-02-07", last: "2025-04-11" };

function palette(days: DataDates | null = dates) {
  const went = { onGo: vi.fn(), onClose: vi.fn() };
  renderPage(<FindDialog {...{ entries, start, conditions, ...went }} dates={days} />);
  const field = screen.getByRole("combobox", { name: FIND_FIELD });
  return { ...went, field };
}

/** The option that the field says is chosen. */
function chosen() {
  const id = screen.getByRole("combobox").getAttribute("aria-activedescendant");
  return screen.getAllByRole("option").find((option) => option.id === id);
}

it("opens with the focus in its field, and offers where to begin", () => {
  const { field } = palette();
  expect(screen.getByRole("dialog", { name: "Find" })).toContainElement(field);
  expect(field).toHaveFocus();
  expect(screen.getAllByRole("option")).toHaveLength(11);
  expect(screen.getByRole("status")).toHaveTextContent("11 results");
});

it("typing narrows, arrows choose, Enter goes there", async () => {
  const { field, onGo } = palette();
  await userEvent.type(field, "gap fill by noon");
  expect(chosen()).toHaveTextContent(/^Gap Fill \(bar\)Feature/);
  await userEvent.keyboard("{ArrowDown}");
  expect(chosen()).toHaveTextContent(/^Half Gap Fill/);
  await userEvent.keyboard("{ArrowUp}{Enter}");
  expect(onGo).toHaveBeenCalledExactlyOnceWith({ kind: "feature", name: "gap_fill_bar" });
});

it("a click goes there too", async () => {
  const { onGo } = palette();
  await userEvent.click(screen.getByRole("option", { name: /^Regime/ }));
  expect(onGo).toHaveBeenCalledExactlyOnceWith({ kind: "category", id: "REGIME" });
});

it("a day comes before what else matches", async () => {
  const { field, onGo } = palette();
  await userEvent.type(field, "last friday{Enter}");
  expect(onGo).toHaveBeenCalledExactlyOnceWith({ kind: "day", date: "2025-04-11" });
});

it.each([
  ["gap -30%", "conditions"],
  ["or12", "category"],
])("%s: first stand the %s", async (text, kind) => {
  const { field, onGo } = palette();
  await userEvent.type(field, `${text}{Enter}`);
  expect(onGo).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind }));
});

it("without charts no day is found", async () => {
  const { field } = palette(null);
  await userEvent.type(field, "2025-04-09");
  expect(screen.queryByRole("option")).toBeNull();
  expect(screen.getByRole("status")).toHaveTextContent('Nothing found for "2025-04-09".');
});

it("a day outside of the data is said to be", async () => {
  const { field, onGo } = palette();
  await userEvent.type(field, "2031-01-06{Enter}");
  expect(screen.getByRole("status")).toHaveTextContent(
    "No such day: the data runs from 02/07/2022 to 04/11/2025.",
  );
  expect(onGo).not.toHaveBeenCalled();
});

it("a sealed day is said to be, and is not offered", async () => {
  const sealed = { first: "2025-03-01", last: dates.last, words: "This day is sealed" };
  const { field, onGo } = palette({ first: dates.first, last: "2025-02-28", sealed });
  await userEvent.type(field, "2025-04-04{Enter}");
  expect(screen.getByRole("status")).toHaveTextContent("This day is sealed.");
  expect(onGo).not.toHaveBeenCalled();
});

it("the cards that match can be shown alone", async () => {
  const { field, onGo } = palette();
  await userEvent.type(field, "half gap fill by noon");
  expect(screen.queryByRole("option", { name: /^Show only/ })).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, "gap fill by noon");
  await userEvent.click(screen.getByRole("option", { name: /^Show only the 2 cards that match/ }));
  const names = ["gap_fill_bar", "gap_half_fill_bar"];
  expect(onGo).toHaveBeenCalledExactlyOnceWith({ kind: "cards", text: "gap fill by noon", names });
});

it.each([
  ["Escape", { key: "Escape" }],
  ["Ctrl+K", { key: "k", ctrlKey: true }],
  ["Cmd+K", { key: "k", metaKey: true }],
])("%s closes it", (_, key) => {
  const { field, onClose } = palette();
  const isLeftToBrowser = fireEvent.keyDown(field, key);
  expect(onClose).toHaveBeenCalledOnce();
  expect(isLeftToBrowser).toBe(false);
});

it("Home and End move in the text", async () => {
  const { field } = palette();
  await userEvent.type(field, "gap");
  const isLeftToBrowser = fireEvent.keyDown(field, { key: "Home" });
  expect(isLeftToBrowser).toBe(true);
});

it("Enter before the list is there says that it waits, and takes the first entry when it comes", async () => {
  const onGo = vi.fn();
  const all = { entries, start, conditions, dates, onGo, onClose: vi.fn() };
  const none = { ...all, entries: [], start: [], conditions: () => [], dates: null };
  let arrive = () => {};
  function Page() {
    const [isComing, setComing] = useState(true);
    arrive = () => setComing(false);
    return <FindDialog {...(isComing ? none : all)} isComing={isComing} />;
  }
  renderPage(<Page />);
  const field = screen.getByRole("combobox", { name: FIND_FIELD });
  await userEvent.type(field, "nr7");
  expect(screen.getByRole("status")).toHaveTextContent(new RegExp(`^${COMING}$`));
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("status")).toHaveTextContent(ENTERED);
  expect(onGo).not.toHaveBeenCalled();
  act(() => arrive());
  expect(onGo).toHaveBeenCalledExactlyOnceWith({ kind: "feature", name: "nr7" });
});

it("Enter before the list is there is forgotten once more is typed", async () => {
  const onGo = vi.fn();
  const none = { entries: [], start: [], conditions: () => [], dates: null, onGo, onClose: vi.fn() };
  renderPage(<FindDialog {...none} isComing />);
  const field = screen.getByRole("combobox", { name: FIND_FIELD });
  await userEvent.type(field, "nr7{Enter}x");
  expect(screen.getByRole("status")).toHaveTextContent(new RegExp(`^${COMING}$`));
});
