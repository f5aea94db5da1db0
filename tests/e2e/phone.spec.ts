import { METHODS_TITLE } from "../../web/src/screens/methods/words";
import { entryAddress, FEW_CARDS, screenAddress } from "./address";
import { counted } from "./dashboard";
import { PLACES } from "./places";
import { expect, test } from "./test";

/** Screens with a title in sight. */
const NAMED = [
  ...["/settings", "/dashboard?view=compare", "/dashboard?view=path"],
  ...["/questions", "/days", "/days?view=table", "/methods"],
];

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("a visitor with a phone walks from entry through filter, apply and clear", { tag: "@walk" }, async ({
  page,
  dashboard,
  api,
}) => {
  const total = (await api.summary()).totalDays;
  const days = await api.days({ gap_up: { operator: "=", value: true } });
  await dashboard.enter();
  await dashboard.shows(total, total);
  await expect(dashboard.summary).toBeHidden();

  await dashboard.card("Gap Up").getByRole("button", { name: "True" }).tap();
  await expect(dashboard.status(dashboard.card("Gap Up"), "Pending filter")).toBeVisible();
  await page.getByRole("button", { name: "Toggle sidebar" }).tap();
  await dashboard.apply.tap();
  await dashboard.said("Applied 1 filter(s)");
  await page.getByRole("button", { name: "Close sidebar" }).tap();
  await expect(dashboard.summary).toBeHidden();
  await dashboard.shows(days, total);

  await page.getByRole("button", { name: "Toggle sidebar" }).tap();
  await dashboard.summary.getByRole("button", { name: "Clear All" }).tap();
  await dashboard.said("Cleared all filters and probability analyses");
  await page.getByRole("link", { name: "Statistical Methods" }).tap();
  await expect(page.getByRole("heading", { name: METHODS_TITLE })).toBeVisible();
  await expect(page).toHaveURL(screenAddress("/methods"));
  await expect(page.getByRole("link", { name: "Statistical Methods", exact: true })).toBeHidden();
});

test("Apply and the live count stand at the foot while something is pending", async ({
  page,
  dashboard,
  api,
}) => {
  const days = await api.days({ gap_up: { operator: "=", value: true } });
  await dashboard.enter(FEW_CARDS);
  const apply = page.getByRole("main").getByRole("button", { name: "Apply 1 Filter(s)" });
  await dashboard.card("Gap Up").getByRole("button", { name: "True" }).tap();
  await expect(apply).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(`With the pending filter: ${counted(days)} days`)).toBeInViewport();
  await apply.tap();
  await dashboard.said("Applied 1 filter(s)");
  await expect(page.getByRole("main").getByRole("button", { name: /^Apply/ })).toBeHidden();
  await expect(dashboard.figure("Filtered Days")).toHaveText(counted(days));
});

test("a mark keeps its sign whole beside words of several lines", async ({ page, dashboard }) => {
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "Almanac-Sign-Ins": "away" } });
  });
  await dashboard.enter(FEW_CARDS);
  await dashboard.toggle("Gap Up").tap();
  const band = page.getByRole("status", { name: "Sign-ins" });
  await expect(band).toContainText("Sign-ins cannot be checked at the moment");
  expect((await band.locator("svg").boundingBox())?.width).toBe(14);
});

test("Apply stands above the tabs at the foot of a screen without cards too, and the drawer has a way out", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter();
  await dashboard.say("Gap Up", "True");
  await page.getByRole("button", { name: "Toggle sidebar" }).tap();
  for (const category of ["Gap Features", "Opening Range 12", "Globex Session"])
    await page.getByRole("button", { name: new RegExp(`^${category} \\d`) }).tap();
  await page.getByRole("button", { name: "Close sidebar" }).tap();
  await expect(dashboard.summary).toBeHidden();
  await expect(page.getByText(/^No categories selected\./)).toBeVisible();
  const apply = page.getByRole("main").getByRole("button", { name: "Apply 1 Filter(s)" });
  await expect.poll(async () => footOf(await apply.boundingBox())).toBeGreaterThan(844 - 56 - 40);
});

const footOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN);

test("a section's head keeps its height and its count with both badges", async ({ dashboard }) => {
  await dashboard.enter();
  const head = dashboard.category("Opening Range 12").getByRole("heading", { level: 3 }).first();
  const height = await head.evaluate((element) => element.getBoundingClientRect().height);
  await dashboard.say("OR12 Contains HOD or LOD", "True");
  await dashboard.page.getByRole("main").getByRole("button", { name: "Apply 1 Filter(s)" }).tap();
  await dashboard.say("OR12 Opposite Breakout After First", "True");
  await expect(head).toContainText("1 pending1 active");
  await expect.poll(async () => (await head.boundingBox())?.height).toBe(height);
  const isCut = (count: HTMLElement) => count.scrollWidth > count.clientWidth;
  expect(await head.getByText(/^\(\d+ features\)$/).evaluate(isCut), "the count is cut").toBe(false);
});

test("no screen is wider than the phone", async ({ page, dashboard }) => {
  await dashboard.session();
  for (const path of [...PLACES, "/access-denied", "/login"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    const { content, screen } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      screen: document.documentElement.clientWidth,
    }));
    expect(content, path).toBeLessThanOrEqual(screen);
  }
});

test("screens keep the same margin", async ({ page, dashboard }) => {
  await dashboard.session();
  for (const path of NAMED) {
    await page.goto(path);
    const title = page.getByRole("main").getByRole("heading", { level: 1 });
    await expect(title).toBeVisible();
    expect((await title.boundingBox())?.x, path).toBe(12);
  }
});

test("a refusal is readable on a phone", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(entryAddress({}));
  await expect(page.getByText(/^Authentication required\./)).toBeInViewport();
  await expect(page.getByRole("link", { name: "Return to Course" })).toBeInViewport();
  await context.close();
});
