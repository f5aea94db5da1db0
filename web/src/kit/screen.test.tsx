import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderPage } from "@/lib/testing/render";
import { Loaded } from "./screen";

it("an answer takes the place of its room, and goes dim while a newer one is fetched", () => {
  const query = { data: undefined, isFetching: true, refetch: vi.fn() };
  const answers = (data?: string, isFetching = true) => (
    <Loaded query={{ ...query, data, isFetching }} loading={<p>On its way</p>}>
      {(words) => <p>{words}</p>}
    </Loaded>
  );
  renderPage(
    <>
      {answers()}
      {answers("newer soon")}
      {answers("newest", false)}
    </>,
  );
  expect(screen.getByText("On its way")).toBeVisible();
  expect(screen.getByText("newer soon").parentElement).toHaveAttribute("data-stale", "true");
  expect(screen.getByText("newest").parentElement).toHaveAttribute("data-stale", "false");
});

it("what failed is said with what was there left out, and is asked again", async () => {
  const refetch = vi.fn();
  const query = { data: "old", isFetching: false, error: { status: 504, data: { message: "Not now." } } };
  renderPage(
    <Loaded query={{ ...query, refetch }} loading={null} way={<a href="/">Leave</a>}>
      {(words) => <p>{words}</p>}
    </Loaded>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("Not now. Leave");
  expect(screen.queryByText("old")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledOnce();
});
