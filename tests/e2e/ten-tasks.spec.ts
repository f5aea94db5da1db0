import type { Page } from "@playwright/test";
import { entryAddress, screenAddress, VISITOR } from "./address";
import { Chart } from "./chart";
import { Effort } from "./effort";
import { expect, held, test } from "./test";

/** The ten everyday tasks, each with the clicks, fields and scrolls that it may take from a fresh dashboard. */

const bar = (page: Page) => page.getByRole("region", { name: "Question and answer" });
const answer = (page: Page) => bar(page).getByRole("button", { name: /Show the card$/ });

test("a: it gapped up 12 points: how often is the gap filled, and by when?", async ({ page, dashboard }) => {
  const effort = new Effort();
  await page.goto(entryAddress({ ...VISITOR, probabilities: "gap_up" }));
  await dashboard.settled();
  // The palette's part is slow to come: what is typed meanwhile is kept.
  const loaded = await held(page, "**/condition-modal*.js");
  await effort.click(page.getByRole("button", { name: "Add a condition" }).first());
  await expect(page.getByLabel("Search, loading")).toBeFocused();
  effort.spent.fields += 1;
  await page.keyboard.type("gap up 12 points, friday: filled by when?");
  await page.keyboard.press("Enter");
  loaded();
  await expect(bar(page).getByRole("button", { name: "Remove Gap size 10 to 14 points" })).toBeVisible();
  await expect(bar(page).getByRole("button", { name: "Remove Friday" })).toBeVisible();
  await effort.read(answer(page), /Gap Fill .* days, half of them by/);
  effort.isAtMost({ clicks: 1, fields: 1, scrolls: 0 });
});

test("d: five days on which it gapped up, as charts", async ({ page, dashboard, api }) => {
  const effort = new Effort();
  await page.goto(entryAddress());
  await dashboard.settled();
  await effort.click(dashboard.card("Gap Up").getByRole("button", { name: "True" }));
  await page.keyboard.press("Control+Enter");
  await dashboard.said("Applied 1 filter(s)");
  await effort.click(page.getByRole("navigation").getByRole("link", { name: "Days", exact: true }));
  const pictures = page.getByRole("list", { name: "Days", exact: true }).getByRole("link");
  await expect(pictures).toHaveCount(24);
  effort.isAtMost({ clicks: 2, fields: 0, scrolls: 0 });

  const listed = await api.dayList({ filters: { gap_up: { operator: "=", value: true } } });
  const [first, ...others] = listed.rows.slice(0, 5).map((row) => String(row.session_date));
  const chart = new Chart(page);
  await effort.click(pictures.first());
  await chart.shows(String(first));
  await expect(page.getByText("Previous and Next follow Days: by date, newest first")).toBeVisible();
  for (const date of others) {
    await effort.click(page.getByRole("button", { name: "Next day" }));
    await chart.shows(date);
  }
  effort.isAtMost({ clicks: 7, fields: 0, scrolls: 0 });
  await page.goBack();
  await expect(page).toHaveURL(screenAddress("/days"));
  await expect(pictures.first()).toBeFocused();
});

test("f: save this question and find it tomorrow", async ({ page, dashboard }) => {
  const effort = new Effort();
  await page.goto(entryAddress());
  await dashboard.settled();
  await effort.click(dashboard.card("Gap Up").getByRole("button", { name: "True" }));
  await effort.click(dashboard.apply);
  await dashboard.said("Applied 1 filter(s)");
  await effort.click(page.getByRole("button", { name: "Presets", exact: true }));
  await effort.type(page.getByLabel("Preset name"), "up days");
  await page.keyboard.press("Enter");
  await dashboard.said("Preset up days saved successfully");

  await page.goto("/dashboard?filters={}");
  await dashboard.settled();
  await expect(bar(page).getByRole("button", { name: "Remove Gap up" })).toBeHidden();
  await effort.click(page.getByRole("button", { name: "Presets", exact: true }));
  await effort.click(page.getByRole("button", { name: "Load and apply preset up days" }));
  await expect(bar(page).getByRole("button", { name: "Remove Gap up" })).toBeVisible();
  effort.isAtMost({ clicks: 5, fields: 1, scrolls: 0 });
});

test("i: share what is shown", async ({ page, context, dashboard }) => {
  const effort = new Effort();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(entryAddress());
  await dashboard.settled();
  await effort.click(page.getByRole("button", { name: "Share", exact: true }));
  await dashboard.said(/^Copied the short link/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/v\/[\w-]{22}$/);
  effort.isAtMost({ clicks: 1, fields: 0, scrolls: 0 });
});

test("c: the first hour's high broke: how far does it go?", async ({ page, dashboard }) => {
  const effort = new Effort();
  await page.goto(entryAddress());
  await dashboard.settled();
  await effort.click(page.getByRole("button", { name: "Add a condition" }).first());
  const palette = page.getByRole("dialog", { name: "Add a condition" });
  await effort.type(palette.getByRole("combobox"), "opening range broke up: how far?");
  await page.keyboard.press("Enter");
  await expect(bar(page).getByRole("button", { name: "Remove First hour's high broken" })).toBeVisible();
  await effort.read(answer(page), /OR12 Extension Up .* median of [\d,]+ days/);
  effort.isAtMost({ clicks: 2, fields: 1, scrolls: 0 });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("j: a gap of 12 points: how often is it filled, and on how many days?", async ({
    page,
    dashboard,
  }) => {
    const effort = new Effort();
    await page.goto(entryAddress());
    await dashboard.settled();
    await effort.click(page.getByRole("button", { name: "Add a condition" }).first());
    const palette = page.getByRole("dialog", { name: "Add a condition" });
    await effort.type(palette.getByRole("combobox"), "gap up 12 points: filled by when?");
    await page.keyboard.press("Enter");
    await effort.read(answer(page), /Gap Fill .* of [\d,]+ days, half of them by/);
    effort.isAtMost({ clicks: 1, fields: 1, scrolls: 0 });
  });
});

test("e: is Friday different?", async ({ page, dashboard }) => {
  const effort = new Effort();
  await page.goto(entryAddress());
  await dashboard.settled();
  await effort.click(page.getByRole("button", { name: "Add a condition" }).first());
  const palette = page.getByRole("dialog", { name: "Add a condition" });
  await effort.click(palette.getByRole("option", { name: /^Friday/ }));
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await effort.click(palette.getByRole("button", { name: "Apply 1 Filter(s)" }));
  const different = page.getByRole("region", { name: "What is different on these days" });
  await effort.read(
    different.getByRole("status"),
    /^(None|\d+) of the \d+ comparisons differs? beyond chance\.$/,
  );
  effort.isAtMost({ clicks: 3, fields: 0, scrolls: 0 });
  expect(
    calls.filter((path) => /probabilities|compare/.test(path)),
    "the answer of Apply has it all",
  ).toEqual([]);
});

test("h: practise a guess", async ({ page, dashboard }) => {
  const effort = new Effort();
  await page.goto(entryAddress());
  await dashboard.settled();
  await effort.click(page.getByRole("link", { name: "Practice", exact: true }));
  await effort.click(page.getByRole("button", { name: "75%", exact: true }));
  await effort.click(page.getByRole("button", { name: "Show the day" }));
  await effort.read(
    page.locator("#content").getByRole("status").first(),
    /You said 75%\. Penalty \d+ .* Saying the average, .* would have cost \d+\./,
  );
  effort.isAtMost({ clicks: 3, fields: 0, scrolls: 0 });
});
