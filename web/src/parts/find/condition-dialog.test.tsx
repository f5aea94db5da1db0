import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderPage } from "@/lib/testing/render";
import { ConditionDialog } from "./condition-dialog";
import { conditionsOf } from "./conditions/condition-entries";
import { realCatalogue } from "./testing/catalogue";

const conditions = conditionsOf(realCatalogue());

function palette() {
  const done = { onAdd: vi.fn(), onApply: vi.fn(), onClose: vi.fn() };
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
