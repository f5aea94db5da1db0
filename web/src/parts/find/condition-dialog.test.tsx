import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderPage } from "@/lib/testing/render";
import { ConditionDialog } from "./condition-dialog";
import { conditionsOf } from "./conditions/condition-entries";
import { realCatalogue } from "./testing/catalogue";

const conditions = conditionsOf(realCatalogue());

function palette() {
  const done = { onAdd: vi.fn(), onAsk: vi.fn(), onApply: vi.fn(), onClose: vi.fn() };
  renderPage(
    <ConditionDialog conditions={conditions} isApplied={() => false} {...done}>
      foot
    </ConditionDialog>,
  );
  return { ...done, field: screen.getByRole("combobox", { name: "Add a condition" }) };
}

it("Enter adds what a text surely means", async () => {
  const { field, onAdd } = palette();
  await userEvent.type(field, "bar 1 bull{Enter}");
  expect(onAdd).toHaveBeenCalledExactlyOnceWith([{ feature: "bar1_trend", operator: "in", value: ["bull"] }]);
});

it("what may mean several things is offered, and chosen by an arrow alone", async () => {
  const { field, onAdd } = palette();
  await userEvent.type(field, "gap up");
  expect(field).toHaveAttribute("aria-activedescendant");
  await userEvent.clear(field);
  await userEvent.type(field, "bar 1 trend");
  expect(field).not.toHaveAttribute("aria-activedescendant");
  await userEvent.keyboard("{Enter}");
  expect(onAdd).not.toHaveBeenCalled();
  expect(screen.getByRole("status")).toHaveTextContent(/: choose one by an arrow key, then Enter$/);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(onAdd).toHaveBeenCalledExactlyOnceWith([{ feature: "bar1_trend", operator: "in", value: ["bull"] }]);
});

it.each([
  ["gap up 12 points, friday: filled by when?", ["gap_size_pts", "weekday"], "gap_fill_bar"],
  ["opening range broke up: how far?", ["or12_bo_up_bar"], "or12_ext_up_pct"],
  ["yesterday's low broken: how far does it go?", ["loy_bo_bar"], "loy_ext_pct"],
  ["friday: or12 breakout up?", ["weekday"], "or12_bo_up_bar"],
  ["gap up, tuesday, how often does the gap fill?", ["gap_up", "weekday"], "gap_fill_bar"],
])("%s asks for an answer on such days", async (text, features, outcome) => {
  const { field, onAsk, onAdd } = palette();
  await userEvent.type(field, `${text}{Enter}`);
  expect(onAdd).not.toHaveBeenCalled();
  expect(onAsk).toHaveBeenCalledExactlyOnceWith(
    features.map((feature) => expect.objectContaining({ feature })),
    outcome,
  );
});

it.each(["gap up: ", ": fills?", "friday, by 10:30"])("%s asks for no answer", async (text) => {
  const { field, onAsk } = palette();
  await userEvent.type(field, `${text}{Enter}`);
  expect(onAsk).not.toHaveBeenCalled();
});
