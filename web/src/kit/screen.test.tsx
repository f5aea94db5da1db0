import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { aCatalogue } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { SCREENS } from "@/screens/screens";
import { Loaded } from "./screen";

const offered = async (path: string) => {
  const Shown = (await SCREENS.find((each) => each.path === path)?.load?.())?.default;
  if (Shown) renderPage(<Shown />, undefined, path);
};

it.each([
  ["/curve", "curve", "the curve"],
  ["/path", "path", "the typical path"],
  ["/compare", "compare", "comparisons"],
  ["/excursion", "excursion", "target before stop"],
  ["/days", "gallery", "the gallery of days"],
  ["/alike", "alike", "days like this one"],
] as const)(
  "%s, in a plan without it, says so under its title and asks nothing",
  async (path, part, name) => {
    const asked: string[] = [];
    const catalogue = aCatalogue([], []);
    catalogue.profile_limits.features[part] = false;
    server.use(
      http.get("*/api/features", () => HttpResponse.json(catalogue)),
      http.post("*", ({ request }) => {
        asked.push(request.url);
        return HttpResponse.json({});
      }),
    );
    await offered(path);
    expect(await screen.findByText(`Your plan does not include ${name}.`)).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
    expect(asked).toEqual([]);
  },
);

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
