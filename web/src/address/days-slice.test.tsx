import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { aStore, renderPage } from "@/lib/testing/render";
import { allDays, type DaysState, useOpenDays } from "./days-slice";

const bar: DaysState["bar"] = {
  part: { feature: "gap_fill_bar", module: "occurrence", place: "2024" },
  label: "2024",
};

function Openers() {
  const open = useOpenDays();
  return [bar, null].map((each) => (
    <button key={each?.label ?? "all"} type="button" onClick={() => open(each)}>
      {each?.label ?? "all"}
    </button>
  ));
}

it.each([
  ["2024", bar],
  ["all", null],
])("the list of %s begins with its newest day, wherever the last list was left", async (name, expected) => {
  const columns = ["gap_up"];
  const left: DaysState = { bar: null, columns, sort: { column: "gap_up", descending: false }, page: 7 };
  const store = renderPage(<Openers />, aStore({ days: left }));
  await userEvent.click(screen.getByRole("button", { name }));
  expect(store.getState().days).toEqual({ ...allDays, columns, bar: expected });
  expect(store.getState().ui.modals).toEqual(["days"]);
});
