import type { Page } from "@playwright/test";
import { DAYS_LIKE } from "../../web/src/question/words";
import { chosenWords, overallWords, rateText } from "../../web/src/screens/days/alike/words";
import { FEW_CARDS, screenAddress } from "./address";
import { faults } from "./axe";
import { expect, test } from "./test";

const DAY = "2025-04-09";
const ADDRESS = `/days?view=like&date=${DAY}`;

const list = (page: Page) => page.getByRole("list", { name: DAYS_LIKE });
const days = (page: Page) => list(page).getByRole("listitem");
const links = (page: Page) => list(page).getByRole("link");
const chosen = (page: Page) => page.getByText(/^The 25 nearest days, chosen from /);
const dates = (page: Page) => links(page).evaluateAll((all) => all.map((link) => link.dataset.date));

test("from a day's chart to the days like it, as the service finds them, and back to the same place", {
  tag: "@walk",
}, async ({ page, dashboard, api }) => {
  await dashboard.enter(FEW_CARDS);
  await page.goto(`/chart?date=${DAY}`);
  await page.getByRole("button", { name: "More chart actions" }).click();
  await page.getByRole("link", { name: DAYS_LIKE, exact: true }).click();
  await expect(page).toHaveURL(screenAddress("/days", "like"));
  await expect(days(page)).toHaveCount(26);
  const answer = await api.alike({ date: DAY, as_of: 12, filters: {} });
  await expect(chosen(page)).toHaveText(chosenWords(answer, false));
  expect(await dates(page)).toEqual([DAY, ...answer.days.map(({ date }) => date)]);
  for (const [at, { distance }] of answer.days.entries())
    await expect(days(page).nth(at + 1)).toContainText(`Distance ${distance.toFixed(2)}`);
  await expect(list(page).locator("canvas")).toHaveCount(26);
  const drawn = await list(page)
    .locator("canvas")
    .evaluateAll((all) =>
      all.every((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const pixels = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height).data;
        return pixels?.some((value) => value > 0);
      }),
    );
  expect(drawn).toBe(true);

  await expect(page.getByText(overallWords(answer.outcomes))).toBeVisible();
  const [first] = answer.outcomes;
  if (!first) throw new Error("no outcome");
  await expect(page.getByRole("region", { name: "Outcomes" }).getByRole("row").nth(1)).toContainText(
    rateText(first.neighbours),
  );

  const content = page.locator("#content");
  await links(page).nth(20).scrollIntoViewIfNeeded();
  const scrolled = await content.evaluate(({ scrollTop }) => scrollTop);
  expect(scrolled).toBeGreaterThan(0);
  const opened = (await dates(page))[20];
  await links(page).nth(20).click();
  await expect(page).toHaveURL(screenAddress("/chart"));
  await expect(page.getByRole("combobox", { name: "Date" })).toHaveValue(opened ?? "");
  await page.goBack();
  await expect(links(page).nth(20)).toBeFocused();
  await expect.poll(() => content.evaluate(({ scrollTop }) => scrollTop)).toBe(scrolled);
  expect((await dates(page))[0]).toBe(DAY);
});

test("features are left out by keyboard, and the address asks the same again", async ({
  page,
  dashboard,
  api,
}) => {
  await dashboard.enter(FEW_CARDS);
  await page.goto(`${ADDRESS}&bar=b27`);
  await expect(days(page)).toHaveCount(26);
  const panel = page.getByText(/^Compared by \d+ features/);
  await panel.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Day/Date", exact: true }).focus();
  await page.keyboard.press("Space");
  await expect(panel).toContainText("left out");
  await expect(page).toHaveURL(/leave_out=weekday/);
  const leave_out = new URL(page.url()).searchParams.get("leave_out")?.split(",") ?? [];
  const { days: found } = await api.alike({ date: DAY, as_of: 27, leave_out, filters: {} });
  await expect.poll(() => dates(page)).toEqual([DAY, ...found.map(({ date }) => date)]);
  await page.reload();
  await expect.poll(() => dates(page)).toEqual([DAY, ...found.map(({ date }) => date)]);
});

for (const theme of ["light", "dark"] as const)
  test(`axe finds nothing on the page of days alike, ${theme}`, async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.goto(`${ADDRESS}&leave_out=year`);
    await expect(days(page)).toHaveCount(26);
    await page.getByText(/^Compared by \d+ features/).click();
    expect(await faults(page)).toEqual([]);
  });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("days stand in two columns, an outcome is found, nothing is wider than the page", async ({
    page,
    dashboard,
  }) => {
    await dashboard.enter(FEW_CARDS);
    await page.goto(ADDRESS);
    await expect(days(page)).toHaveCount(26);
    const [one, two, three] = await Promise.all([0, 1, 2].map((at) => days(page).nth(at).boundingBox()));
    expect(two?.y).toBe(one?.y);
    expect(three?.y).toBeGreaterThan(one?.y ?? 0);
    await page.getByLabel("Outcomes named").fill("gap fill");
    await expect(page.getByRole("rowheader").first()).toContainText("Gap Fill");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await page.locator("#content").evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
  });
});
