import { render, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { columnsOption, PALETTE } from "./columns";
import EChart from "./echart";

const OPTION = columnsOption({ columns: [{ value: 2, text: "two days" }], others: [1] });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(240);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(60);
});

function columnsOf(container: HTMLElement) {
  return container.querySelectorAll(`path[fill="${PALETTE.matched}"]`);
}

test("draws the option as SVG and follows its changes", async () => {
  const { container, rerender } = render(<EChart option={OPTION} />);
  await waitFor(() => expect(columnsOf(container)).toHaveLength(1));
  const two = { value: 1, text: "one day" };
  rerender(<EChart option={columnsOption({ columns: [two, two], others: null })} />);
  await waitFor(() => expect(columnsOf(container)).toHaveLength(2));
});

test("survives being taken away before, while and after it is drawn", async () => {
  for (const wait of [0, 4, 16, 20, 40]) {
    const { unmount } = render(<EChart option={OPTION} />, { wrapper: StrictMode });
    await new Promise((resolve) => setTimeout(resolve, wait));
    unmount();
  }
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(document.querySelector("svg")).toBeNull();
});
