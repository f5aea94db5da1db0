import type { Page } from "@playwright/test";
import type { Claim } from "../../web/src/api/generated";
import { START } from "../../web/src/parts/questions/words";
import { CLOSED_CARDS, FEW_CARDS, screenAddress, VISITOR } from "./address";
import type { Api } from "./api";
import { faults } from "./axe";
import { expect, test } from "./test";

const main = (page: Page) => page.getByRole("main");
const row = (page: Page, id: string) => page.locator(`[data-question="${id}"]`);
const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** To the questions, with the answer that they are drawn from. */
async function opened(page: Page, api: Api): Promise<Claim[]> {
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Questions" }).click();
  await expect(main(page).getByRole("heading", { name: "Questions", level: 1 })).toBeVisible();
  const { claims } = await api.claims();
  await expect(page.locator("[data-question]")).toHaveCount(claims.length);
  return claims;
}

test("every question has its answer in a line; asking it gives the same days and rate on its card", {
  tag: "@walk",
}, async ({ page, dashboard, api }) => {
  await dashboard.enter(FEW_CARDS);
  const claims = await opened(page, api);
  expect(claims.length).toBeGreaterThanOrEqual(30);
  for (const { id, question, rate, days } of claims) {
    await expect(row(page, id)).toContainText(question);
    await expect(row(page, id)).toContainText(`${days.toLocaleString("en-US")} day`);
    if (rate !== null) await expect(row(page, id)).toContainText(percent(rate));
  }
  const asked = claims.find(({ id }) => id === "gap-up-fills");
  if (!asked) throw new Error("the question is gone");
  const computing = page.waitForRequest("**/api/compute");
  await row(page, asked.id)
    .getByRole("button", { name: /^Ask it/ })
    .click();
  const body = (await computing).postDataJSON();
  expect(body).toMatchObject({ as_of: 0, statistics_features: ["gap_fill_bar"] });
  await expect(page).toHaveURL(screenAddress("/dashboard"));
  await expect(dashboard.activeFilters).toContainText("Gap up");
  const card = page.getByRole("region", { name: /^Probability of Gap Fill \(bar\)/ });
  await expect(card).toContainText(`${((asked.rate ?? 0) * 100).toFixed(2)}%`);
  await card.getByRole("button", { name: "All figures" }).click();
  await expect(card).toContainText(asked.occurrence_days.toLocaleString("en-US"));
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get("asOf") === "open");
});

test("an empty dashboard, the palette and Presets begin with a question", async ({ page, dashboard }) => {
  await dashboard.enter(CLOSED_CARDS);
  const start = page.getByRole("region", { name: START });
  await expect(start.getByRole("button")).not.toHaveCount(0);
  const groups = await start.getByRole("button").count();
  await start.getByRole("button", { name: /^Does a gap fill by the close\?/ }).click();
  await expect(page.getByRole("region", { name: /^Probability of Gap Fill \(bar\)/ })).toBeVisible();
  await expect(start).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find/ }).fill("gap up fill close");
  await page.getByRole("option", { name: /^Does a gap up fill by the close\?/ }).click();
  await expect(dashboard.activeFilters).toContainText("Gap up");

  await page.getByRole("button", { name: "Saved", exact: true }).click();
  const examples = page.getByRole("dialog", { name: "Saved" }).getByRole("region", { name: "Examples" });
  await expect(examples.getByRole("button")).toHaveCount(groups);
  await examples.getByRole("button", { name: "Does a gap fill by the close?" }).click();
  await expect(page.getByText("No active filters")).toBeVisible();
});

test("the list of questions is asked for only where it is needed", async ({ page, dashboard }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v2/claims")) calls.push(request.url());
  });
  await dashboard.enter(VISITOR);
  expect(calls).toEqual([]);
  await page.keyboard.press("Control+k");
  await expect.poll(() => calls.length).toBe(1);
});

for (const theme of ["light", "dark"] as const)
  for (const width of [1440, 390])
    test(`axe finds nothing on the questions, ${theme}, ${width} px, nor is anything wider`, async ({
      page,
      dashboard,
      api,
    }) => {
      await dashboard.enter(CLOSED_CARDS);
      if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
      await expect(page.getByRole("region", { name: START }).getByRole("button")).not.toHaveCount(0);
      expect(await faults(page)).toEqual([]);
      await opened(page, api);
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator("[data-question]").first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
