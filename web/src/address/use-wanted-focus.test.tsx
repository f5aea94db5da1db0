import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPage } from "@/lib/testing/render";
import { placeWanted } from "./find-slice";
import { useWantedFocus } from "./use-wanted-focus";

function Place({ name }: { name: string }) {
  return <article ref={useWantedFocus<HTMLElement>(name)}>{name}</article>;
}

it("what is wanted takes the focus once and comes into sight, also where it stands there later", () => {
  const seen = vi.fn();
  Element.prototype.scrollIntoView = seen;
  const store = renderPage(<Place name="gap_up" />);
  act(() => void store.dispatch(placeWanted("nr7")));
  expect(document.body).toHaveFocus();
  expect(store.getState().find.wanted).toBe("nr7");
  act(() => void store.dispatch(placeWanted("gap_up")));
  expect(screen.getByText("gap_up")).toHaveFocus();
  expect(seen.mock.contexts).toEqual([screen.getByText("gap_up")]);
  expect(store.getState().find.wanted).toBeNull();
});
