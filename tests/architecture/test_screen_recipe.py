"""CONTRIBUTING's recipe for a screen, followed literally in a copy of the page, puts it in every place."""

import re
from pathlib import Path

import pytest

from tests.architecture.recipe import ROOT, assert_vitest_passes, changed, fresh_page, write_before

pytestmark = pytest.mark.large

SCREENS = "web/src/screens/screens.ts"
PAGE = "web/src/screens/days/weather-page.tsx"
PARAMETERS = "web/src/screens/days/weather-parameters.ts"
COMPONENT = """export default function WeatherPage() {
  return <h1>Weather of the days</h1>;
}
"""
SCHEMA = """import { text } from "@/address/parameters";

/** The parameters of /weather. */
export const WEATHER = { station: text("station") };
"""
IMPORT = 'import { WEATHER } from "./days/weather-parameters";\n'
ENTRY = """  only(
    "/weather",
    {
      title: "Weather",
      detail: "Sun and rain in New York",
      words: "temperature",
      question: "above",
      parameters: WEATHER,
      load: () => import("./days/weather-page"),
    },
    { isTab: true },
  ),
"""
TEST = """import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { placeOf } from "@/address/show-shared";
import { aCatalogue, aSummary } from "@/lib/testing/fixtures";
import { aStore, inPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { screenEntries } from "./find/screens";
import { screenRoutes } from "./routes";
import { PageTitle } from "./shell/page-title";
import { TabBar } from "./shell/tab-bar";

beforeEach(() => {
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([], []))),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/filtered", () =>
      HttpResponse.json({ filtered_data: { total_days: 1 }, snapshot: "s1" }),
    ),
  );
});

test("the router shows it under its title, and a tab leads to it", async () => {
  const around = (
    <>
      <PageTitle />
      <TabBar />
      <Outlet />
    </>
  );
  const router = createMemoryRouter([{ element: around, children: screenRoutes }], {
    initialEntries: ["/weather"],
  });
  inPage(<RouterProvider router={router} />, aStore());
  expect(await screen.findByRole("heading", { name: "Weather of the days" })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("Weather \u00b7 Session Almanac"));
  const tabs = within(screen.getByRole("navigation", { name: "Screens" }));
  expect(tabs.getByRole("link", { current: "page" })).toHaveAttribute("href", "/weather");
});

test("the palette leads to it", () => {
  expect(screenEntries(() => true).find(({ title }) => title === "Weather")).toMatchObject({
    detail: "Sun and rain in New York",
    target: { kind: "screen", path: "/weather" },
  });
});

test("a shared address keeps its parameter and no other", () => {
  const place = placeOf("/weather?station=7&user_id=u");
  expect(place).toMatchObject({ pathname: "/weather", search: "?station=7" });
  expect(placeOf("/climate?station=7")).toBeNull();
});
"""
PLACES = (
    "web/src/screens/",
    "web/src/address/parameters.ts",
    "`SCREENS`",
    SCREENS,
    "web/src/parts/",
    "web/src/kit/",
    "make test",
)


def test_a_screen_added_by_the_recipe_is_found_everywhere(tmp_path: Path) -> None:
    page = fresh_page(tmp_path)
    (page / PAGE).write_text(COMPONENT, encoding="utf-8")
    (page / PARAMETERS).write_text(SCHEMA, encoding="utf-8")
    write_before(page / SCREENS, "import { QUIZ }", IMPORT)
    write_before(page / SCREENS, '  only("/settings"', ENTRY)
    assert changed(page) - {"node_modules"} == {PAGE, PARAMETERS, SCREENS}
    (page / "web/src/app/weather.test.tsx").write_text(TEST, encoding="utf-8")
    assert_vitest_passes(page, "weather")


def test_the_recipe_names_every_place() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = re.search(r"## Add a screen\n(.*?)\n## ", text, re.DOTALL)
    assert recipe
    for place in PLACES:
        assert place in recipe[1]
