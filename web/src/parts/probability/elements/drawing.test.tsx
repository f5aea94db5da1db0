import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ColumnsModel } from "@/plot/columns";
import { hourMarks } from "../figures/bars";
import { Drawing } from "./drawing";

vi.mock("@/plot/echart", () => ({ default: () => null }));

function shown(values: readonly number[], more: Partial<ColumnsModel> = {}) {
  const model = { columns: values.map((value) => ({ value, text: "" })), others: null, ...more };
  render(<Drawing drawing={model} label="days by bar" marks={hourMarks(81)} />);
  return screen.getByRole("img", { name: "days by bar" });
}

function scale() {
  return [...document.querySelectorAll("[data-value]")].map((tick) => tick.getAttribute("data-value"));
}

test("a drawing is 96 pixels high, with a tick at every full hour", () => {
  expect(shown([1, 2, 3])).toHaveStyle({ height: "96px" });
  expect(document.querySelectorAll("i")).toHaveLength(7);
  expect(screen.getByText("10:00")).toHaveStyle({ left: `${600 / 81}%` });
  expect(screen.getByText("4:00")).toBeInTheDocument();
});

test("its scale has round values, in the unit of its columns", () => {
  shown([1240, 900]);
  expect(scale()).toEqual(["500", "1,000"]);
  document.body.innerHTML = "";
  shown([60, 40], { unit: "%" });
  expect(scale()).toEqual(["20%", "40%", "60%"]);
});

test("a column that is cut bears its value, the others none", () => {
  shown([70, 8, 4, 8, 10, 1], { unit: "%" });
  expect(screen.getByText("70.00%")).toBeVisible();
  expect(scale()).toEqual(["5%", "10%"]);
});
