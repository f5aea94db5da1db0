import type { Page, Response } from "@playwright/test";
import type { QuizDay, QuizResult } from "../../web/src/api/generated";
import { FEW_CARDS, screenAddress } from "./address";
import { faults, faultsUnder } from "./axe";
import { expect, test } from "./test";

const NEXT = "/api/v2/quiz/next";
const ANSWER = "/api/v2/quiz/answer";

/** All that a page is told of a day before the guess. */
const TOLD = ["adr10", "as_of", "bars", "expires_at", "feature", "levels", "snapshot", "token"];

const main = (page: Page) => page.getByRole("main");
const question = (page: Page) =>
  main(page).getByRole("heading", { name: /^It is \d+:\d\d, bar \d+\. Will / });
const field = (page: Page) => page.getByRole("spinbutton", { name: "Your probability, percent" });
const next = (page: Page) => page.getByRole("button", { name: "Next day" });
const picture = (page: Page) => main(page).getByRole("img", { name: /^Bars 1 to / });
const drawn = (page: Page) => picture(page).locator("[data-bar]");

/** The next answer of a call of the quiz, as it came. */
async function answered<Answer>(page: Page, path: string): Promise<Answer> {
  const response = await page.waitForResponse((each) => new URL(each.url()).pathname === path);
  return (await response.json()) as Answer;
}

/** From now on the text of every answer, those of the page's files too. */
function recorded(page: Page): Promise<string>[] {
  const texts: Promise<string>[] = [];
  page.on("response", (response: Response) => {
    texts.push(response.text().catch(() => ""));
  });
  return texts;
}

/** To the quiz, with the day that it draws. */
async function opened(page: Page, address = "/practice"): Promise<QuizDay> {
  const drawing = answered<QuizDay>(page, NEXT);
  await page.goto(address);
  const day = await drawing;
  await expect(question(page)).toBeVisible();
  return day;
}

/** Every list of numbers in a JSON text, however deep. */
function lists(text: string): number[][] {
  const found: number[][] = [];
  const look = (value: unknown) => {
    if (Array.isArray(value) && value.every((each) => typeof each === "number")) found.push(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(look);
  };
  try {
    look(JSON.parse(text));
  } catch {
    // A file of the page bears no bars.
  }
  return found;
}

test("nothing of the rest of the day, nor its date, is on the page before the guess", {
  tag: "@walk",
}, async ({ page, dashboard, api }) => {
  const { min_date, max_date } = await api.summary();
  const log = recorded(page);
  const guessed = new Set<string>();
  await dashboard.enter(FEW_CARDS);
  for (const bar of [6, 54]) {
    const begins = log.length;
    const day = await opened(page, `/practice?bar=${bar}`);
    await expect(drawn(page)).toHaveCount(bar);
    const all = await Promise.all(log);
    const markup = await page.content();

    const guessing = answered<QuizResult>(page, ANSWER);
    await field(page).fill("60");
    await field(page).press("Enter");
    const { date, bars } = await guessing;
    // Chance may draw a day twice, which the answer to the first guess has shown.
    const before = guessed.has(date) ? all.slice(begins) : all;
    guessed.add(date);
    await expect(drawn(page)).toHaveCount(81);

    expect(day.as_of).toBe(bar);
    for (const side of ["o", "h", "l", "c"] as const) {
      expect(day.bars[side]).toEqual(bars[side].slice(0, bar));
      const rest = bars[side].slice(bar);
      const open = before.flatMap(lists).filter((list) => list.join().includes(rest.slice(0, 10).join()));
      expect(open, `the rest of ${side}`).toEqual([]);
    }
    expect(Object.keys(day).sort()).toEqual(TOLD);
    expect(JSON.stringify(day)).not.toMatch(/\d{4}-\d\d-\d\d(?!-[0-9a-f]{6})/);
    const tells = [...before, markup].filter((text) => text.includes(date));
    if (date !== min_date && date !== max_date) expect(tells, `the date ${date}`).toEqual([]);
    await expect(page.locator("#content").getByRole("status").first()).toContainText("The day was");
  }
});

test("a visitor without a mouse guesses day after day, and the answers are kept", async ({
  page,
  dashboard,
}) => {
  await dashboard.session();
  await opened(page, "/practice?bar=12&ask=hoy_bo_bar");
  await expect(question(page)).toHaveText("It is 10:30, bar 12. Will yesterday's high break?");
  await page.getByRole("combobox", { name: "Question" }).focus();
  await page.keyboard.press("Tab");
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole("button", { name: "Show the day" })).toBeDisabled();
  await page.keyboard.type("7");
  await page.keyboard.press("ArrowUp");
  const first = answered<QuizResult>(page, ANSWER);
  await page.keyboard.press("Enter");
  const { brier, base } = await first;
  const status = page.locator("#content").getByRole("status").first();
  await expect(status).toContainText(`You said 8%. Penalty ${Math.round(100 * brier)} (0 best, 100 worst).`);
  await expect(status).toContainText(
    `of ${base.days.toLocaleString("en-US")} days, would have cost ${Math.round(100 * base.brier)}.`,
  );
  await expect(next(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  await expect(field(page)).toHaveValue("100");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(next(page)).toBeFocused();

  const record = page.getByRole("region", { name: "Your answers" });
  await expect(record).toContainText("2 answers. Mean penalty ");
  await expect(
    record
      .getByRole("row", { name: /^0 to 9%/ })
      .getByRole("cell")
      .first(),
  ).toHaveText("1");
  await expect(
    record
      .getByRole("row", { name: /^90 to 100%/ })
      .getByRole("cell")
      .first(),
  ).toHaveText("1");
  await page.reload();
  await expect(record).toContainText("2 answers.");
  expect(new URL(page.url()).searchParams.get("ask")).toBe("hoy_bo_bar");
});

test("the sidebar leads there; days that match are drawn bar by bar, and lead to their charts", async ({
  page,
  dashboard,
  api,
}) => {
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await page.getByRole("link", { name: "Practice", exact: true }).click();
  await expect(page).toHaveURL(screenAddress("/practice"));
  await expect(question(page)).toBeVisible();
  const drawing = answered<QuizDay>(page, NEXT);
  await page.getByRole("combobox", { name: "Days" }).selectOption("matching");
  await drawing;
  expect(new URL(page.url()).searchParams.get("of")).toBe("matching");
  await expect(main(page).getByText(/^Gap up\./)).toBeVisible();
  const guessing = answered<QuizResult>(page, ANSWER);
  await page.getByRole("button", { name: "75%" }).click();
  await page.getByRole("button", { name: "Show the day" }).click();
  const { date, bars } = await guessing;
  await expect(drawn(page)).toHaveCount(81);
  const wicks = await drawn(page)
    .locator("rect:first-child")
    .evaluateAll((boxes) =>
      boxes.map((box) => ["y", "height"].map((side) => Number(box.getAttribute(side)))),
    );
  const drawnAt = [...bars.h, ...bars.l];
  const at = [
    ...wicks.map(([high = 0]) => high),
    ...wicks.map(([high = 0, height = 0]) => high + height - 1),
  ];
  const [top, foot] = [Math.max(...drawnAt), Math.min(...drawnAt)];
  const perTick = (Math.max(...at) - Math.min(...at)) / (top - foot);
  for (const [index, ticks] of drawnAt.entries())
    expect(Math.abs((at[index] ?? 0) - Math.min(...at) - (top - ticks) * perTick)).toBeLessThanOrEqual(1);
  expect(await api.dates({ gap_up: { operator: "=", value: true } })).toContain(date);
  await main(page).getByRole("link", { name: "Open its chart" }).click();
  await expect(page).toHaveURL(screenAddress("/chart"));
  await expect.poll(() => new URL(page.url()).searchParams.get("day")).toBe(date);
});

test("two tabs have one day between them, and lose no answer of each other", async ({
  page,
  context,
  dashboard,
}) => {
  await dashboard.session();
  await opened(page);
  const other = await context.newPage();
  await other.goto("/practice");
  await expect(question(other)).toHaveText(await question(page).innerText());
  for (const tab of [page, other]) {
    await tab.getByRole("button", { name: "50%" }).click();
    await tab.getByRole("button", { name: "Show the day" }).click();
    await expect(next(tab)).toBeVisible();
  }
  await expect(main(other).getByRole("alert")).toHaveText("This day is answered already.");
  await expect(drawn(other)).not.toHaveCount(81);
  await next(other).click();
  await other.getByRole("button", { name: "50%" }).click();
  await other.getByRole("button", { name: "Show the day" }).click();
  await expect(drawn(other)).toHaveCount(81);
  for (const tab of [page, other])
    await expect(tab.getByRole("region", { name: "Your answers" })).toContainText("2 answers.");
});

test("a round goes on after a reload, and its score is of all its guesses", async ({ page, dashboard }) => {
  await dashboard.session();
  const results: QuizResult[] = [];
  const log = recorded(page);
  await opened(page, "/practice?guesses=5&ask=hoy_bo_bar");
  for (const number of [1, 2, 3, 4, 5]) {
    if (number === 3) {
      const seen = await picture(page).getAttribute("aria-label");
      await page.reload();
      await expect(picture(page)).toHaveAttribute("aria-label", seen ?? "");
    }
    await expect(main(page).getByText(`Guess ${number} of 5`)).toBeVisible();
    const told = (await Promise.all(log)).join();
    const guessing = answered<QuizResult>(page, ANSWER);
    await page.getByRole("button", { name: "75%" }).click();
    await page.getByRole("button", { name: "Show the day" }).click();
    const result = await guessing;
    // Chance may draw a day twice.
    if (!results.some(({ date }) => date === result.date))
      expect(told, "the rest of the day").not.toContain(result.bars.c.slice(54, 64).join());
    results.push(result);
    if (number < 5) await next(page).click();
  }
  await page.getByRole("button", { name: "Show the score" }).click();
  const score = page.getByRole("region", { name: "The round's score" });
  const mean = (of: (result: QuizResult) => number) =>
    ((100 * results.reduce((sum, result) => sum + of(result), 0)) / 5).toFixed(1);
  await expect(score).toContainText(`Mean penalty ${mean(({ brier }) => brier)} (0 best, 100 worst).`);
  await expect(score).toContainText(`Saying the average would have cost ${mean(({ base }) => base.brier)}.`);
  const [worst] = results.toSorted((a, b) => b.brier - b.base.brier - (a.brier - a.base.brier));
  await expect(score.getByRole("link").first()).toHaveAttribute("href", `/chart?date=${worst?.date}`);
  expect(await faults(page)).toEqual([]);
  await page.reload();
  await expect(score).toBeVisible();
  await page.getByRole("button", { name: "New round" }).click();
  await expect(main(page).getByText("Guess 1 of 5")).toBeVisible();
  await main(page)
    .getByText(/^Round of 5, /)
    .click();
  await expect(main(page).getByRole("region", { name: "Guesses of the round" }).getByRole("row")).toHaveCount(
    6,
  );
});

test("no question that is offered is refused", async ({ page, dashboard, api }) => {
  await dashboard.session();
  await opened(page);
  const offered = await page
    .getByRole("combobox", { name: "Question" })
    .getByRole("option")
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(offered.length).toBeGreaterThan(30);
  for (const feature of offered.filter(Boolean)) await api.quizDay({ feature });
});

for (const theme of ["light", "dark"] as const)
  test(`axe finds nothing on the quiz, ${theme}`, async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.getByRole("link", { name: "Practice", exact: true }).click();
    await expect(drawn(page).first()).toBeVisible();
    await main(page).getByText("The bars as a table").click();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "95%" }).click();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "Show the day" }).click();
    await expect(drawn(page)).toHaveCount(81);
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "Empty" }).click();
    const dialog = page.getByRole("dialog", { name: "Empty your answers" });
    expect(await faultsUnder(page, dialog)).toEqual([]);
  });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("a day is guessed by taps, and nothing is wider than the page", async ({ page, dashboard }) => {
    await dashboard.session();
    await opened(page);
    await page.getByRole("button", { name: "25%" }).tap();
    await page.getByRole("button", { name: "Show the day" }).tap();
    await expect(drawn(page)).toHaveCount(81);
    await expect(page.locator("#content").getByRole("status").first()).toContainText("You said 25%.");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await next(page).tap();
    await expect(question(page)).toBeFocused();
    await expect(page.getByRole("button", { name: "Show the day" })).toBeDisabled();
  });
});
