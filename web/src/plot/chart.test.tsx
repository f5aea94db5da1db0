import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Chart } from "./chart";
import { columnsOption } from "./columns";

const OPTION = columnsOption({ columns: [{ value: 1, text: "one day" }], others: null });

vi.mock("./echart", () => Promise.reject(new Error("offline")));

test("a drawing keeps its place and says what it shows, even where ECharts cannot be loaded", async () => {
  render(<Chart option={OPTION} height={64} label="1 day by bar" />);
  const drawing = screen.getByRole("img", { name: "1 day by bar" });
  expect(drawing).toHaveStyle({ height: "64px" });
  await vi.dynamicImportSettled();
  expect(drawing).toBeInTheDocument();
});
