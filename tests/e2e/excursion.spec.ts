import type { Locator, Page } from "@playwright/test";
import { meanSentences, rateSentence } from "../../web/src/screens/dashboard/excursion/words";
import { FEW_CARDS, screenAddress } from "./address";
import type { Filters } from "./api";
import { faults, faultsUnder } from "./axe";
import { counted } from "./dashboard";
import { daysTable } from "./days-table";
import { expect, test } from "./test";

const GAP_UP: Filters = { gap_up: { operator: "=", value: true } };
const ASKED = { from_bar: 0, side: "up", unit: "adr", costs: 0 } as const;

const cell = (page: Page, target: number, stop: number) =>
  page.getByRole("button", { name: new RegExp(`target ${target}% of ADR10, stop ${stop}% of ADR10`) });
const detail = (page: Page) => page.getByRole("region", { name: "Cell" });
const list = daysTable;

/** From the dashboard's filters to the page of them. */
async function follows(page: Page) {
  await page.getByRole("link", { name: "Target", exact: true }).click();
  await expect(page).toHaveURL(screenAddress("/dashboard", "target"));
  await expect(cell(page, 30, 20)).toHaveText(/^([▲▼] )?−?\d+\.\d$/);
}

test("a cell says what the service counts, opens its days, and lives in the address", {
  tag: "@walk",
}, async ({ page, dashboard, api }) => {
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await follows(page);
  await expect(page.getByText("Gap up. Change the filters")).toBeVisible();
  const { asked_days, cells } = await api.excursion({
    ...ASKED,
    targets: [30],
    stops: [20],
    filters: GAP_UP,
  });
  const counts = cells[0];
  if (!counts) throw new Error("no cell");
  await expect(page.locator("#content").getByRole("status")).toContainText(`${counted(asked_days)} days.`);

  await cell(page, 30, 20).click();
  expect(new URL(page.url()).searchParams.get("cell")).toBe("30/20");
  for (const words of [...meanSentences(counts, "adr"), rateSentence(counts)])
    await expect(detail(page)).toContainText(words);
  await expect(detail(page).getByRole("img")).toBeVisible();
  await detail(page)
    .getByRole("button", { name: `Target first: ${counted(counts.target_first_days)}` })
    .click();
  await expect(list(page).getByRole("status").first()).toHaveText(
    `${counted(counts.target_first_days)} days`,
  );
  await page.reload();
  await expect(list(page).getByRole("status").first()).toHaveText(
    `${counted(counts.target_first_days)} days`,
  );
  await page.goBack();
  await expect(list(page)).toBeHidden();
  await expect(cell(page, 30, 20)).toHaveAttribute("aria-pressed", "true");

  await page.getByLabel("Target lies").selectOption("Down");
  const down = await api.excursion({ ...ASKED, side: "down", targets: [30], stops: [20], filters: GAP_UP });
  await expect(detail(page).getByRole("button", { name: /^Target first/ })).toHaveText(
    `Target first: ${counted(down.cells[0]?.target_first_days ?? -1)}`,
  );
  await page.getByLabel("From", { exact: true }).selectOption("Bar 12");
  await page.getByLabel("Costs, ticks").fill("4");
  await expect(page).toHaveURL(/from=12/);
  await expect(page).toHaveURL(/costs=4/);
  await page.reload();
  await expect(page.getByLabel("Costs, ticks")).toHaveValue("4");
  await expect(detail(page).getByRole("heading")).toContainText("Down from the close of bar 12");
});

for (const theme of ["light", "dark"] as const)
  test(`axe finds nothing on the page of target before stop, ${theme}`, async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    await follows(page);
    await cell(page, 30, 20).click();
    await expect(detail(page).getByRole("img")).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await detail(page)
      .getByRole("button", { name: /^Stop first/ })
      .click();
    await expect(list(page).getByRole("row").nth(1)).toBeVisible();
    expect(await faultsUnder(page, list(page))).toEqual([]);
  });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("cells are tapped, and only the grid is wider than the page", async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    await follows(page);
    await cell(page, 10, 20).tap();
    await expect(detail(page).getByRole("heading")).toContainText("target 10% of ADR10, stop 20%");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
  });

  test("the chosen cell is in sight, wherever it lies in the grid", async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    await follows(page);
    for (const target of [100, 10, 30]) {
      await page.goto(`/dashboard?view=target&cell=${target}/20`);
      await expect(cell(page, target, 20)).toHaveAttribute("aria-pressed", "true");
      await expect.poll(() => isWhole(cell(page, target, 20))).toBe(true);
    }
  });
});

test.describe("at 1024 px", () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test("every target has its column in sight", async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    await follows(page);
    const heads = page.getByRole("columnheader");
    await expect(heads).toHaveCount(11);
    for (const head of await heads.all()) expect(await isWhole(head)).toBe(true);
  });
});

/** Whether a part of the grid is nowhere cut at its sides, by the window or by the place that scrolls. */
function isWhole(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const place = element.closest("table")?.parentElement?.getBoundingClientRect();
    return place !== undefined && left >= place.left - 1 && right <= Math.min(place.right, innerWidth) + 1;
  });
}
