import type { Locator, Page } from "@playwright/test";
import type { NamedFilter, NextAnswer } from "../../web/src/api/generated";
import { DAYS_LIKE } from "../../web/src/question/words";
import { DAYS_LIKE_BY, FOLLOWED_ON_LIKE } from "../../web/src/screens/today/words";
import { FEW_CARDS, screenAddress } from "./address";
import type { Api } from "./api";
import { faults } from "./axe";
import { counted } from "./dashboard";
import { expect, test } from "./test";

const SCREENS = [
  ["laptop", { width: 1440, height: 900 }],
  ["phone", { width: 390, height: 844 }],
] as const;

const main = (page: Page) => page.getByRole("main");
const field = (page: Page, name: string) => main(page).getByRole("textbox", { name, exact: true });
const sets = (page: Page) => main(page).getByRole("region", { name: DAYS_LIKE_BY }).getByRole("button");
const group = (page: Page, name: string) => main(page).getByRole("region", { name, exact: true });
const bar = (page: Page) => main(page).getByRole("region", { name: "Days like it", exact: true });
const answers = (page: Page) => main(page).getByRole("region", { name: FOLLOWED_ON_LIKE });

/** An open about 0.3 ADR above yesterday's close, on the tick. */
async function anOpen(api: Api): Promise<number> {
  const { levels, tick } = await api.next();
  const { coy, adr10 } = levels;
  return Math.round(((coy ?? Number.NaN) + 0.3 * (adr10 ?? Number.NaN)) / tick) * tick;
}

/** The conditions that the chips of some features stand for, as the service has them. */
function filtersOf({ known }: NextAnswer, ...features: string[]): NamedFilter[] {
  const own = known.filter(({ feature }) => features.includes(feature));
  expect(own).toHaveLength(features.length);
  return own.map(({ filter }) => filter as unknown as NamedFilter);
}

const QUESTION = ["gap_class", "gap_size_pct_adr", "weekday", "close_above_open_prev"];
const QUESTION_ON = `on=${QUESTION.join()}`;

for (const [screen, viewport] of SCREENS)
  test(`one typed number and three clicks have the answer in sight: ${screen}`, async ({
    page,
    dashboard,
    api,
  }) => {
    await page.setViewportSize(viewport);
    await dashboard.session();
    const open = await anOpen(api);
    await page.goto("/today");
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };
    await field(page, "Open").fill(String(open));
    await expect(sets(page).first()).not.toContainText("not known yet");
    for (const at of [0, 1, 2]) await click(sets(page).nth(at));
    expect(clicks).toBe(3);

    const known = await api.next({ open });
    const filters = filtersOf(known, ...QUESTION);
    const { total_days, questions } = await api.questions({ filters, as_of: 0 });
    await expect(bar(page)).toContainText(`${counted(total_days)} day`);
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
    const [first] = questions;
    const line = answers(page).getByRole("listitem").filter({ hasText: "Does a gap fill by the close?" });
    await expect(line).toContainText(`${(100 * (first?.occurrence ?? Number.NaN)).toFixed(2)}%`);
    await expect(line).toContainText(`of ${counted(first?.days ?? 0)} day`);
    if (screen === "laptop") await expect(line).toBeInViewport({ ratio: 1 });
    else {
      await bar(page).getByRole("button", { name: "Answers" }).click();
      await expect(line).toBeInViewport({ ratio: 1 });
      await expect(bar(page)).toBeInViewport({ ratio: 1 });
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBe(0);
  });

test("the dashboard, the gallery and the path show the same days", { tag: "@walk" }, async ({
  page,
  dashboard,
  api,
}) => {
  await dashboard.enter(FEW_CARDS);
  const open = await anOpen(api);
  const known = await api.next({ open });
  const filters = filtersOf(known, "gap_class", "weekday");
  const { total_days } = await api.questions({ filters, as_of: 0 });
  await page.getByRole("link", { name: "Today", exact: true }).click();
  await expect(page).toHaveURL(screenAddress("/today"));
  await field(page, "Open").fill(`${open.toFixed(2)}`.replace(".", ","));
  await field(page, "Open").press("Enter");
  await group(page, "At the open")
    .getByRole("button", { name: /^Gap Class/ })
    .click();
  await sets(page).nth(1).click();
  await expect(bar(page)).toContainText(counted(total_days));
  await main(page).getByRole("button", { name: "Open dashboard" }).click();
  await expect(page).toHaveURL(screenAddress("/dashboard"));
  await expect(page.getByRole("region", { name: "Question and answer" })).toContainText(counted(total_days));
  await expect(page.getByRole("combobox", { name: "Known up to" })).toHaveValue("open");

  await page.goBack();
  await expect(field(page, "Open")).toHaveValue(String(open));
  await main(page).getByRole("button", { name: "Pictures" }).click();
  await expect(page).toHaveURL(screenAddress("/days"));
  await expect(page.getByRole("region", { name: "Question and answer" })).toContainText(counted(total_days));
  await page.getByRole("link", { name: "Today", exact: true }).click();
  await expect(field(page, "Open")).toHaveValue(String(open));
  await expect(bar(page)).toContainText(counted(total_days));
});

test("what has the focus is never under the bar", async ({ page, dashboard, api }) => {
  await dashboard.session();
  await page.goto(`/today?open=${await anOpen(api)}&${QUESTION_ON}`);
  await expect(answers(page).getByRole("listitem").first()).toBeVisible();
  const foot = await bar(page).boundingBox();
  const chips = await main(page).getByRole("button", { pressed: false }).count();
  await sets(page).first().focus();
  for (let at = 0; at < chips; at += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.locator(":focus").boundingBox();
    const isInBar = (await bar(page).locator(":focus").count()) > 0;
    if (isInBar) break;
    expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  }
});

test("days like the next session are held against what was typed", async ({ page, dashboard, api }) => {
  await dashboard.enter(FEW_CARDS);
  const open = await anOpen(api);
  await page.goto(`/today?open=${open}`);
  await main(page).getByRole("button", { name: DAYS_LIKE }).click();
  await expect(page).toHaveURL(screenAddress("/days", "like"));
  const list = page.getByRole("list", { name: DAYS_LIKE });
  await expect(list.getByRole("listitem")).toHaveCount(26);
  const { days } = await api.alike({ next: { open }, as_of: 0, filters: {} });
  const found = await list.getByRole("link").evaluateAll((all) => all.map((link) => link.dataset.date));
  expect(found).toEqual(days.map(({ date }) => date));
});

for (const theme of ["light", "dark"] as const)
  test(`axe finds nothing on the next session, ${theme}`, async ({ page, dashboard, api }) => {
    await dashboard.enter(FEW_CARDS);
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.goto(`/today?open=${await anOpen(api)}&gxh=1&${QUESTION_ON}`);
    await expect(answers(page).getByRole("listitem").first()).toBeVisible();
    await main(page)
      .getByRole("button", { name: /^Show all \d+ of Yesterday/ })
      .click();
    await expect(field(page, "Globex high")).toHaveAccessibleDescription(/left out/);
    expect(await faults(page)).toEqual([]);
  });
