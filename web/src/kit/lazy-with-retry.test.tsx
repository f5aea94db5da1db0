import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { lazyWithRetry } from "./lazy-with-retry";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** A part whose first loads fail, and the page around it. */
function page(failures: number) {
  let asked = 0;
  const Part = lazyWithRetry(async () => {
    asked += 1;
    if (asked <= failures) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: ({ name }: { name: string }) => <p>the part for {name}</p> };
  });
  render(
    <>
      <p>the rest</p>
      <Suspense fallback="on its way">
        <Part name="Ana" />
      </Suspense>
    </>,
  );
  return () => asked;
}

it("a part that does not come at first is asked for again, and nobody notices", async () => {
  const asked = page(3);
  await pass(3400);
  expect(screen.getByText("on its way")).toBeVisible();
  await pass(200);
  expect(screen.getByText("the part for Ana")).toBeVisible();
  expect(asked()).toBe(4);
});

it("a part that does not come says so in its place and can be tried again; the rest stays", async () => {
  page(5);
  await pass(5000);
  expect(screen.getByRole("alert")).toHaveTextContent(
    "This part of the page could not be loaded. What you set up is kept.",
  );
  expect(screen.getByText("the rest")).toBeVisible();
  act(() => screen.getByRole("button", { name: "Try again" }).click());
  await pass(5000);
  expect(screen.getByText("the part for Ana")).toBeVisible();
});

it("styles that did not come are asked for again with their part", async () => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  document.head.append(link);
  page(1);
  await pass(5000);
  const [again] = document.querySelectorAll('link[rel="stylesheet"]');
  expect(again).not.toBe(link);
});
