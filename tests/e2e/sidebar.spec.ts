import { closedDays } from "../../web/src/screens/days/words";
import { screenAddress } from "./address";
import { counted } from "./dashboard";
import { expect, held, oneEntry, test } from "./test";

const step = oneEntry("the sidebar and the header on one visit", ({ dashboard }) => dashboard.enter());

step("categories are counted", async ({ page }) => {
  await expect(page.getByRole("button", { name: "Gap Features 14/14 features" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Opening Range 12 19/19 features" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Opening Range 18 15/15 features" })).toBeVisible();
  await expect(page.getByRole("button", { name: "End of Day 26/26 features" })).toBeVisible();
});

step("nothing covers the last category while calls are under way", async ({ page, dashboard }) => {
  const last = page.getByRole("button", { name: /^Day\/Date \d/ });
  const answer = await held(page, "**/api/v2/probabilities");
  await dashboard.toggle("Gap Up").click();
  const box = page.getByText(/^\d+ active, \d+ waiting$/);
  await expect(box).toHaveCSS("opacity", "1");
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 0.99 });
  const sidebar = await page.getByRole("complementary", { name: "Sidebar" }).boundingBox();
  const covering = await box.boundingBox();
  expect(covering?.x).toBeGreaterThan((sidebar?.x ?? 0) + (sidebar?.width ?? 0));
  answer();
  await expect(box).toHaveCount(0);
  await page.unrouteAll({ behavior: "wait" });
  await dashboard.toggle("Gap Up").click();
});

step("the sidebar closes and opens", async ({ page }) => {
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await page.getByRole("button", { name: "Toggle sidebar" }).click();
  await expect(sidebar).toBeHidden();
  await page.getByRole("button", { name: "Toggle sidebar" }).click();
  await expect(sidebar).toBeVisible();
});

step("the sessions left out are counted, with the reason of each", async ({ page, api }) => {
  const { snapshot } = await api.summary();
  const { short_sessions, quarantined, missing_sessions, closed_days } = snapshot;
  const left = short_sessions.length + quarantined.length + missing_sessions.length;
  const tab = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
  await tab("Days").click();
  await page.getByRole("button", { name: `${counted(left)} sessions left out` }).click();
  const list = page.getByRole("dialog", { name: "Sessions left out" });
  await expect(list).toContainText(`${counted(snapshot.full_sessions)} full sessions`);
  for (const { reason } of quarantined) await expect(list).toContainText(reason);
  await expect(list.getByRole("heading", { name: closedDays(closed_days.length) })).toHaveCount(
    closed_days.length > 0 ? 1 : 0,
  );
  await expect(list.getByRole("listitem")).toHaveCount(left + closed_days.length);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await tab("Dashboard").first().click();
});

step("the methods page explains what is drawn, reached from the sidebar", async ({ page, dashboard }) => {
  await page.getByRole("link", { name: "Statistical Methods" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Understanding Our Statistical Methods" }),
  ).toBeVisible();
  await expect(page).toHaveURL("/methods");
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
  await dashboard.settled();
});

step("a card explains its feature to whoever points at it", async ({ page, dashboard, api }) => {
  const { plain, example, known_words, metadata } = await api.definition("gap_up");
  await dashboard.card("Gap Up").getByRole("button", { name: "About Gap Up" }).hover();
  const hint = page.getByRole("tooltip");
  await expect(hint).toHaveText(`${plain} Known ${known_words}. Example: ${example}${metadata.tooltip}`);
  await expect(hint.getByText(metadata.tooltip, { exact: true })).toHaveCSS("font-size", "12px");
});

step("the dark theme is a class on the root element and outlives a reload", async ({ page, dashboard }) => {
  const root = page.locator("html");
  const background = (color: string) => expect(page.locator("body")).toHaveCSS("background-color", color);
  await background("rgb(247, 248, 250)");
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  await expect(root).toHaveClass(/\bdark\b/);
  await background("rgb(15, 19, 25)");
  await page.reload();
  await dashboard.settled();
  await expect(root).toHaveClass(/\bdark\b/);
  await page.getByRole("button", { name: "Use the light theme" }).click();
  await expect(root).not.toHaveClass(/\bdark\b/);
});

step(
  "a category moves by keyboard, in the list and on the page, and stays there",
  async ({ page, dashboard }) => {
    const grip = page.getByRole("button", { name: "Reorder Opening Range 12" });
    const told = page.getByRole("complementary").getByRole("status").filter({ hasText: "Opening Range 12" });
    await grip.focus();
    await page.keyboard.press("Space");
    await expect(told).toHaveText(/^Opening Range 12 (picked up at|moved to) position 2 of 11$/);
    await expect(async () => {
      await page.keyboard.press("ArrowUp");
      await expect(told).toHaveText("Opening Range 12 moved to position 1 of 11", { timeout: 5_000 });
    }).toPass();
    await page.keyboard.press("Space");
    await expect(told).toHaveText("Opening Range 12 dropped at position 1 of 11");
    await expectFirst("Opening Range 12");
    await page.reload();
    await dashboard.settled();
    await expectFirst("Opening Range 12");

    async function expectFirst(name: string) {
      const grips = page.getByRole("button", { name: /^Reorder / });
      await expect(grips.first()).toHaveAccessibleName(`Reorder ${name}`);
      await expect(page.getByRole("main").getByRole("heading", { level: 3 }).first()).toContainText(name);
    }
  },
);

step("a category moves by mouse", async ({ page }) => {
  const grip = page.getByRole("button", { name: "Reorder Gap Features" });
  const target = page.getByRole("button", { name: "Reorder Opening Range 18" });
  const [from, to] = [await grip.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error("the grips are not on the page");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await expect(page.getByText("Gap Features moved to position 4 of 11")).toBeAttached();
  await page.mouse.up();
  await expect(page.getByRole("button", { name: /^Reorder / }).nth(3)).toHaveAccessibleName(
    "Reorder Gap Features",
  );
});

test("sample data says so on every screen", async ({ page, dashboard }) => {
  await dashboard.session();
  for (const path of ["/dashboard", "/methods", "/chart", "/settings", "/days"]) {
    await page.goto(path);
    await expect(page.getByRole("note", { name: "About this data" })).toContainText("Sample data");
    await expect(page).toHaveURL(screenAddress(path));
  }
});
