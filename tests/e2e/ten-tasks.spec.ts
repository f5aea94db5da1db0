import type { Page } from "@playwright/test";
import { entryAddress, screenAddress, VISITOR } from "./address";
import { Chart } from "./chart";
import { ChromiumGuest } from "./tasks/in-chromium";
import { TASKS } from "./tasks/tasks";
import { expect, held, test } from "./test";

/** The ten everyday tasks, and what else must hold while they are done. */

const PHONE = { width: 390, height: 844 };

for (const { name, isOnPhone, aim, walk } of TASKS)
  test.describe(() => {
    test.use({ permissions: ["clipboard-write"] });
    if (isOnPhone) test.use({ viewport: PHONE, hasTouch: true });
    test(name, async ({ page }) => {
      const guest = new ChromiumGuest(page);
      await walk(guest);
      guest.isAtMost(aim);
    });
  });

const bar = (page: Page) => page.getByRole("region", { name: "Question and answer" });

test("what is typed before the palette is there is kept", async ({ page, dashboard }) => {
  await page.goto(entryAddress({ ...VISITOR, probabilities: "gap_up" }));
  await dashboard.settled();
  const loaded = await held(page, "**/condition-modal*.js");
  await page.getByRole("button", { name: "Add a condition" }).first().click();
  await expect(page.getByLabel("Search, loading")).toBeFocused();
  await page.keyboard.type("gap up 12 points, friday: filled by when?");
  await page.keyboard.press("Enter");
  loaded();
  await expect(bar(page).getByRole("button", { name: "Remove Gap size 10 to 14 points" })).toBeVisible();
  await expect(bar(page).getByRole("button", { name: "Remove Friday" })).toBeVisible();
});

test("Next walks the days as Days lists them, and Back returns to the picture", async ({
  page,
  dashboard,
  api,
}) => {
  await page.goto(entryAddress());
  await dashboard.settled();
  await dashboard.say("Gap Up", "True");
  await page.keyboard.press("Control+Enter");
  await dashboard.said("Applied 1 filter(s)");
  await page.getByRole("navigation").getByRole("link", { name: "Days", exact: true }).click();
  const pictures = page.getByRole("list", { name: "Days", exact: true }).getByRole("link");
  await expect(pictures).toHaveCount(24);

  const listed = await api.dayList({ filters: { gap_up: { operator: "=", value: true } } });
  const [first, ...others] = listed.rows.slice(0, 5).map((row) => String(row.session_date));
  const chart = new Chart(page);
  await pictures.first().click();
  await chart.shows(String(first));
  await expect(page.getByText("Previous and Next follow Days: by date, newest first")).toBeVisible();
  for (const date of others) {
    await page.getByRole("button", { name: "Next day" }).click();
    await chart.shows(date);
  }
  await page.goBack();
  await expect(page).toHaveURL(screenAddress("/days"));
  await expect(pictures.first()).toBeFocused();
});

test("the short link is in the clipboard", async ({ page, context, dashboard }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(entryAddress());
  await dashboard.settled();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dashboard.said(/^Copied the short link/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/v\/[\w-]{22}$/);
});

test("what is different comes with the answer of Apply", async ({ page, dashboard }) => {
  await page.goto(entryAddress());
  await dashboard.settled();
  await page.getByRole("button", { name: "Add a condition" }).first().click();
  const palette = page.getByRole("dialog", { name: "Add a condition" });
  await palette.getByRole("option", { name: /^Friday/ }).click();
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await palette.getByRole("button", { name: "Apply 1 Filter(s)" }).click();
  const different = page.getByRole("region", { name: "What is different on these days" });
  await expect(different.getByRole("status")).toHaveText(/comparisons differs? beyond chance\.$/);
  expect(calls.filter((path) => /probabilities|compare/.test(path))).toEqual([]);
});
