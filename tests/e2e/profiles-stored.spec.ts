import type { BrowserContext } from "@playwright/test";
import { CLOSED_CARDS } from "./address";
import { Dashboard } from "./dashboard";
import { Layouts, stored } from "./layouts";
import { expect, test } from "./test";

async function anotherTab(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto("/dashboard");
  const dashboard = new Dashboard(page);
  await dashboard.settled();
  return { page, dashboard, layouts: new Layouts(page) };
}

test("two tabs: what one saves appears in the other, and neither overwrites the other's", async ({
  page,
  dashboard,
  context,
}) => {
  await dashboard.enter(CLOSED_CARDS);
  const here = new Layouts(page);
  const there = await anotherTab(context);
  await here.toggle("End of Day");
  await here.create("From here");
  await there.layouts.toggle("Regime");
  await there.layouts.create("From there");
  expect((await stored(page)).map(({ name }) => name)).toEqual(["From here", "From there"]);
  await here.shows("From here");
  await expect(dashboard.category("Regime"), "the other tab's layout stays there").toBeHidden();
  await there.layouts.load("From here");
  await expect(there.dashboard.category("End of Day")).toBeVisible();
  await (await here.list()).getByRole("button", { name: "Delete From here" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await there.layouts.shows("Default");
  await expect(there.dashboard.category("End of Day"), "nothing of its work is lost").toBeVisible();
  await expect(there.layouts.mark).toBeVisible();
});
