import { act, fireEvent, screen } from "@testing-library/react";
import { Link, Route, Routes, useNavigate } from "react-router";
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

it("another screen begins at the top, and Back leads to where the one before was left", async () => {
  const Screen = ({ name }: { name: string }) => {
    useViewScroll(name);
    return <Link to={name === "days" ? "/" : "/days"}>{name}</Link>;
  };
  const Back = () => {
    const navigate = useNavigate();
    return (
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    );
  };
  renderPage(
    <>
      <Back />
      <main id="content">
        <Routes>
          <Route path="/" element={<Screen key="answers" name="answers" />} />
          <Route path="/days" element={<Screen key="days" name="days" />} />
        </Routes>
      </main>
    </>,
  );
  const scroller = screen.getByRole("main");
  scroller.scrollTop = 700;
  scroller.dispatchEvent(new Event("scroll"));
  fireEvent.click(screen.getByRole("link", { name: "answers" }));
  expect(await screen.findByRole("link", { name: "days" })).toBeVisible();
  expect(scroller.scrollTop).toBe(0);
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(await screen.findByRole("link", { name: "answers" })).toBeVisible();
  expect(scroller.scrollTop).toBe(700);
});
