import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { FEW_CARDS, screenAddress } from "./address";
import type { Filters } from "./api";
import { faults, faultsUnder } from "./axe";
import { Chart } from "./chart";
import { counted } from "./dashboard";
import { listDays } from "./days-table";
import { expect, test } from "./test";

const GAP_UP: Filters = { gap_up: { operator: "=", value: true } };
const ROOT = `${import.meta.dirname}/../..`;
const PDF_PAGES = `
import json, sys, pypdf
print(json.dumps([page.extract_text() for page in pypdf.PdfReader(sys.argv[1]).pages]))`;

import { CAPTIONS } from "../../web/src/screens/days/gallery/words";

const days = (page: Page) => page.getByRole("list", { name: "Days" }).getByRole("link");
const dates = (page: Page) =>
  days(page).evaluateAll((links) => links.map((link) => (link as HTMLElement).dataset.date));
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.date);

/** The gallery stands with this many days, none of them on its way. */
async function shows(page: Page, count: number) {
  await expect(days(page)).toHaveCount(count);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** How many pixels of each day's canvas are drawn. */
const drawn = (page: Page) =>
  page.locator("ol canvas").evaluateAll((canvases) =>
    canvases.map((each) => {
      const canvas = each as HTMLCanvasElement;
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      return data.filter((value, at) => at % 4 === 3 && value > 0).length;
    }),
  );

/** The captions that do not show their whole text. */
const cut = (page: Page) =>
  page
    .locator("ol dl :is(dt, dd)")
    .evaluateAll((texts) =>
      texts
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );

test("an instructor filters, chooses 12 days and captions, prints them on one sheet and saves a picture", async ({
  page,
  dashboard,
  api,
}, testInfo) => {
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await listDays(page);
  await page.getByRole("link", { name: "Pictures" }).click();
  await expect(page).toHaveURL(screenAddress("/days"));
  await page.getByLabel("Days a page").selectOption("12");
  await shows(page, 12);
  await page.getByRole("button", { name: /^Captions/ }).click();
  const choice = page.getByRole("dialog", { name: CAPTIONS });
  await expect(choice.getByRole("status")).toHaveText("0 of at most 3");
  for (const name of ["Gap Fill (bar)", "Gap Size (pts, signed)", "Gap Class"]) {
    await choice.getByLabel("Find a feature").fill(name);
    await choice.getByLabel(name, { exact: true }).click();
  }
  await choice.getByLabel("Find a feature").fill("");
  await expect(choice.getByRole("checkbox", { checked: false }).first()).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.getByLabel("Sort by").selectOption({ label: "Gap Size (pts, signed)" });
  await shows(page, 12);
  const desktop = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const size of [desktop, { width: 390, height: 844 }, desktop]) {
    await page.setViewportSize(size);
    await expect(page.locator("ol dl :is(dt, dd)")).toHaveCount(72);
    expect(await cut(page), `${size.width} wide`).toEqual([]);
  }

  const asked = {
    ...{ filters: GAP_UP, columns: ["gap_fill_bar", "gap_size_pts", "gap_class"] },
    ...{ sort: { column: "gap_size_pts", descending: true }, page_size: 12 },
  };
  const answer = await api.dayBars(asked);
  await expect.poll(() => dates(page)).toEqual(answer.days.map(({ date }) => date));
  await expect(page.locator("#content").getByRole("status").first()).toHaveText(
    `${counted(answer.total)} days`,
  );
  const [largest] = answer.days;
  await expect(page.getByRole("list", { name: "Days" }).getByRole("listitem").first()).toContainText(
    Number(largest?.values.gap_size_pts).toFixed(2),
  );
  expect(Math.min(...(await drawn(page)))).toBeGreaterThan(81);

  const file = testInfo.outputPath("gallery.pdf");
  await page.pdf({ path: file, format: "A4" });
  const python = { cwd: ROOT, encoding: "utf8" } as const;
  const sheets = JSON.parse(execFileSync(".venv/bin/python", ["-c", PDF_PAGES, file], python)) as string[];
  expect(sheets).toHaveLength(1);
  expect(sheets[0]).toContain("Gap up.");
  expect(sheets[0]?.match(/Gap Fill \(bar\)/g)).toHaveLength(12);
  expect(sheets[0]).not.toMatch(/Dashboard|Applied/);

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "PNG" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("gallery-demo-page-1.png");
  const png = await readFile(await saved.path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * (48 + 4 * 256 - 16), expect.any(Number)]);
});

test("keys walk the days and turn pages, Enter opens a chart, and both ways back lead to the same place", async ({
  page,
  dashboard,
  api,
}) => {
  await dashboard.enter(FEW_CARDS);
  await page.getByRole("link", { name: "Days", exact: true }).click();
  await shows(page, 24);
  await days(page).first().focus();
  const columns = await days(page).evaluateAll(
    (links) =>
      links.filter((link) => link.getBoundingClientRect().top === links[0]?.getBoundingClientRect().top)
        .length,
  );
  expect(columns).toBeGreaterThanOrEqual(4);
  const first = await api.dayBars({ filters: {}, page_size: 24 });
  await page.keyboard.press("ArrowRight");
  expect(await focused(page)).toBe(first.days[1]?.date);
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toBe(first.days[1 + columns]?.date);
  await page.keyboard.press("PageDown");
  const second = await api.dayBars({ filters: {}, page_size: 24, page: 2 });
  await expect.poll(() => focused(page)).toBe(second.days[0]?.date);
  await page.keyboard.press("End");
  const last = String(second.days[23]?.date);
  expect(await focused(page)).toBe(last);
  const scroll = () => page.locator("#content").evaluate((content) => content.scrollTop);
  const before = await scroll();
  expect(before).toBeGreaterThan(0);

  await page.keyboard.press("Enter");
  await new Chart(page).shows(last);
  await page.getByRole("link", { name: "Back to the days" }).click();
  await expect.poll(() => focused(page)).toBe(last);
  expect(await scroll()).toBe(before);

  await page.keyboard.press("Enter");
  await new Chart(page).shows(last);
  await page.goBack();
  await expect.poll(() => focused(page)).toBe(last);
  expect(await scroll()).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(screenAddress("/chart"));
});

test("a link and Back bring a page of the gallery again; other filters begin at the first", {
  tag: "@walk",
}, async ({ page, dashboard, api }) => {
  await dashboard.enter(FEW_CARDS);
  await page.getByRole("link", { name: "Days", exact: true }).click();
  await shows(page, 24);
  const next = page
    .getByRole("navigation", { name: "Pages", exact: true })
    .getByRole("button", { name: "Next" });
  await next.click();
  await next.click();
  await expect(page.getByText("Page 3 of ").first()).toBeVisible();
  await expect(page).toHaveURL(/page%22%3A3/);
  const third = await dates(page);
  const link = page.url();
  await page.goBack();
  await expect(page.getByText("Page 2 of ").first()).toBeVisible();
  await page.goto(link);
  await expect.poll(() => dates(page)).toEqual(third);

  await page.getByRole("button", { name: "Add a condition" }).click();
  const palette = page.getByRole("dialog", { name: "Add a condition" });
  await palette.getByRole("combobox").fill("tuesday");
  await expect(palette.getByRole("option").first()).toContainText("Tuesday");
  await page.keyboard.press("Enter");
  await expect(palette.getByText("Added: Tuesday")).toBeVisible();
  await page.keyboard.press("Escape");
  await page
    .getByRole("region", { name: "Question and answer" })
    .getByRole("button", { name: "Apply" })
    .click();
  const tuesdays: Filters = { weekday: { operator: "in", value: ["Tue"] } };
  const filtered = await api.dayBars({ filters: tuesdays, page_size: 24 });
  await expect.poll(() => dates(page)).toEqual(filtered.days.map(({ date }) => date));
  await expect(page.getByText("Page 1 of ").first()).toBeVisible();
});

for (const theme of ["light", "dark"] as const)
  test(`axe finds nothing in the gallery, ${theme}`, async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.getByRole("link", { name: "Days", exact: true }).click();
    await shows(page, 24);
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: /^Captions/ }).click();
    const choice = page.getByRole("dialog", { name: CAPTIONS });
    expect(await faultsUnder(page, choice)).toEqual([]);
  });

test("on paper a dark page is light, and dark again afterwards", async ({ page, dashboard }) => {
  await dashboard.enter(FEW_CARDS);
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  await page.getByRole("link", { name: "Days", exact: true }).click();
  await shows(page, 24);
  const theme = () => page.evaluate(() => document.documentElement.className);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  expect(await theme()).toContain("light");
  await page.waitForTimeout(300);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  expect(await theme()).toContain("dark");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("two days stand beside each other, and one that is tapped opens", async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    await page.goto("/days");
    await shows(page, 24);
    const boxes = await days(page).evaluateAll((links) =>
      links.slice(0, 4).map((link) => link.getBoundingClientRect().toJSON()),
    );
    const lefts = new Set(boxes.map(({ left }) => left));
    expect(lefts.size).toBe(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const [, second] = await dates(page);
    await days(page).nth(1).tap();
    await new Chart(page).shows(String(second));
    await page.getByRole("link", { name: "Back to the days" }).tap();
    await expect.poll(() => focused(page)).toBe(second);
  });
});
