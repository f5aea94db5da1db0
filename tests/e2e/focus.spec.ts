import type { Page } from "@playwright/test";
import { NO_ANSWER, VIEWS } from "../../web/src/screens/dashboard/words";
import { CLOSED_CARDS, VISITOR } from "./address";
import type { Filters } from "./api";
import { faults, faultsUnder } from "./axe";
import { type Dashboard, share } from "./dashboard";
import { expect, oneEntry, test } from "./test";

const UP: Filters = { gap_up: { operator: "=", value: true } };
const DOWN: Filters = { gap_up: { operator: "=", value: false } };
const TUESDAY: Filters = { weekday: { operator: "in", value: ["Tue"] } };
const TWO: Filters = { ...UP, open_vs_prev_range: { operator: "in", value: ["inside"] } };
const THREE: Filters = { ...TWO, weekday: { operator: "in", value: ["Mon", "Tue"] } };
/** Without scrolling to it. */
const press = (button: Element) => (button as HTMLElement).click();

/** A visitor of Focus with so many conditions and the answers of a first visit. */
const focused = (filters: object = {}) => ({ ...VISITOR, view: "focus", filters: JSON.stringify(filters) });

const views = (page: Page) => page.getByRole("group", { name: VIEWS });
const view = (page: Page, name: "All features" | "Focus") => views(page).getByRole("button", { name });
const conditions = (page: Page) => page.getByRole("region", { name: /^Conditions/ });
const lines = (page: Page) =>
  conditions(page).getByRole("list", { name: "Conditions", exact: true }).getByRole("listitem");
const board = (page: Page) => page.getByRole("region", { name: /^Answers/ });
const answers = (page: Page) => board(page).getByRole("article");
const panels = (page: Page) => page.getByRole("region", { name: /^Probability of / });
const palette = (page: Page) => page.getByRole("dialog", { name: "Add a condition" });
const editor = (page: Page) => page.getByRole("dialog", { name: "Edit filter" });

/** In Focus, with every open answer there. */
async function answered(page: Page, count: number) {
  await expect(answers(page)).toHaveCount(count);
  await expect(page.getByText("Loading probability data...")).toHaveCount(0);
}

async function enter(page: Page, dashboard: Dashboard, visitor: Record<string, string>) {
  await dashboard.session(VISITOR);
  await page.goto(`/dashboard?${new URLSearchParams(visitor)}`);
  await expect(board(page)).toBeVisible();
  await expect(dashboard.figure("Total Days")).toHaveText(/\d/);
}

const step = oneEntry(
  "Focus",
  ({ dashboard }) => dashboard.enter(),
  async ({ page }) => {
    await view(page, "All features").click();
    await expect(page.getByRole("heading", { name: "Filter Controls" })).toBeVisible();
  },
);

step(
  "has the answers of all features, in their order, and asks for none of them again",
  async ({ page, dashboard }) => {
    await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeVisible();
    await expect(panels(page)).toHaveCount(9);
    await expect(page.getByText("Loading probability data...")).toHaveCount(0);
    const names = await panels(page).evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
    const texts = await panels(page).allTextContents();
    expect(names).toHaveLength(9);
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/api/") && asked.push(request.url()));
    await view(page, "Focus").click();
    await answered(page, 9);
    await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeHidden();
    expect(
      await panels(page).evaluateAll((all) => all.map((each) => each.getAttribute("aria-label"))),
    ).toEqual(names);
    expect(await panels(page).allTextContents()).toEqual(texts);
    await expect(board(page).getByRole("textbox")).toHaveCount(0);
    await dashboard.card("Gap Fill (bar)").getByRole("button", { name: "Close Gap Fill (bar)" }).click();
    await expect(answers(page)).toHaveCount(8);
    await view(page, "All features").click();
    await expect(panels(page)).toHaveCount(8);
    await dashboard.toggle("Gap Fill (bar)").click();
    await expect(panels(page)).toHaveCount(9);
    expect(asked).toEqual([]);
  },
);

step("comes back where it was left, as all features do", async ({ page }) => {
  const scroller = page.locator("#content");
  const place = () => scroller.evaluate((it) => it.scrollTop);
  await scroller.evaluate((it) => it.scrollTo(0, 600));
  await expect.poll(place).toBe(600);
  await view(page, "Focus").evaluate(press);
  await answered(page, 9);
  await expect.poll(place).toBe(0);
  await scroller.hover();
  await page.mouse.wheel(0, 150);
  await expect.poll(place).toBe(150);
  await view(page, "All features").evaluate(press);
  await expect.poll(place).toBe(600);
  await view(page, "Focus").evaluate(press);
  await expect.poll(place).toBe(150);
});

step(
  "is chosen by a key and by the palette, kept over a reload, and said by the address",
  async ({ page, dashboard }) => {
    await page.keyboard.press("v");
    await answered(page, 9);
    await expect(page).toHaveURL(/[?&]only=open\b/);
    await page.reload();
    await answered(page, 9);
    await expect(view(page, "Focus")).toHaveAttribute("aria-pressed", "true");
    await expect(async () => {
      if ((await view(page, "Focus").getAttribute("aria-pressed")) === "true") await page.keyboard.press("v");
      await expect(view(page, "All features")).toHaveAttribute("aria-pressed", "true", { timeout: 5_000 });
    }).toPass();
    await dashboard.settled();
    await expect(page).not.toHaveURL(/view=/);
    await page.keyboard.press("Control+k");
    const field = page.getByRole("dialog", { name: "Find" }).getByRole("combobox");
    await expect(field).toBeFocused();
    await field.fill("focus");
    await expect(page.getByRole("dialog").getByRole("option").first()).toContainText("Focus");
    await page.keyboard.press("Enter");
    await answered(page, 9);
  },
);

test("a link opens Focus, where conditions are added, edited and removed", async ({
  page,
  dashboard,
  api,
}) => {
  const total = (await api.summary()).totalDays;
  await enter(page, dashboard, focused());
  await dashboard.shows(total, total);
  await conditions(page).getByRole("button", { name: "Gap up" }).click();
  await expect(dashboard.status(lines(page).first(), "Pending filter")).toBeVisible();
  const apply = conditions(page).getByRole("button", { name: /^Apply/ });
  await apply.click();
  await dashboard.said("Applied 1 filter(s)");
  await dashboard.shows(await api.days(UP), total);

  await conditions(page).getByRole("button", { name: "Gap up", exact: true }).click();
  await editor(page).getByRole("button", { name: "False" }).click();
  await page.keyboard.press("Escape");
  await expect(editor(page)).toBeHidden();
  const line = conditions(page).getByRole("button", { name: "No gap up", exact: true });
  await expect(line).toBeFocused();
  await expect(dashboard.status(lines(page).first(), "Modified filter")).toBeVisible();
  await apply.click();
  await dashboard.said("Applied 1 filter(s)");
  await dashboard.shows(await api.days(DOWN), total);

  await conditions(page).getByRole("button", { name: "Add a condition…" }).click();
  await palette(page).getByRole("combobox").fill("tuesday");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(lines(page)).toHaveCount(2);
  await apply.click();
  await dashboard.said("Applied 1 filter(s)");
  await dashboard.shows(await api.days({ ...DOWN, ...TUESDAY }), total);
  await answered(page, 9);

  await conditions(page).getByRole("button", { name: "Remove filter: No gap up" }).click();
  await dashboard.said("Filters applied successfully");
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page).first()).toBeFocused();
  await dashboard.shows(await api.days(TUESDAY), total);
  await view(page, "All features").click();
  await expect(dashboard.activeFilters.getByRole("listitem")).toHaveText(["Tuesday"]);
});

test("by keys alone: choose Focus, begin with an answer, close it, set a condition and take it back", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter(CLOSED_CARDS);
  await view(page, "All features").focus();
  await page.keyboard.press("ArrowRight");
  await expect(view(page, "Focus")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(board(page)).toContainText(NO_ANSWER);
  await board(page).getByRole("button", { name: "Gap Fill (bar)" }).press("Enter");
  await expect(answers(page)).toHaveCount(1);
  await page.keyboard.press("j");
  await expect(dashboard.card("Gap Fill (bar)")).toBeFocused();
  await page.keyboard.press("p");
  await expect(board(page).getByRole("button", { name: "Add an answer" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Find" }).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("gap class");
  await expect(page.getByRole("dialog").getByRole("option").first()).toContainText("Gap Class");
  await page.keyboard.press("Enter");
  await expect(dashboard.card("Gap Class")).toBeFocused();
  await conditions(page).getByRole("button", { name: "Gap up" }).press("Enter");
  await expect(lines(page)).toHaveCount(1);
  await page.keyboard.press("Control+Enter");
  await dashboard.said("Applied 1 filter(s)");
  await conditions(page).getByRole("button", { name: "Gap up", exact: true }).press("Enter");
  await editor(page).getByRole("button", { name: "False" }).press("Enter");
  await page.keyboard.press("Escape");
  await conditions(page)
    .getByRole("button", { name: /^Discard change: / })
    .press("Enter");
  await expect(conditions(page).getByRole("button", { name: "Gap up", exact: true })).toBeVisible();
  await conditions(page)
    .getByRole("button", { name: /^Remove filter: / })
    .press("Enter");
  await dashboard.said("Filters applied successfully");
  await expect(lines(page)).toHaveCount(0);
  await expect(conditions(page).getByRole("button", { name: "Add a condition…" })).toBeFocused();
});

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing in Focus, ${theme}`, async ({ page, dashboard }) => {
    await enter(page, dashboard, focused(THREE));
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    await answered(page, 9);
    await lines(page).first().getByRole("button").first().click();
    await editor(page).getByRole("button", { name: "False" }).click();
    expect(await faultsUnder(page, editor(page))).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dashboard.status(lines(page).first(), "Modified filter")).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await conditions(page).getByRole("button", { name: "Clear All" }).click();
    await expect(board(page)).toContainText(NO_ANSWER);
    await dashboard.unsaid();
    await expect(dashboard.figure("Percentage")).toHaveText("100.00%");
    await expect(page.locator("[data-stale=true]")).toHaveCount(0);
    expect(await faults(page)).toEqual([]);
  });
}

test("nothing jumps: Focus comes and goes with what is in sight in its place", async ({
  page,
  dashboard,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift" });
    Object.assign(window, { shifts });
  });
  const moved = () =>
    page.evaluate(() => {
      const all = (window as unknown as { shifts: number[] }).shifts;
      return all.splice(0).reduce((sum, value) => sum + value, 0);
    });
  await enter(page, dashboard, focused(THREE));
  await answered(page, 9);
  expect(await moved(), "until the first answers").toBeLessThan(0.05);
  const inFirstRow = await answers(page).first().boundingBox();
  await view(page, "All features").click();
  await dashboard.settled();
  await view(page, "Focus").click();
  await answered(page, 9);
  expect(await answers(page).first().boundingBox()).toEqual(inFirstRow);
  expect((await view(page, "Focus").boundingBox())?.y).toBe((await views(page).boundingBox())?.y);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("answers stand first, in one column, and the conditions behind their line", async ({
    page,
    dashboard,
    api,
  }) => {
    const total = (await api.summary()).totalDays;
    await enter(page, dashboard, focused(THREE));
    await answered(page, 9);
    await expect(answers(page).first()).toBeInViewport();
    const widths = await answers(page).evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().width),
    );
    expect(Math.min(...widths)).toBeGreaterThan(330);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const line = page.getByRole("button", { name: "Conditions (3)" });
    await expect(lines(page)).toHaveCount(0);
    await line.tap();
    await expect(lines(page)).toHaveCount(3);
    await page.getByRole("button", { name: "Remove filter: Monday or Tuesday" }).tap();
    await dashboard.said("Filters applied successfully");
    await expect(page.getByRole("button", { name: "Conditions (2)" })).toBeVisible();
    const days = await api.days(TWO);
    await expect(dashboard.figure("Percentage")).toHaveText(share(days, total));
    expect(await faults(page)).toEqual([]);
  });
});

test("the line of a group stays within its panel, beside its way out", async ({ page, dashboard }) => {
  const of = Object.entries(THREE).map(([feature, condition]) => ({ feature, ...condition }));
  await enter(page, dashboard, focused([{ any_of: of }]));
  const words = lines(page).getByText(/^.* or .* or .*$/);
  const way = lines(page).getByRole("button", { name: /^Remove filter: / });
  const right = await words.evaluate((text) => {
    const drawn = document.createRange();
    drawn.selectNodeContents(text);
    return drawn.getBoundingClientRect().right;
  });
  expect(right).toBeLessThanOrEqual((await way.boundingBox())?.x ?? 0);
});
