import { expect, type Page } from "@playwright/test";
import { showAll } from "../../web/src/screens/days/gallery/words";

/** The table of the days, where it is shown. */
export const daysTable = (page: Page) =>
  page.locator("#content").filter({ has: page.getByRole("link", { name: "Table", exact: true }) });

/** What the days are narrowed by says its label, and leads to all of them. */
export const narrowedBy = (page: Page, label: string) =>
  daysTable(page).getByRole("button", { name: showAll(label) });

/** From the dashboard to the table of the days that match. */
export async function listDays(page: Page) {
  await page.getByRole("main").getByRole("button", { name: "List days" }).click();
  await expect(page).toHaveURL(/\/days\?(.*&)?view=table(&|$)/);
  return daysTable(page);
}

/** Back from the table to where its days were asked for. */
export async function leaveDays(page: Page) {
  await page.goBack();
  await expect(daysTable(page)).toBeHidden();
}
