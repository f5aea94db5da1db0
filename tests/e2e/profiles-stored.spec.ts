import type { BrowserContext } from "@playwright/test";
import { NOTHING_CHANGED } from "../../web/src/kept/words";
import { unreadable } from "../../web/src/parts/profiles/words";
import { CLOSED_CARDS } from "./address";
import { Dashboard } from "./dashboard";
import { ENTRY, Layouts, stored } from "./layouts";
import { expect, test } from "./test";

async function anotherTab(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto("/dashboard");
  const dashboard = new Dashboard(page);
  await dashboard.settled();
  return { page, dashboard, layouts: new Layouts(page) };
}

test("what an attacker, a hand or another version stored is named and put aside, the rest is there", async ({
  page,
  dashboard,
}) => {
  const profiles = [
    {
      id: "1",
      name: "<img src=x onerror=alert(1)>",
      settings: { selectedCategories: ["GAPS"] },
      createdAt: 1,
    },
    { id: "2", name: "Later version", settings: { selectedCategories: { GAPS: true } }, createdAt: 2 },
    { id: "3", name: "Unknown category", settings: { selectedCategories: ["GAPS", "MOON"] }, createdAt: 3 },
    "text",
  ];
  await page.addInitScript(
    ([entry, text]) => {
      if (!localStorage.getItem(entry)) localStorage.setItem(entry, text);
    },
    [ENTRY, JSON.stringify({ activeId: "2", profiles })] as const,
  );
  await dashboard.enter(CLOSED_CARDS);
  const layouts = new Layouts(page);
  await dashboard.said(unreadable("Layout Profiles", ["Later version", "one without a name"]));
  await layouts.shows("Default");
  await layouts.load("<img src=x onerror=alert(1)>");
  await layouts.load("Unknown category");
  await expect(dashboard.category("Gap Features")).toBeVisible();
  const aside = await page.evaluate((entry) => localStorage.getItem(`${entry}.aside`), ENTRY);
  expect(JSON.parse(aside ?? "[]")).toEqual([profiles[1], "text"]);
});

test("a list that is not even JSON is put aside, and saving works again", async ({ page, dashboard }) => {
  await page.addInitScript((entry) => {
    if (!localStorage.getItem(`${entry}.aside`)) localStorage.setItem(entry, "{{");
  }, ENTRY);
  await dashboard.enter(CLOSED_CARDS);
  const layouts = new Layouts(page);
  await dashboard.said(unreadable("Layout Profiles", ["the whole list"]));
  await layouts.create("Mine");
  expect((await stored(page)).map(({ name }) => name)).toEqual(["Mine"]);
});

test("a full storage: the page says so, the name typed and the layout stay", async ({ page, dashboard }) => {
  await dashboard.enter(CLOSED_CARDS);
  const layouts = new Layouts(page);
  await layouts.toggle("End of Day");
  await page.evaluate((entry) => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, value) {
      if (name === entry) throw new DOMException("full", "QuotaExceededError");
      set.call(this, name, value);
    };
  }, ENTRY);
  await layouts.save.click();
  await page.getByLabel("Profile name").fill("Mine");
  await page.keyboard.press("Enter");
  await dashboard.said("Failed to save profile");
  await expect(page.getByRole("dialog")).toContainText(NOTHING_CHANGED);
  await expect(page.getByLabel("Profile name")).toHaveValue("Mine");
  await page.keyboard.press("Escape");
  await expect(dashboard.category("End of Day")).toBeVisible();
  await expect(layouts.mark).toBeVisible();
});

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
