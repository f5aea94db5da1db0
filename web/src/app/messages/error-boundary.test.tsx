import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ErrorBoundary } from "./error-boundary";

function Broken(): never {
  throw new Error("a bar without a price");
}

it("a rendering error shows the fallback with its details and a way to reload", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(screen.getByText("We encountered an error while loading the application.")).toBeVisible();
  expect(screen.getByText("Error details")).toBeVisible();
  expect(screen.getByText(/a bar without a price/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Reload Page" })).toBeVisible();
  expect(log).toHaveBeenCalled();
});
