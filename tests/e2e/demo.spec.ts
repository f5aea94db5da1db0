import type { Page } from "@playwright/test";
import type { ChartAnswer } from "../../web/src/api/generated";
import { DEFAULT_AMA } from "../../web/src/plot/settings/ama-settings";
import { faults } from "./axe";
import { Chart } from "./chart";
import { expect, oneEntry, test } from "./test";

const { colors } = DEFAULT_AMA.display;
const signals = (count: number) => `${count} AMA signal${count === 1 ? "" : "s"}`;

async function opened(page: Page, path: string): Promise<ChartAnswer> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith("/v2/charts/data") && response.request().postDataJSON().ama_config,
  );
  await page.goto(path);
  const day = (await (await answer).json()) as ChartAnswer;
  await new Chart(page).writes(/^Date: /);
  return day;
}

for (const path of ["/methods?view=test", "/methods?view=colours"]) {
  let day: ChartAnswer;
  const step = oneEntry(path, async ({ page, dashboard }) => {
    await dashboard.session();
    day = await opened(page, path);
  });

  step("opens near a day of 2024, painted, counted and with its place", async ({ page }) => {
    const { metadata, navigation } = day;
    await expect(page.getByText(signals(metadata.amaSignalCount))).toBeVisible();
    await expect(
      page.getByText(`Date ${navigation.currentIndex + 1} of ${navigation.totalDates}`),
    ).toBeVisible();
    await new Chart(page).shows(metadata.currentDate ?? "");
  });

  step("the standard colour takes the paint off and leaves the count", async ({ page }) => {
    const painted = day.amaSignals.find(
      ({ session, signal_type }) => session === "current" && signal_type !== 0,
    );
    const chart = new Chart(page);
    const color = colors[String(painted?.signal_type) as keyof typeof colors];
    await chart.fills(color);
    await page.getByRole("button", { name: "AMA Colors" }).click();
    await chart.fills(color, false);
    await expect(page.getByText(signals(day.metadata.amaSignalCount))).toBeVisible();
    await page.getByRole("button", { name: "Standard Colors" }).click();
    await chart.fills(color);
  });

  step("is accessible in both themes and usable at 360 pixels", async ({ page }) => {
    await opened(page, path);
    expect(await faults(page), "light").toEqual([]);
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await opened(page, path);
    expect(await faults(page), "dark").toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    const beyond = () => {
      const main = document.getElementById("content") as HTMLElement;
      return main.scrollWidth - main.clientWidth;
    };
    await expect.poll(() => page.evaluate(beyond), "pixels beyond the screen").toBeLessThanOrEqual(0);
  });
}

test("the test page goes to another date and shows what came", async ({ page, dashboard, api }) => {
  await dashboard.session();
  await opened(page, "/methods?view=test");
  await page.getByRole("button", { name: "Show Debug Info" }).click();
  const debug = page.getByRole("region", { name: "Debug info" });
  await expect(debug).toContainText('"amaEnabled": true');
  const { availableDates } = (await api.day({})).navigation;
  const date = availableDates.find((each) => each > "2024-06-20") ?? "";
  const [year = "", month = "", day = ""] = date.split("-");
  await page.getByRole("button", { name: /^Date:/ }).click();
  const calendar = page.getByRole("dialog", { name: "Date" });
  await calendar.getByRole("button", { name: /switch to year view/ }).click();
  await calendar.getByRole("radio", { name: year, exact: true }).click();
  const name = new Date(2000, Number(month) - 1, 1).toLocaleString("en-US", { month: "long" });
  await calendar.getByRole("radio", { name, exact: true }).click();
  await calendar.getByRole("gridcell", { name: String(Number(day)), exact: true }).click();
  await expect(debug).toContainText(`"currentDate": "${date}"`);
  await page.getByRole("button", { name: "Hide Debug Info" }).click();
  await expect(debug).toBeHidden();
});
