import type { Page } from "@playwright/test";
import { sureToDelete, UPDATE_CURRENT } from "../../web/src/parts/profiles/words";
import { Chart } from "./chart";
import { ProfileSection } from "./profile-section";
import { expect, test } from "./test";

/** One kind of chart settings: its words, and how a visitor changes it. */
interface Kind {
  heading: string;
  noun: string;
  color: string;
  change: (page: Page, color: string) => Promise<void>;
}

const OTHER_COLOR = "#AB1234";

const KINDS: Kind[] = [
  {
    heading: "AMA Profiles",
    noun: "AMA profile",
    color: "#12AB34",
    change: async (page, color) => {
      await page.getByRole("button", { name: "AMA Settings" }).click();
      await page.getByRole("tab", { name: "Colors" }).click();
      await page.getByRole("textbox", { name: "Bull Breakout color code" }).fill(color);
      await page.keyboard.press("Escape");
    },
  },
  {
    heading: "Reference Line Profiles",
    noun: "reference line profile",
    color: "#1234AB",
    change: async (page, color) => {
      await page.getByRole("button", { name: "Line Settings" }).click();
      await page.getByRole("textbox", { name: "Open color code" }).fill(color);
      await page.getByRole("button", { name: "Done" }).click();
    },
  },
];

const capital = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1);

for (const { heading, noun, color, change } of KINDS) {
  test(`${heading}: saved, updated, there after a visit, reset, loaded and deleted`, async ({
    page,
    dashboard,
  }) => {
    await dashboard.session();
    await page.goto("/chart");
    const chart = new Chart(page);
    await chart.drawn();
    await page.getByRole("checkbox", { name: /^AMA/ }).check();
    const saved = new ProfileSection(page, heading);
    await saved.shows("Default");
    await expect(saved.mark).toBeHidden();
    await expect((await saved.list()).getByText(`No saved ${noun}s yet`)).toBeVisible();
    await page.keyboard.press("Escape");

    await change(page, color);
    await chart.paints(color);
    await expect(saved.mark).toBeVisible();
    await saved.create("Opening drive");
    await dashboard.said(`${capital(noun)} Opening drive saved successfully`);
    await expect(saved.mark).toBeHidden();

    await change(page, OTHER_COLOR);
    await expect(saved.mark).toBeVisible();
    await saved.save.click();
    await page.getByRole("button", { name: UPDATE_CURRENT }).click();
    await dashboard.said(`${capital(noun)} Opening drive updated successfully`);
    await expect(saved.mark).toBeHidden();

    await page.reload();
    await saved.shows("Opening drive");
    await expect(saved.mark).toBeHidden();
    await chart.paints(OTHER_COLOR);

    await saved.section.getByRole("button", { name: "Reset" }).click();
    await saved.shows("Default");
    await chart.paints(OTHER_COLOR, false);
    await expect(saved.mark).toBeHidden();
    await saved.load("Opening drive");
    await chart.paints(OTHER_COLOR);

    await (await saved.list()).getByRole("button", { name: "Delete Opening drive" }).click();
    await expect(page.getByText(sureToDelete(noun))).toBeVisible();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await dashboard.said(`${capital(noun)} Opening drive deleted successfully`);
    await saved.shows("Default");
    await chart.paints(OTHER_COLOR, false);
  });
}

test("the two kinds are saved and loaded apart, and both are drawn together", async ({ page, dashboard }) => {
  await dashboard.session();
  await page.goto("/chart");
  const chart = new Chart(page);
  await chart.drawn();
  await page.getByRole("checkbox", { name: /^AMA/ }).check();
  for (const { heading, color, change } of KINDS) {
    const saved = new ProfileSection(page, heading);
    await change(page, color);
    await saved.create("Mine");
    await saved.load("Default");
  }
  for (const { heading } of KINDS) await new ProfileSection(page, heading).load("Mine");
  for (const { color } of KINDS) await chart.paints(color);
});
