import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Column } from "@/plot/columns";
import { ColumnPicker } from "./column-picker";

const COLUMNS: Column[] = [
  { value: 0, text: "Bar 1: 0" },
  { value: 3, text: "Bar 2: 3\nothers 4", opens: { place: "2", label: "event on bar 2" } },
  { value: 0, text: "Bar 3: 0" },
  { value: 1, text: "Bar 4: 1", opens: { place: "4", label: "event on bar 4" } },
];

function shown(columns = COLUMNS) {
  const onPick = vi.fn();
  render(
    <ColumnPicker columns={columns} onPick={onPick}>
      <span>drawing</span>
    </ColumnPicker>,
  );
  return onPick;
}

it("walks over the columns that hold days, and Enter opens one", () => {
  const onPick = shown();
  const column = screen.getByRole("slider");
  expect(column).toHaveAttribute("aria-valuetext", "Bar 2: 3; others 4");
  fireEvent.keyDown(column, { key: "ArrowRight" });
  expect(column).toHaveAttribute("aria-valuetext", "Bar 4: 1");
  fireEvent.keyDown(column, { key: "ArrowRight" });
  fireEvent.keyDown(column, { key: "Enter" });
  fireEvent.keyDown(column, { key: "Home" });
  fireEvent.keyDown(column, { key: " " });
  expect(onPick.mock.calls.map(([bar]) => bar.place)).toEqual(["4", "2"]);
});

it("opens the column under the pointer, however low it is, and none without a day", () => {
  const onPick = shown();
  const group = screen.getByRole("group");
  group.getBoundingClientRect = () => ({ left: 100, width: 400 }) as DOMRect;
  for (const clientX of [101, 299, 350, 499, 600]) fireEvent.click(group, { clientX });
  expect(onPick.mock.calls.map(([bar]) => bar.place)).toEqual(["2", "4", "4"]);
});

it("is no control where no column holds a day", () => {
  shown([{ value: 0, text: "Bar 1: 0" }]);
  expect(screen.getByText("drawing")).toBeVisible();
  expect(screen.queryByRole("slider")).toBeNull();
});
