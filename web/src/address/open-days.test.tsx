import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { expect, it } from "vitest";
import { aStore, renderPage } from "@/lib/testing/render";
import { allDays, type DaysState } from "./days-slice";
import { firstGallery } from "./gallery-slice";
import { useOpenDays } from "./open-days";

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

function Place() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

it.each([
  ["2024", bar],
  ["all", null],
])(
  "the table of %s begins with its newest day, and the pictures at their first page",
  async (name, expected) => {
    const columns = ["gap_up"];
    const left: DaysState = { bar: null, columns, sort: { column: "gap_up", descending: false }, page: 7 };
    const gallery = { view: { ...firstGallery, page: 4, size: 60 as const }, place: null };
    const store = renderPage(
      <>
        <Openers />
        <Place />
      </>,
      aStore({ days: left, gallery }),
    );
    await userEvent.click(screen.getByRole("button", { name }));
    expect(store.getState().days).toEqual({ ...allDays, columns, bar: expected });
    expect(screen.getByRole("status")).toHaveTextContent("/days?view=table");
    expect(store.getState().gallery.view).toMatchObject({ page: 1, size: 60 });
  },
);
