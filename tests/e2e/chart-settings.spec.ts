import type { Page } from "@playwright/test";
import { faults } from "./axe";
import { Chart } from "./chart";
import type { Dashboard } from "./dashboard";
import { expect, oneEntry, test } from "./test";

async function open({ page, dashboard }: { page: Page; dashboard: Dashboard }, theme: "light" | "dark") {
  await dashboard.session();
  await page.goto("/chart");
  if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
  await expect(page.getByRole("group", { name: "Drawings" })).toBeVisible();
}

const panel = (page: Page) => page.getByRole("dialog", { name: "AMA Settings" });
const lines = (page: Page) => page.getByRole("dialog", { name: "Reference Line Settings" });

/** After `change` the page asks for signals with these parts in their configuration. */
async function asks(page: Page, parts: Record<string, unknown>, change: () => Promise<void>) {
  const asked = page.waitForRequest((request) => {
    if (!request.url().endsWith("/v2/charts/data")) return false;
    const { ama_config: config } = request.postDataJSON() as { ama_config?: Record<string, unknown> };
    return config !== undefined && Object.entries(parts).every(([name, value]) => config[name] === value);
  });
  await change();
  await asked;
}

for (const theme of ["light", "dark"] as const) {
  const step = oneEntry(`what is set on the chart, in the ${theme} theme`, (visit) => open(visit, theme));

  step(`the reference lines are drawn as set, in the ${theme} theme`, async ({ page }) => {
    await page.getByRole("button", { name: "Line Settings" }).click();
    await expect(lines(page)).toBeVisible();
    expect(await faults(page)).toEqual([]);
    const level = lines(page).getByRole("group", { name: "Open" });
    await level.getByRole("textbox", { name: "Open color code" }).fill("#AB1234");
    await level.getByRole("combobox", { name: "Open style" }).selectOption("Dashed");
    await level.getByRole("slider", { name: "Open width" }).fill("3");
    await expect(level.getByRole("img", { name: "Open preview" }).locator("line")).toHaveAttribute(
      "stroke-dasharray",
      "5 5",
    );
    await lines(page).getByRole("button", { name: "Done" }).click();
    const chart = new Chart(page);
    await expect.poll(() => chart.strokes("#AB1234")).toEqual([{ width: 3, dash: [5, 5] }]);
    await page.getByRole("button", { name: "Line Settings" }).click();
    await lines(page).getByRole("checkbox", { name: "Open visible" }).uncheck();
    await chart.paints("#AB1234", false);
    await chart.writes("Open", false);
    await lines(page).getByRole("button", { name: "Reset to Defaults" }).click();
    await expect(level.getByRole("textbox", { name: "Open color code" })).toHaveValue("#00FFFF");
    await chart.writes("Open");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Line Settings" })).toBeFocused();
  });

  step(`the signals' settings are asked for and painted, in the ${theme} theme`, async ({ page }) => {
    await expect(page.getByRole("button", { name: "AMA Settings" })).toBeDisabled();
    const first = { enabled: true, bl_signal_ibs: 69, show_climax: false, climax_factor: 1.5 };
    await asks(page, first, () => page.getByRole("checkbox", { name: /^AMA/ }).check());
    await page.getByRole("button", { name: "AMA Settings" }).click();
    await expect(panel(page)).toBeVisible();
    await expect(panel(page)).toHaveJSProperty("offsetWidth", 384);
    const climax = panel(page).getByRole("checkbox", { name: "Climax Bars" });
    await asks(page, { show_climax: true }, () => climax.check());
    const bull = panel(page).getByRole("spinbutton", { name: "Bull Signal" });
    await asks(page, { show_climax: true, bl_signal_ibs: -1 }, () => bull.fill(""));
    const lookback = panel(page).getByRole("spinbutton", { name: "Lookback" });
    await lookback.fill("51");
    await page.keyboard.press("Tab");
    await expect(lookback).toHaveValue("20");
    expect(await faults(page)).toEqual([]);
    await panel(page).getByRole("tab", { name: "Colors" }).click();
    expect(await faults(page)).toEqual([]);
    await panel(page).getByRole("textbox", { name: "Bull Breakout color code" }).fill("#12AB34");
    await new Chart(page).paints("#12AB34");
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "AMA Settings" })).toBeFocused();
    await page.reload();
    await new Chart(page).paints("#12AB34");
    await page.getByRole("button", { name: "AMA Settings" }).click();
    await expect(panel(page).getByRole("checkbox", { name: "Climax Bars" })).toBeChecked();
  });
}

test.describe("phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("panel and dialog fit a narrow screen", async ({ page, dashboard }) => {
    await dashboard.session();
    await page.goto("/chart");
    await page.getByRole("button", { name: "Chart tools" }).tap();
    await page.getByRole("checkbox", { name: /^AMA/ }).tap();
    await page.getByRole("button", { name: "AMA Settings" }).tap();
    await expect(panel(page)).toHaveJSProperty("offsetWidth", 360);
    await page.getByRole("button", { name: "Close AMA Settings" }).tap();
    await page.getByRole("button", { name: "Line Settings" }).tap();
    await expect(lines(page)).toBeVisible();
    await expect
      .poll(() => lines(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth))
      .toBe(0);
    await expect(page.locator("html")).toHaveJSProperty("scrollWidth", 360);
  });
});
