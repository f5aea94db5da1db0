import { expect, type Locator, type Page } from "@playwright/test";
import { CARD_FIELD, NO_SUCH_DAY } from "../../web/src/parts/find/words";
import { FEW_CARDS, screenAddress, VISITOR } from "./address";
import { faultsUnder } from "./axe";
import { oneEntry, test } from "./test";

const palette = (page: Page) => page.getByRole("dialog", { name: "Find", exact: true });
const field = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");

/** The palette, opened by keys; the listener arrives after the page, so it may take another press. */
async function openBy(page: Page, keys: string): Promise<Locator> {
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press(keys);
    await expect(field(page)).toBeFocused({ timeout: 5_000 });
  }).toPass();
  return palette(page);
}

/** What `text` finds first is `first`, and Enter goes there. */
async function go(page: Page, text: string, first: string | RegExp) {
  await openBy(page, "Control+k");
  await field(page).fill(text);
  await expect(options(page).first()).toContainText(first);
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
}

const step = oneEntry(
  "the palette",
  ({ dashboard }) => dashboard.enter(FEW_CARDS),
  async ({ page, dashboard }) => {
    if (!page.url().endsWith("/dashboard"))
      await page.getByRole("link", { name: "Dashboard" }).first().click();
    await dashboard.settled();
    await dashboard.cleared();
  },
);

step(
  "opens by Ctrl+K, by / and by its button; Escape closes it and gives the focus back",
  async ({ page }) => {
    const button = page.getByRole("button", { name: "Find", exact: true });
    for (const open of [
      () => openBy(page, "Control+k"),
      () => openBy(page, "/"),
      () => button.click(),
      () => page.keyboard.press("Enter"),
    ]) {
      await open();
      await expect(field(page)).toBeFocused();
      await expect(palette(page).getByRole("status")).toHaveText(/^\d+ results$/);
      await page.keyboard.press("Escape");
      await expect(palette(page)).toBeHidden();
    }
    await expect(button).toBeFocused();
  },
);

step("Ctrl+K opens it from within a field, and / is the field's own", async ({ page }) => {
  const minimum = page.getByLabel("Gap Size (pts, signed) minimum", { exact: true });
  await minimum.pressSequentially("1/2");
  await expect(minimum).toHaveValue("1/2");
  await expect(palette(page)).toBeHidden();
  await openBy(page, "Control+k");
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeHidden();
  await expect(minimum).toBeFocused();
  await minimum.fill("");
});

step(
  "a feature: its category is shown, its card has the focus and its probability",
  async ({ page, dashboard }) => {
    await expect(dashboard.category("Range")).toBeHidden();
    await go(page, "nr7", "NR7");
    await expect(dashboard.card("NR7")).toBeFocused();
    await expect(dashboard.card("NR7")).toBeInViewport();
    await expect(dashboard.panel("NR7")).toBeVisible();
    await go(page, "nr7", "NR7");
    await expect(dashboard.panel("NR7"), "found again, it stays open").toBeVisible();
  },
);

step("a feature is reached from another screen", async ({ page, dashboard }) => {
  await page.getByRole("link", { name: "Statistical Methods" }).click();
  await expect(page.getByRole("heading", { name: "Statistical Methods", level: 1 })).toBeVisible();
  await go(page, "first hour high", "OR12 High Set (bar)");
  await expect(page).toHaveURL(screenAddress("/dashboard"));
  await expect(dashboard.card("OR12 High Set (bar)")).toBeFocused();
  await expect(dashboard.card("OR12 High Set (bar)")).toBeInViewport();
  await expect(dashboard.panel("OR12 High Set (bar)")).toBeVisible();
});

step("a category comes onto the page and has the focus", async ({ page, dashboard }) => {
  await go(page, "end of day", "End of Day");
  const head = dashboard
    .category("End of Day")
    .getByRole("button", { name: /^End of Day ?\(26 features\)$/ });
  await expect(head).toBeFocused();
  await expect(head).toBeInViewport();
});

step("a day opens its chart, however it is written", async ({ page, dashboard }) => {
  for (const text of ["2025-04-09", "9 Apr 2025", "April 9, 2025"]) {
    await go(page, text, "Wednesday, April 9, 2025");
    await expect(page.getByRole("application")).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Date" })).toHaveValue("2025-04-09");
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await dashboard.settled();
  }
  await openBy(page, "Control+k");
  await field(page).fill("last friday");
  await expect(options(page).first()).toContainText(/^Friday, /);
  await field(page).fill("2031-01-06");
  await expect(palette(page).getByRole("status")).toContainText(NO_SUCH_DAY);
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Escape");
});

step("the cards are narrowed by the same words, and one click shows all", async ({ page, dashboard }) => {
  const search = page.getByRole("searchbox", { name: CARD_FIELD });
  const cards = page.getByRole("main").getByRole("article");
  const all = await cards.count();
  await search.fill("fill");
  await expect(cards.first()).toHaveAccessibleName("Gap Fill (bar)");
  await expect(cards).not.toHaveCount(all);
  await expect(page.getByText(`${await cards.count()} of ${all} cards match`)).toBeVisible();
  await expect(dashboard.category("Opening Range 12")).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Show all cards" }).click();
  await expect(cards).toHaveCount(all);

  await go(page, "nr7", "NR7");
  await search.fill("fill");
  await expect(dashboard.card("NR7")).toBeHidden();
  await go(page, "nr7", "NR7");
  await expect(search, "what is gone to is to be seen").toHaveValue("");
  await expect(dashboard.card("NR7")).toBeFocused();
});

test("without a mouse or keys: on a phone, in both themes, without a fault", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`/?${new URLSearchParams({ ...VISITOR, ...FEW_CARDS })}`);
  for (const theme of ["dark", "light"]) {
    await page.getByRole("button", { name: /^User menu/ }).tap();
    await page.getByRole("button", { name: `Use the ${theme} theme` }).tap();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Find", exact: true }).tap();
    await expect(field(page)).toBeFocused();
    expect(await faultsUnder(page, palette(page)), theme).toEqual([]);
    await field(page).fill("gap up");
    await expect(palette(page)).toBeInViewport({ ratio: 1 });
    await options(page).first().tap();
    await expect(palette(page)).toBeHidden();
    await expect(page.getByRole("article", { name: "Gap Up", exact: true })).toBeFocused();
  }
  await context.close();
});
