import { METHODS_TITLE } from "../../web/src/screens/methods/words";
import { FEW_CARDS, screenAddress } from "./address";
import { daysTable, leaveDays } from "./days-table";
import { openHelp } from "./shortcuts";
import { expect, test } from "./test";

test("a visitor filters, looks and goes about by shortcuts alone", async ({ page, dashboard, api }) => {
  const days = await api.days({ gap_up: { operator: "=", value: true } });
  const total = (await api.summary()).totalDays;
  await dashboard.enter(FEW_CARDS);
  const sheet = await openHelp(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await page.keyboard.press("j");
  const first = page.getByRole("article").first();
  await expect(first).toBeFocused();
  const panel = page.getByRole("region", { name: /^Probability of / });
  const open = await panel.count();
  await page.keyboard.press("p");
  await expect(panel).not.toHaveCount(open);
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(first).toBeFocused();

  await dashboard.say("Gap Up", "True");
  await page.keyboard.press("x");
  await expect(dashboard.card("Gap Up").getByRole("img", { name: "Pending filter" })).toBeHidden();
  await dashboard.say("Gap Up", "True");
  await page.keyboard.press("Control+Enter");
  await dashboard.said("Applied 1 filter(s)");
  await dashboard.shows(days, total);

  await page.keyboard.press("d");
  await expect(daysTable(page)).toBeVisible();
  await leaveDays(page);

  await page.keyboard.press("b");
  await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeHidden();
  await page.keyboard.press("t");
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await page.keyboard.press("3");
  await expect(page.getByRole("heading", { name: METHODS_TITLE })).toBeVisible();
  await expect(page).toHaveURL(screenAddress("/methods"));
  await page.keyboard.press("2");
  await expect(page.getByRole("application")).toBeVisible();
  await expect(page).toHaveURL(screenAddress("/chart"));
  await page.keyboard.press("1");
  await dashboard.settled();
  await expect(page).toHaveURL(screenAddress("/dashboard"));
});

test("the sheet lists the shortcuts; single keys once turned off stay off", async ({ page, dashboard }) => {
  await dashboard.enter(FEW_CARDS);
  const sheet = await openHelp(page);
  await expect(sheet).toContainText("Apply the pending filters");
  await expect(sheet).toContainText("CtrlEnter");
  await sheet.getByRole("checkbox", { name: "Shortcuts of a single key" }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await dashboard.settled();
  await dashboard.say("Gap Up", "True");
  await expect(async () => {
    await page.keyboard.press("Control+Enter");
    await expect(dashboard.summary).toContainText("(0 pending, 1 active,", { timeout: 5_000 });
  }).toPass();
  await dashboard.said("Applied 1 filter(s)");
  await page.keyboard.press("b");
  await page.keyboard.press("?");
  await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeVisible();
  await expect(sheet).toBeHidden();
});
