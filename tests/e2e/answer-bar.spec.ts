import type { Page } from "@playwright/test";
import { FEW_CARDS, VISITOR } from "./address";
import { faults, faultsUnder } from "./axe";
import { expect, test } from "./test";

const bar = (page: Page) => page.getByRole("region", { name: "Question and answer" });
const palette = (page: Page) => page.getByRole("dialog", { name: "Add a condition" });
const sentence = (page: Page) => bar(page).getByRole("button", { name: /Show the card$/ });

const is = (value: boolean) => ({ operator: "=", value });
const below = (value: number) => ({ operator: "<", value });
const TWELVE = {
  gap_up: is(true),
  open_vs_prev_range: { operator: "in", value: ["inside"] },
  gap_size_pct_adr: { operator: "range", value: [0, 60] },
  weekday: { operator: "in", value: ["Mon", "Tue", "Wed"] },
  close_above_open_prev: is(false),
  adr10_pts: { operator: ">", value: 5 },
  gap_down: is(false),
  gx_range_pct_adr: below(500),
  bar1_range_pct_adr: below(500),
  or12_range_pct_adr: below(500),
  trading_day_of_month: below(30),
  is_fomc_day: is(false),
};

const asking = (filters: object, more: Record<string, string> = FEW_CARDS) => ({
  ...more,
  filters: JSON.stringify(filters),
});

for (const [screen, viewport, height] of [
  ["desktop", { width: 1440, height: 900 }, 72],
  ["laptop", { width: 1024, height: 768 }, 72],
  ["tablet", { width: 768, height: 1024 }, 72],
  ["phone", { width: 390, height: 844 }, 44],
] as const)
  test(`the row is as high whatever it holds, and nothing lies beside the page: ${screen}`, async ({
    page,
    dashboard,
  }) => {
    await page.setViewportSize(viewport);
    for (const filters of [{}, TWELVE]) {
      await dashboard.enter(asking(filters));
      await expect(sentence(page)).not.toContainText("…");
      const box = await bar(page).boundingBox();
      expect(box?.height).toBe(height);
      const inner = await bar(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(inner, "what does not fit").toBeLessThanOrEqual(0);
      await page.locator("#content").evaluate((content) => content.scrollTo(0, 600));
      await expect(sentence(page)).toBeInViewport({ ratio: 1 });
      await expect(page.getByText(/^[\d,]+ days?$/).first(), "how many days").toBeInViewport({ ratio: 1 });
    }
    const frame = page.getByRole("banner").or(bar(page));
    await frame.getByRole("button", { name: /\d+ (more )?filters?(,|$)/ }).click();
    const all = page.getByRole("dialog", { name: "The whole question" });
    await expect(all.getByRole("listitem")).toHaveCount(12);
    for (const part of ["Known up to", /^Start date:/, /^End date:/])
      await expect(page.getByLabel(part)).toBeInViewport({ ratio: 1 });
    expect(await faultsUnder(page, all)).toEqual([]);
  });

test("every filter stands in the row or is counted beside it, at any width", async ({ page, dashboard }) => {
  const { gap_up, weekday } = TWELVE;
  await dashboard.enter(asking({ gap_up, weekday: { ...weekday, value: ["Mon"] }, nr7: is(true) }));
  const told = () =>
    bar(page).evaluate((row) => {
      const chips = [...row.querySelectorAll<HTMLElement>("ul[aria-label] > li")];
      const others = row.querySelector("button[aria-label*='more filter']")?.ariaLabel ?? "0";
      return (
        chips.filter((chip) => chip.offsetTop === chips[0]?.offsetTop).length + Number.parseInt(others, 10)
      );
    });
  const height = 900;
  for (let width = 1440; width > 900; width -= 20) {
    await page.setViewportSize({ width: 2200, height });
    await expect(bar(page).getByRole("button", { name: /more filter/ })).toHaveCount(0);
    await page.setViewportSize({ width, height });
    await expect.poll(told, `${width} wide`).toBe(3);
  }
});

test("it stands where filters matter, and the chart gives it room", async ({ page, dashboard }) => {
  await dashboard.session();
  for (const path of ["/dashboard", "/dashboard?view=compare", "/dashboard?view=target", "/chart"]) {
    await page.goto(path);
    await expect(bar(page), path).toBeVisible();
  }
  await expect(page.getByRole("application")).toBeInViewport({ ratio: 1 });
  const scrolls = await page
    .locator("#content")
    .evaluate((content) => content.scrollHeight - content.clientHeight);
  expect(scrolls, "the chart ends where the window does").toBeLessThanOrEqual(0);
  for (const path of ["/methods", "/settings"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(bar(page), path).toBeHidden();
    for (const part of ["Known up to", "Instrument"]) await expect(page.getByLabel(part), path).toBeHidden();
  }
});

test("in a low window the number of days alone stays in sight", async ({ page, dashboard }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await dashboard.enter(asking({ gap_up: is(true) }));
  await dashboard.say("Gap Down", "False");
  await expect(bar(page).getByText("with the pending filter")).toBeInViewport({ ratio: 1 });
  await expect(bar(page).getByRole("button", { name: "Add a condition" })).not.toBeInViewport();
  await expect(sentence(page)).not.toBeInViewport();
  const box = await bar(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(33);
});

test("row and palette are walked by keys alone and have no fault", async ({ page, dashboard }) => {
  await dashboard.enter(asking({ gap_up: is(true) }));
  const add = bar(page).getByRole("button", { name: "Add a condition" });
  await add.focus();
  await page.keyboard.press("Enter");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  expect(await faultsUnder(page, palette(page))).toEqual([]);
  await page.keyboard.type("tuesday");
  await expect(palette(page).getByRole("option").first()).toContainText("Tuesday");
  await page.keyboard.press("Enter");
  await expect(palette(page).getByText("Added: Tuesday")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(add).toBeFocused();
  await expect(bar(page).locator("[data-stale=true]")).toHaveCount(0);
  expect(await faults(page)).toEqual([]);

  for (const name of ["Edit Gap up", "Remove Gap up", "Edit Tuesday, pending"]) {
    await page.keyboard.press("Tab");
    await expect(bar(page).getByRole("button", { name })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  const editor = page.getByRole("dialog", { name: "Edit filter" });
  await expect(editor).toBeVisible();
  expect(await faultsUnder(page, editor)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(editor).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(bar(page).getByRole("button", { name: "Discard Tuesday" })).toBeFocused();
  for (const part of [/^Known up to$/, /^Start date:/, /^End date:/, /^Instrument$/]) {
    await page.keyboard.press("Tab");
    await expect(bar(page).getByLabel(part)).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(bar(page).getByRole("button", { name: "Apply", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await dashboard.said("Applied 1 filter(s)");
  await expect(bar(page).getByRole("button", { name: "Remove Tuesday" })).toBeVisible();
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  expect(await faults(page)).toEqual([]);
});

test("a card can be pinned, and its sentence leads back to it", async ({ page, dashboard }) => {
  await dashboard.enter({ ...VISITOR, probabilities: "gap_up,gap_fill_bar" });
  await expect(sentence(page)).toContainText("Gap Fill");
  await dashboard
    .card("Gap Up")
    .getByRole("button", { name: /^Keep the answer in sight/ })
    .click();
  await expect(sentence(page)).toContainText(/^Gap Up \d/);
  await page.reload();
  await expect(sentence(page), "kept").toContainText(/^Gap Up \d/);
  await page.getByRole("link", { name: "Compare" }).click();
  await sentence(page).click();
  await expect(dashboard.card("Gap Up")).toBeFocused();
});
