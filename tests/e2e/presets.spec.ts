import type { Locator, Page } from "@playwright/test";
import { ALREADY_SET, NO_PRESETS } from "../../web/src/parts/filters/presets/words";
import { FEW_CARDS } from "./address";
import { counted, type Dashboard } from "./dashboard";
import { expect, test } from "./test";

async function opened(page: Page, name: "Presets" | "History"): Promise<Locator> {
  await page.getByRole("button", { name: "Saved", exact: true }).click();
  return page.getByRole("dialog", { name: "Saved" }).getByRole("region", { name });
}

/** Apply Gap Up = True, and save that as a preset. */
async function saved(dashboard: Dashboard, name: string): Promise<Locator> {
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  const menu = await opened(dashboard.page, "Presets");
  await menu.getByLabel("Preset name").fill(name);
  await menu.getByLabel("Preset name").press("Enter");
  await dashboard.said(`Preset ${name} saved successfully`);
  return menu;
}

test("a preset keeps the active filters under a name, and puts them into pending", { tag: "@walk" }, async ({
  page,
  dashboard,
  api,
}) => {
  await dashboard.enter();
  const empty = await opened(page, "Presets");
  await expect(empty).toContainText(NO_PRESETS);
  await expect(empty).toContainText("Apply your filters, then save them.");
  await empty.getByLabel("Preset name").fill("early");
  await expect(empty.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(empty).toBeHidden();

  const menu = await saved(dashboard, "up days");
  await expect(menu).toContainText("Gap up");
  await menu.getByLabel("Preset name").fill("   ");
  await expect(menu.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await page.keyboard.press("Escape");

  await dashboard.summary.getByRole("button", { name: "Clear Filters", exact: true }).click();
  await expect(dashboard.summary).toContainText("(0 pending, 0 active,");
  await (await opened(page, "Presets")).getByRole("button", { name: "Load preset up days" }).click();
  await dashboard.said("1 filter now pending.");
  await expect(dashboard.summary).toContainText("(1 pending, 0 active,");
  await expect(dashboard.status(dashboard.card("Gap Up"), "Pending filter")).toBeVisible();
  await dashboard.applied(1);
  const days = await api.days({ gap_up: { operator: "=", value: true } });
  await expect(dashboard.figure("Filtered Days")).toHaveText(counted(days));
});

test("a taken name asks before it is overwritten; a preset is deleted only when that is confirmed", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter(FEW_CARDS);
  const menu = await saved(dashboard, "mine");
  await page.keyboard.press("Escape");
  await dashboard.say("Gap Up", "False");
  await dashboard.applied(1);
  await opened(page, "Presets");
  await menu.getByLabel("Preset name").fill("mine");
  await menu.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "There is a preset named mine. Overwrite it?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(menu).toContainText("Gap up");
  await expect(menu.getByLabel("Preset name")).toBeFocused();
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Overwrite" }).click();
  await expect(menu).toContainText("No gap up");
  await expect(menu.getByRole("button", { name: /^Load preset/ })).toHaveCount(1);

  const remove = menu.getByRole("button", { name: "Delete preset mine" });
  const sure = page.getByRole("alertdialog", { name: "Are you sure you want to delete this preset?" });
  await remove.click();
  await sure.getByRole("button", { name: "Cancel" }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await sure.getByRole("button", { name: "Delete" }).click();
  await expect(menu).toContainText(NO_PRESETS);
  await page.reload();
  await dashboard.settled();
  await expect(await opened(page, "Presets")).toContainText(NO_PRESETS);
});

test("the history holds the applied sets, newest first, and puts one back into pending", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter(FEW_CARDS);
  await expect(await opened(page, "History")).toContainText("No applied filters yet");
  await page.keyboard.press("Escape");
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await dashboard.say("Gap and Go", "True");
  await dashboard.applied(1);
  const menu = await opened(page, "History");
  const loads = menu.getByRole("button", { name: /^Load the filters of \w+ \d+, \d{4}/ });
  await expect(loads).toHaveCount(2);
  const newest = menu.locator("li", { has: page.getByRole("button") }).first();
  await expect(newest).toContainText("Gap and go");
  await loads.first().click();
  await dashboard.said(ALREADY_SET);
  await dashboard.summary.getByRole("button", { name: "Clear Filters", exact: true }).click();
  await opened(page, "History");
  await loads.last().click();
  await expect(dashboard.summary).toContainText("(1 pending, 0 active,");
});

test("presets leave as a file and come back from it; a file of another kind changes nothing", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter(FEW_CARDS);
  const menu = await saved(dashboard, "mine");
  const download = page.waitForEvent("download");
  await menu.getByRole("button", { name: "Export presets to a file" }).click();
  const file = await (await download).path();
  await menu.getByRole("button", { name: "Delete preset mine" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(menu.getByRole("button", { name: "Export presets to a file" })).toBeDisabled();
  const chooser = page.waitForEvent("filechooser");
  await menu.getByRole("button", { name: "Import presets from a file" }).click();
  await (await chooser).setFiles(file);
  await dashboard.said("Brought back 1 preset: mine.");
  await expect(menu.getByRole("button", { name: "Load preset mine" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: /^Layout Profiles:/ }).click();
  const layouts = page.getByRole("dialog", { name: "Layout Profiles" });
  const other = page.waitForEvent("filechooser");
  await layouts.getByRole("button", { name: "Import profiles from a file" }).click();
  await (await other).setFiles(file);
  await dashboard.said('Nothing was brought back. Kind: expected "dashboard".');
  await expect(page.getByRole("button", { name: "Layout Profiles: Default" })).toBeVisible();
});

test("a long name wraps inside its message", async ({ page, dashboard }) => {
  await dashboard.enter(FEW_CARDS);
  const name = "w".repeat(60);
  await saved(dashboard, name);
  const words = page.getByText(`Preset ${name} saved successfully`);
  const [wide, room] = await words.evaluate((each) => [each.scrollWidth, each.clientWidth]);
  expect(wide).toBeLessThanOrEqual(room ?? 0);
});
