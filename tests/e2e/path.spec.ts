import type { Page } from "@playwright/test";
import { NO_DAY_MATCHES } from "../../web/src/question/words";
import {
  AS_A_TABLE,
  daysWords,
  headline,
  quantileWords,
  READ_BAR,
  signedPercent,
} from "../../web/src/screens/dashboard/path/words";
import { FEW_CARDS, screenAddress } from "./address";
import type { Filters } from "./api";
import { faults } from "./axe";
import { expect, test } from "./test";

const GAP_UP: Filters = { gap_up: { operator: "=", value: true } };

const figure = (page: Page) => page.getByRole("figure");
const reading = (page: Page) => figure(page).getByRole("status");
const slider = (page: Page) => page.getByRole("slider", { name: READ_BAR });

test("from a filter to its path, read by keys and pointer as the service has it", { tag: "@walk" }, async ({
  page,
  dashboard,
  api,
}) => {
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await page.getByRole("link", { name: "Path", exact: true }).click();
  await expect(page).toHaveURL(screenAddress("/dashboard", "path"));
  const answer = await api.path({ filters: GAP_UP });
  const { matched, others, coin } = answer;
  if (!matched || !others || !coin || !("days" in coin)) throw new Error("a path is missing");
  const reads = async (bar: number, title: string) => {
    await expect(reading(page)).toContainText(title);
    await expect(reading(page)).toContainText(`These days ${quantileWords(matched, bar, true)}.`);
    await expect(reading(page)).toContainText(`Others ${quantileWords(others, bar, false)}.`);
    await expect(reading(page)).toContainText(`Coin ${quantileWords(coin, bar, false)}.`);
  };
  await expect(page.getByText(headline(matched))).toBeVisible();
  await reads(81, "Bar 81, 16:15");
  await expect(page.getByText(daysWords(answer).join(" "))).toBeVisible();

  await slider(page).focus();
  await page.keyboard.press("ArrowLeft");
  await reads(80, "Bar 80, 16:10");
  await page.keyboard.press("Home");
  await reads(1, "Bar 1, 9:35");
  const plane = await page.getByTestId("plane").boundingBox();
  if (!plane) throw new Error("no plane");
  await page.mouse.move(plane.x + (12 / 81) * plane.width, plane.y + 40);
  await reads(12, "Bar 12, 10:30");

  await page.getByText(AS_A_TABLE).click();
  await expect(page.getByRole("row", { name: /^12, 10:30 / })).toContainText(
    signedPercent(matched.p50[11] ?? Number.NaN),
  );
});

test("the median is drawn at the service's values to a pixel", async ({ page, dashboard, api }) => {
  await dashboard.enter(FEW_CARDS);
  await page.goto("/dashboard?view=path");
  const { matched } = await api.path({ filters: {} });
  const line = figure(page).getByRole("img").locator('path[stroke-width="2.5"]');
  await expect(line).toHaveCount(1);
  const numbers = await line.evaluate((path) =>
    (path.getAttribute("d") ?? "").match(/-?[\d.]+/g)?.map(Number),
  );
  const [xs, ys] = [0, 1].map((odd) => (numbers ?? []).filter((_, at) => at % 2 === odd)) as [
    number[],
    number[],
  ];
  const values = [0, ...(matched?.p50 ?? [])];
  expect(ys).toHaveLength(82);
  const plane = await page.getByTestId("plane").boundingBox();
  for (const [bar, x] of xs.entries())
    expect(Math.abs(x - (xs[0] ?? 0) - (bar / 81) * (plane?.width ?? 0))).toBeLessThanOrEqual(1);
  const far = values.reduce(
    (best, value, at) => (Math.abs(value) > Math.abs(values[best] ?? 0) ? at : best),
    0,
  );
  const perAdr = ((ys[far] ?? 0) - (ys[0] ?? 0)) / (values[far] ?? 1);
  expect(perAdr).toBeLessThan(0);
  for (const [bar, y] of ys.entries())
    expect(Math.abs(y - (ys[0] ?? 0) - perAdr * (values[bar] ?? 0))).toBeLessThanOrEqual(1);
});

test("filters that no day passes leave a way on", async ({ page, dashboard }) => {
  await dashboard.enter(FEW_CARDS);
  const none = JSON.stringify({ gap_size_pts: { operator: ">", value: 100_000 } });
  await page.goto(`/dashboard?${new URLSearchParams({ view: "path", filters: none })}`);
  await expect(page.getByText(NO_DAY_MATCHES)).toBeVisible();
  await page.getByRole("link", { name: "Remove a filter" }).click();
  await expect(page).toHaveURL(screenAddress("/dashboard"));
});

for (const theme of ["light", "dark"] as const)
  test(`axe finds nothing on the page of the typical path, ${theme}`, async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.getByRole("link", { name: "Path", exact: true }).click();
    await expect(reading(page)).toContainText("Bar 81");
    await page.getByText(AS_A_TABLE).click();
    expect(await faults(page)).toEqual([]);
  });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a bar is tapped, and nothing is wider than the page", async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    await page.goto("/dashboard?view=path");
    await expect(reading(page)).toContainText("Bar 81");
    const plane = await page.getByTestId("plane").boundingBox();
    if (!plane) throw new Error("no plane");
    await page.touchscreen.tap(plane.x + (54 / 81) * plane.width, plane.y + plane.height / 2);
    await expect(reading(page)).toContainText("Bar 54, 14:00");
    await page.getByText(AS_A_TABLE).tap();
    await expect(page.getByRole("row")).toHaveCount(16);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
