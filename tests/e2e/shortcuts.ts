import { expect, type Locator, type Page } from "@playwright/test";

/** The sheet of shortcuts, opened by its key; the listener arrives after the page, so it may take another press. */
export async function openHelp(page: Page): Promise<Locator> {
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(sheet).toBeVisible({ timeout: 5_000 });
  }).toPass();
  return sheet;
}
