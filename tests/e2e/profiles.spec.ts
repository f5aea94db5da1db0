import { type BrowserContext, expect, type Page } from "@playwright/test";
import { entryAddress, VISITOR } from "./address";
import { lines, violations } from "./axe";
import { Dashboard } from "./dashboard";
import { ProfileSection } from "./profile-section";
import { test } from "./test";

const ENTRY = "session-almanac.profiles.dashboard";

/** The layout profiles of the sidebar, and what is changed for them. */
class Layouts extends ProfileSection {
  constructor(page: Page) {
    super(page, "Layout Profiles");
  }

  async toggle(category: string) {
    await this.page.getByRole("button", { name: new RegExp(`^${category} \\d`) }).click();
  }
}

async function stored(page: Page): Promise<{ name: string; settings: { selectedCategories: string[] } }[]> {
  const text = await page.evaluate((entry) => localStorage.getItem(entry), ENTRY);
  return JSON.parse(text ?? '{"profiles":[]}').profiles;
}

async function anotherTab(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto("/dashboard");
  const dashboard = new Dashboard(page);
  await dashboard.settled();
  return { page, dashboard, layouts: new Layouts(page) };
}

test("a layout is saved, changed, updated, loaded again after a visit, and deleted", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter();
  const layouts = new Layouts(page);
  await layouts.shows("Default");
  await expect(layouts.mark).toBeHidden();
  await expect((await layouts.list()).getByText("No saved profiles yet")).toBeVisible();
  await page.keyboard.press("Escape");

  await layouts.toggle("End of Day");
  await expect(layouts.mark).toBeVisible();
  await layouts.save.click();
  await expect(page.getByRole("dialog", { name: "Save profile" })).toBeVisible();
  await page.getByLabel("Profile name").fill("   ");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Profile name"), "a blank name is refused").toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(layouts.save, "the focus is back").toBeFocused();
  expect(await stored(page)).toEqual([]);

  await layouts.create("Closing bell");
  await expect(dashboard.toast("Profile Closing bell saved successfully")).toBeVisible();
  await expect(layouts.mark).toBeHidden();

  await dashboard
    .category("End of Day")
    .getByRole("button", { name: /End of Day/ })
    .first()
    .click();
  await expect(layouts.mark, "a closed section is a change").toBeVisible();
  await layouts.save.click();
  await page.getByRole("button", { name: "Update the current one" }).click();
  await expect(dashboard.toast("Profile Closing bell updated successfully")).toBeVisible();
  await expect(layouts.mark).toBeHidden();

  await layouts.toggle("Gap Features");
  await layouts.save.click();
  await page.getByRole("button", { name: "Save as new" }).click();
  await page.getByLabel("Profile name").fill("No gaps");
  await page.keyboard.press("Enter");
  await layouts.shows("No gaps");

  await page.reload();
  await dashboard.settled();
  await layouts.shows("No gaps");
  await expect(layouts.mark).toBeHidden();
  await expect(dashboard.category("Gap Features")).toBeHidden();
  await layouts.load("Closing bell");
  await expect(dashboard.category("Gap Features")).toBeVisible();
  await expect(dashboard.category("End of Day").getByRole("button").first()).toHaveAttribute(
    "aria-expanded",
    "false",
  );

  await (await layouts.list()).getByRole("button", { name: "Delete Closing bell" }).click();
  await expect(page.getByText("Are you sure you want to delete this profile?")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await layouts.shows("Default");
  await expect(dashboard.category("End of Day")).toBeHidden();
  expect((await stored(page)).map(({ name }) => name)).toEqual(["No gaps"]);
});

test("resetting and choosing the default entry both give the default layout", async ({ page, dashboard }) => {
  await dashboard.enter();
  const layouts = new Layouts(page);
  await layouts.toggle("End of Day");
  await layouts.create("Mine");
  for (const reset of [
    () => layouts.section.getByRole("button", { name: "Reset" }).click(),
    () => layouts.load("Default"),
  ]) {
    await layouts.load("Mine");
    await expect(dashboard.category("End of Day")).toBeVisible();
    await reset();
    await layouts.shows("Default");
    await expect(dashboard.category("End of Day")).toBeHidden();
    await expect(layouts.mark).toBeHidden();
  }
  await page.reload();
  await layouts.shows("Default");
});

test("lite saves one profile; further saving is disabled and the page says why", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter({ ...VISITOR, profile: "lite" });
  const layouts = new Layouts(page);
  await layouts.create("Mine");
  await expect(layouts.section.getByText("Profile limit reached for ESSENTIALS tier (1 max).")).toBeVisible();
  await layouts.toggle("Globex Session");
  await layouts.save.click();
  await expect(page.getByRole("button", { name: "Save as new" })).toBeDisabled();
  await page.getByRole("button", { name: "Update the current one" }).click();
  await expect(dashboard.toast("Profile Mine updated successfully")).toBeVisible();
  await layouts.load("Default");
  await expect(layouts.save).toBeDisabled();
  await layouts.save.focus();
  await page.keyboard.press("Enter");
  const text = "Profile limit reached. ESSENTIALS tier allows 1 profiles maximum.";
  await expect(dashboard.toast(text)).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
});

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
  await dashboard.enter();
  const layouts = new Layouts(page);
  await expect(
    dashboard.toast("Not readable, left out of Layout Profiles: Later version, one without a name"),
  ).toBeVisible();
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
  await dashboard.enter();
  const layouts = new Layouts(page);
  await expect(dashboard.toast("Not readable, left out of Layout Profiles: the whole list")).toBeVisible();
  await layouts.create("Mine");
  expect((await stored(page)).map(({ name }) => name)).toEqual(["Mine"]);
});

test("a full storage: the page says so, the name typed and the layout stay", async ({ page, dashboard }) => {
  await dashboard.enter();
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
  await expect(dashboard.toast("Failed to save profile")).toBeVisible();
  await expect(page.getByRole("dialog")).toContainText("The browser's storage is full or blocked.");
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
  await dashboard.enter();
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

test("the controls stand on every screen but the chart", async ({ page, dashboard }) => {
  await dashboard.enter();
  const layouts = new Layouts(page);
  for (const path of ["/methods", "/settings", "/export", "/dashboard"]) {
    await page.goto(path);
    await expect(layouts.section).toBeVisible();
  }
  await page.goto("/chart");
  await expect(page.getByRole("navigation", { name: "Navigation" })).toBeVisible();
  await expect(layouts.section).toBeHidden();
});

test("the settings: theme, default filters and export format are there on the next visit", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter();
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await page.getByRole("button", { name: /^User menu:/ }).click();
  await page.getByRole("dialog", { name: "User menu" }).getByText("Profile", { exact: true }).click();
  await expect(page).toHaveURL("/settings");
  await expect(page.getByText("Feature configuration and preferences will be managed here.")).toBeVisible();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.getByLabel("Export format offered first").selectOption("Excel");
  await page.getByRole("button", { name: "Use the active filters" }).click();
  await expect(page.getByRole("list", { name: "Default filters" })).toHaveText("Gap Up equals True");

  await dashboard.summary.getByRole("button", { name: "Clear Filters", exact: true }).click();
  await expect(dashboard.activeFilters).toContainText("No active filters");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(page.getByLabel("Export format offered first")).toHaveValue("xlsx");
  await expect(dashboard.activeFilters, "a visit without filters starts with these").toContainText(
    "Gap Up equals True",
  );
});

test("a reset forgets everything saved and keeps the sign-in", async ({ page, dashboard }) => {
  await dashboard.enter();
  const layouts = new Layouts(page);
  await layouts.toggle("End of Day");
  await layouts.create("Mine");
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  await page.goto("/settings");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download a copy" }).click();
  const copy = await (await download).createReadStream();
  const text = Buffer.concat(await copy.toArray()).toString();
  expect(Object.keys(JSON.parse(text))).toContain(ENTRY);
  expect(text).not.toContain("session-almanac.tokens");

  await page.getByRole("button", { name: "Reset everything saved" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
  await expect(page.getByRole("radio", { name: "Light" })).toBeChecked();
  await layouts.shows("Default");
  await expect(page.getByRole("button", { name: /^End of Day \d/ })).toHaveAttribute("aria-pressed", "false");
  expect(await stored(page)).toEqual([]);
});

test("entered by address the first time, nothing is unsaved", async ({ page }) => {
  await page.goto(entryAddress());
  const layouts = new Layouts(page);
  await layouts.shows("Default");
  await expect(layouts.mark).toBeHidden();
});

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing in the list and the dialogs, ${theme}`, async ({ page, dashboard }) => {
    await dashboard.enter({ ...VISITOR, profile: "lite" });
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    const layouts = new Layouts(page);
    const faults = async () => lines(await violations(page, { within: "[role=dialog]" }));
    await layouts.save.click();
    await expect(page.getByLabel("Profile name")).toBeFocused();
    expect(await faults()).toEqual([]);
    await page.keyboard.type("Mine");
    await page.keyboard.press("Enter");
    await layouts.toggle("Globex Session");
    await expect(layouts.mark).toBeVisible();
    expect(lines(await violations(page, { within: "aside" }))).toEqual([]);
    await layouts.save.click();
    await expect(page.getByRole("button", { name: "Update the current one" })).toBeFocused();
    expect(await faults()).toEqual([]);
    await page.keyboard.press("Escape");
    await layouts.list();
    expect(await faults()).toEqual([]);
    await page.getByRole("button", { name: "Delete Mine" }).click();
    await expect(page.getByText("Are you sure you want to delete this profile?")).toBeVisible();
    expect(await faults()).toEqual([]);
    await page.keyboard.press("Escape");
    await page.goto("/settings");
    await page.getByRole("button", { name: "Reset everything saved" }).click();
    await expect(page.getByText("Are you sure?")).toBeVisible();
    expect(await faults()).toEqual([]);
  });
}
