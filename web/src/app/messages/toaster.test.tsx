import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { PLOT_TOP_ID } from "@/kit/plot-corner";
import { toastAdded, toolToast } from "@/lib/state/ui-slice";
import { aStore, renderPage } from "@/lib/testing/render";
import type { ToastKind } from "@/lib/toasts";
import { Toaster } from "./toaster";

beforeEach(() => void vi.useFakeTimers());

const after = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

it.each<[ToastKind, number]>([
  ["blank", 4000],
  ["success", 2000],
  ["error", 4000],
  ["custom", 4000],
])("a toast of kind %s goes after %i ms", (kind, duration) => {
  const store = renderPage(<Toaster />, aStore());
  act(() => void store.dispatch(toastAdded(kind, "Here")));
  after(duration - 1);
  expect(screen.getByText("Here")).toBeInTheDocument();
  after(1);
  expect(screen.queryByText("Here")).toBeNull();
});

it("a loading toast stays, and so does one with a duration of 0, until it is dismissed", () => {
  const store = renderPage(<Toaster />, aStore());
  act(() => void store.dispatch(toastAdded("loading", "Working")));
  act(() => void store.dispatch(toastAdded("success", "Kept", 0)));
  after(60 * 60 * 1000);
  const buttons = screen.getAllByRole("button", { name: "Dismiss" });
  expect(buttons).toHaveLength(2);
  for (const button of buttons) act(() => button.click());
  expect(store.getState().ui.toasts).toEqual([]);
});

it("an error is spoken at once, anything else in a pause", () => {
  const store = renderPage(<Toaster />, aStore());
  act(() => void store.dispatch(toastAdded("error", "Broken")));
  act(() => void store.dispatch(toastAdded("custom", "By the way")));
  expect(screen.getByRole("alert")).toHaveTextContent("Broken");
  expect(screen.getByRole("status")).toHaveTextContent("By the way");
});

it("a tool's message stands above the plot's right corner and has nothing to press", () => {
  const plot = document.body.appendChild(document.createElement("div"));
  plot.id = PLOT_TOP_ID;
  vi.spyOn(plot, "getBoundingClientRect").mockReturnValue(new DOMRect(100, 180, 700, 0));
  const store = renderPage(<Toaster />, aStore());
  act(() => void store.dispatch(toolToast("Drawn")));
  expect(screen.getByRole("status")).toHaveStyle({ top: "180px", right: `${window.innerWidth - 800}px` });
  expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
  plot.remove();
});

it("where there is no plot it stands at the window's", () => {
  const store = renderPage(<Toaster />, aStore());
  act(() => void store.dispatch(toolToast("Drawn")));
  const { top, right } = screen.getByRole("status").style;
  expect([top, right]).toEqual(["", ""]);
});
