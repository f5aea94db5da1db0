import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { aCatalogue, aSummary } from "@/lib/testing/fixtures";
import { held } from "@/lib/testing/held";
import { aStore, inPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { addressOf, SCREENS } from "@/screens/screens";
import { screenRoutes } from "../routes";
import { TabBar } from "../shell/tab-bar";

const catalogue = () => aCatalogue([], []);
let asked: string[];

beforeEach(() => {
  asked = [];
  server.use(
    http.get("*/api/features", () => HttpResponse.json(catalogue())),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.get("*/api/profiles", () => HttpResponse.json({ profiles: PLANS, current: "lite" })),
    http.post("*", async ({ request }) => {
      asked.push(request.url);
      await delay("infinite");
    }),
  );
});

function Around() {
  const { pathname, search } = useLocation();
  return (
    <>
      <TabBar />
      <output aria-label="Address">{pathname + search}</output>
      <main id="content">
        <Outlet />
      </main>
    </>
  );
}

function open(address: string) {
  const router = createMemoryRouter([{ element: <Around />, children: screenRoutes }], {
    initialEntries: [address],
  });
  return inPage(<RouterProvider router={router} />, aStore());
}

const address = () => screen.getByRole("status", { name: "Address" }).textContent;
const tabs = () => within(screen.getByRole("navigation", { name: "Screens" })).getAllByRole("link");
const views = () => within(screen.getByRole("navigation", { name: /^Views of / })).getAllByRole("link");
const current = (links: HTMLElement[]) =>
  links.filter((link) => link.ariaCurrent === "page" || link.getAttribute("aria-current") === "page");

const everything = catalogue().profile_limits;
const NOTHING = Object.fromEntries(Object.keys(everything.features).map((part) => [part, false]));
const PLANS = [
  { name: "lite", display_name: "ESSENTIALS", limits: { ...everything, features: NOTHING } },
  { name: "standard", display_name: "STANDARD", limits: everything },
  { name: "pro", display_name: "PRO", limits: everything },
];

/** The plan lacks a part of it. */
function without(part: "charts" | "compare" | "curve" | "excursion" | "path" | "gallery" | "alike") {
  const lacking = catalogue();
  lacking.profile_limits.features[part] = false;
  server.use(http.get("*/api/features", () => HttpResponse.json(lacking)));
}

const PARTS = SCREENS.flatMap((place) =>
  place.views.flatMap((view) => (view.part ? [[addressOf(place, view), view, view.part] as const] : [])),
);

it.each(PARTS)(
  "%s, in a plan without it, says what it is and leads back, and asks nothing",
  async (to, view, part) => {
    if (part === "as_of" || part === "navigation") throw new Error("no view needs it");
    without(part);
    open(to === "/days" ? "/days?view=pictures" : to);
    expect(await screen.findByRole("heading", { level: 1, name: view.title })).toBeVisible();
    expect(screen.getByText(`${view.detail}.`)).toBeVisible();
    const words = "Your plan does not include this view. It comes with STANDARD.";
    expect(await screen.findByText(words)).toBeVisible();
    // No plan lacks the chart: a build does.
    const pictures = screen.queryAllByRole("img", { name: `${view.title} on the sample data` });
    expect(pictures.map(({ dataset }) => dataset.theme)).toEqual(part === "charts" ? [] : ["light", "dark"]);
    await userEvent.click(within(screen.getByRole("main")).getByRole("link", { name: /^Open / }));
    expect(screen.queryByText(words)).toBeNull();
    expect(asked.filter((url) => !/filtered|compute|probabilities|days$/.test(url))).toEqual([]);
  },
);

it("a screen without the first view's part begins with the next one that there is", async () => {
  without("gallery");
  open("/days?symbol=NQ");
  await waitFor(() => expect(address()).toBe("/days?symbol=NQ&view=table"));
});

it("nothing of a part is shown before it is known whether the plan has it", async () => {
  const { waiting, release } = held();
  const lacking = catalogue();
  lacking.profile_limits.features.charts = false;
  server.use(
    http.get("*/api/features", async () => {
      await waiting;
      return HttpResponse.json(lacking);
    }),
  );
  const store = open("/chart");
  expect(await screen.findByText("Loading data...")).toBeVisible();
  expect(tabs().map(({ textContent }) => textContent)).not.toContain("Chart");
  release();
  expect(await screen.findByText(/^Your plan does not include this view\./)).toBeVisible();
  expect(store.getState().counters.chartViews).toBe(0);
});

it.each(["/dashboard?view=wall", "/days?view=", "/settings?view=colours"])(
  "an unknown view says so and leads back: %s",
  async (to) => {
    open(to);
    expect(await screen.findByRole("alert")).toHaveTextContent(/has no view/);
    await userEvent.click(
      within(screen.getByRole("main")).getAllByRole("link", { name: /^Open / })[0] as HTMLElement,
    );
    expect(address()).toBe(to.split("?")[0]);
    expect(screen.queryByText(/has no view/)).toBeNull();
  },
);

it("the tabs are the screens of the table, the current one is marked", async () => {
  open("/claims");
  await waitFor(() =>
    expect(tabs().map(({ textContent }) => textContent)).toEqual([
      "Dashboard",
      "Chart",
      "Days",
      "Today",
      "Questions",
      "Practice",
    ]),
  );
  expect(current(tabs()).map(({ textContent }) => textContent)).toEqual(["Questions"]);
  expect(current(views()).map(({ textContent }) => textContent)).toEqual(["With published figures"]);
});

it("tabs and views are one tab stop each, walked by arrows, Home and End", async () => {
  open("/methods?view=colours");
  await waitFor(() => expect(tabs()).toHaveLength(6));
  for (const links of [tabs(), views()])
    expect(links.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  await userEvent.tab();
  expect(tabs()[0]).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(tabs()[2]).toHaveFocus();
  await userEvent.keyboard("{End}{ArrowRight}");
  expect(tabs()[0]).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(tabs()[5]).toHaveFocus();
  await userEvent.keyboard("{Home}");
  expect(tabs()[0]).toHaveFocus();
  await userEvent.tab();
  expect(views()[1]).toHaveFocus();
});

it("a step to another view keeps what the address says, the focus and what another view was asked", async () => {
  open("/dashboard?view=by-value&by=gap_size_pts&symbol=NQ");
  await screen.findByRole("heading", { level: 1, name: "By value" });
  await userEvent.click(screen.getByRole("link", { name: "Path" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Path" })).toBeVisible();
  expect(address()).toBe("/dashboard?by=gap_size_pts&symbol=NQ&view=path");
  expect(screen.getByRole("link", { name: "Path" })).toHaveFocus();
  await userEvent.click(screen.getByRole("link", { name: "Answers" }));
  expect(address()).toBe("/dashboard?by=gap_size_pts&symbol=NQ");
});

it("a step back to a view asks nothing that it asked before", async () => {
  open("/dashboard?view=path");
  await waitFor(() => expect(asked.filter((url) => url.endsWith("/v2/path"))).toHaveLength(1));
  await userEvent.click(screen.getByRole("link", { name: "Compare" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Compare" })).toBeVisible();
  const before = [...asked];
  await userEvent.click(screen.getByRole("link", { name: "Path" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Path" })).toBeVisible();
  expect(asked).toEqual(before);
});

it.each([
  ["/chart?symbol=NQ", 1],
  ["/methods?view=colours", 0],
])("%s counts %i views of the chart", async (to, views) => {
  const store = open(to);
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(store.getState().counters.chartViews).toBe(views));
});

it("an old address leads on inside the page too, with what it carries", async () => {
  open("/curve?by=gap_size_pts#top");
  await waitFor(() => expect(address()).toBe("/dashboard?by=gap_size_pts&view=by-value"));
});
