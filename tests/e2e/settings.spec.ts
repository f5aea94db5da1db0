import * as words from "../../web/src/screens/settings/words";
import { FEW_CARDS, screenAddress } from "./address";
import { ENTRY, Layouts, stored } from "./layouts";
import { expect, test } from "./test";

test("the settings: theme, default filters and export format are there on the next visit", {
  tag: "@walk",
}, async ({ page, dashboard }) => {
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await page.getByRole("button", { name: /^User menu:/ }).click();
  await page.getByRole("dialog", { name: "User menu" }).getByText("Profile", { exact: true }).click();
  await expect(page).toHaveURL(screenAddress("/settings"));
  await expect(page.getByRole("region", { name: words.WHAT_LEAVES })).toContainText(words.NO_USAGE_EVENTS);
  await page.getByRole("radio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.getByLabel(words.FIRST_FORMAT).selectOption("Excel");
  await page.getByRole("button", { name: words.USE_ACTIVE_FILTERS }).click();
  await expect(page.getByRole("list", { name: "Default filters" })).toHaveText("Gap up");

  const tab = page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Dashboard" });
  await tab.click();
  await dashboard.summary.getByRole("button", { name: "Clear Filters", exact: true }).click();
  await expect(dashboard.activeFilters).toContainText("No active filters");
  await page.getByRole("button", { name: /^User menu:/ }).click();
  await page.getByRole("dialog", { name: "User menu" }).getByText("Profile", { exact: true }).click();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(page.getByLabel(words.FIRST_FORMAT)).toHaveValue("xlsx");
  await tab.click();
  await expect(dashboard.activeFilters, "a visit without filters starts with these").toContainText("Gap up");
});

test("a reset forgets everything saved and keeps the sign-in", async ({ page, dashboard }) => {
  await dashboard.enter(FEW_CARDS);
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
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Dashboard" }).click();
  await layouts.shows("Default");
  await expect(page.getByRole("button", { name: /^End of Day \d/ })).toHaveAttribute("aria-pressed", "false");
  expect(await stored(page)).toEqual([]);
});
