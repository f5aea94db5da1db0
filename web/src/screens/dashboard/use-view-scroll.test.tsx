import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useAppSelector } from "@/lib/state/hooks";
import { viewChosen } from "@/lib/state/ui-slice";
import { renderPage } from "@/lib/testing/render";
import { useViewScroll } from "./use-view-scroll";

function Page() {
  useViewScroll(useAppSelector(({ ui }) => ui.view));
  return null;
}

const twoFrames = () =>
  act(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

it.each([
  ["the cards' first sizes move it", null, 0],
  ["a visitor scrolls", new Event("wheel"), 30],
])("at the first frames a view keeps its place where %s", async (_, input, place) => {
  const store = renderPage(
    <main id="content">
      <Page />
    </main>,
  );
  const scroller = screen.getByRole("main");
  act(() => void store.dispatch(viewChosen("focus")));
  if (input) scroller.dispatchEvent(input);
  scroller.scrollTop = 30;
  scroller.dispatchEvent(new Event("scroll"));
  await twoFrames();
  expect(scroller.scrollTop).toBe(place);
});

it("each view comes back where it was left, and begins at the top", () => {
  const store = renderPage(
    <main id="content">
      <Page />
    </main>,
  );
  const scroller = screen.getByRole("main");
  const scrolled = (to: number) => {
    scroller.scrollTop = to;
    scroller.dispatchEvent(new Event("scroll"));
  };
  scrolled(700);
  act(() => void store.dispatch(viewChosen("focus")));
  expect(scroller.scrollTop).toBe(0);
  scrolled(30);
  act(() => void store.dispatch(viewChosen("all")));
  expect(scroller.scrollTop).toBe(700);
  act(() => void store.dispatch(viewChosen("focus")));
  expect(scroller.scrollTop).toBe(30);
});
