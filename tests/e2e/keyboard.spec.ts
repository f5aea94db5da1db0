import type { Locator, Page } from "@playwright/test";
import { FEW_CARDS } from "./address";
import { daysTable, leaveDays } from "./days-table";
import { expect, oneDashboard, test } from "./test";

const MOST_STOPS = 400;

/** Go on with `key` until `target` has the focus, and see that the focus shows. */
async function goTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" | "ArrowDown" = "Tab") {
  await expect(target).toBeVisible();
  // Found once: to look for it by its role at every stop would take most of the way's time.
  const element = await target.elementHandle();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await element?.evaluate((it) => it === document.activeElement)) break;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
  const ring = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return { outline: outlineStyle !== "none" && outlineWidth !== "0px", shadow: boxShadow !== "none" };
  });
  expect(ring.outline || ring.shadow, "the focus shows").toBe(true);
}

test("a visitor without a mouse walks from the first stop through filter, apply, probability and clear", {
  tag: "@walk",
}, async ({ page, dashboard, api }) => {
  const total = (await api.summary()).totalDays;
  await dashboard.enter(FEW_CARDS);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");

  const card = dashboard.card("Gap Up");
  await goTo(page, card.getByRole("button", { name: "True" }));
  await page.keyboard.press("Space");
  await expect(dashboard.status(card, "Pending filter")).toBeVisible();
  await goTo(page, dashboard.apply, "Shift+Tab");
  await page.keyboard.press("Enter");
  await dashboard.said("Applied 1 filter(s)");
  await expect(dashboard.apply).toBeFocused();
  await dashboard.shows(await api.days({ gap_up: { operator: "=", value: true } }), total);

  await goTo(page, dashboard.toggle("Gap Up"));
  await page.keyboard.press("Enter");
  await expect(dashboard.panel("Gap Up")).toContainText("%");
  await goTo(page, dashboard.summary.getByRole("button", { name: "Clear All" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await dashboard.said("Cleared all filters and probability analyses");
  await dashboard.shows(total, total);
});

const step = oneDashboard("what opens, opens by keyboard", FEW_CARDS);

step("hints open for whoever comes by keyboard", async ({ page, api }) => {
  await goTo(page, page.getByRole("button", { name: "About Gap Up" }));
  await expect(page.getByRole("tooltip")).toContainText((await api.definition("gap_up")).plain);
});

step(
  "a multiple choice opens, is ticked and closes by keyboard, and gives the focus back",
  async ({ page, dashboard }) => {
    const opener = dashboard.card("Gap Class").getByRole("button", { name: /^Gap Class:/ });
    await goTo(page, opener);
    await page.keyboard.press("Enter");
    const list = page.getByRole("dialog", { name: "Gap Class" });
    await goTo(page, list.getByLabel("Partial up"));
    await page.keyboard.press("Space");
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(opener).toHaveAccessibleName("Gap Class: 1 selected");
  },
);

step("a date is picked by keyboard", async ({ page, dashboard }) => {
  const opener = page.getByRole("button", { name: /^End date:/ });
  const before = await opener.textContent();
  await goTo(page, opener);
  await page.keyboard.press("Enter");
  const calendar = page.getByRole("dialog", { name: "End date" });
  await goTo(page, calendar.getByRole("gridcell", { selected: true }));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(calendar).toBeHidden();
  await expect(opener).not.toHaveText(before ?? "");
  await expect(dashboard.summary).toContainText("(1 pending,");
});

test("the whole dashboard is driven without a mouse: sidebar, header, cards, lists and what is saved", async ({
  page,
  dashboard,
  api,
}) => {
  test.slow();
  const total = (await api.summary()).totalDays;
  await dashboard.enter();
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const press = async (target: Locator, key: string, way: "Tab" | "Shift+Tab" | "ArrowDown" = "Tab") => {
    await goTo(page, target, way);
    await page.keyboard.press(key);
  };

  await press(page.getByRole("checkbox", { name: /Previous Day Filters/ }), "Space");
  await goTo(page, button(/^Gap Features \d/));
  await press(button(/^Globex Session \d/), "Enter", "ArrowDown");
  await expect(dashboard.category("Globex Session")).toBeHidden();
  await press(button("Use the dark theme"), "Enter");
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await press(button("User menu: Walker"), "Enter");
  await expect(page.getByRole("dialog", { name: "User menu" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button("User menu: Walker")).toBeFocused();

  const twin = dashboard.previousDay("Gap Up");
  await press(twin.getByRole("button", { name: "False" }), "Space");
  await expect(dashboard.status(twin, "Pending filter")).toBeVisible();
  const size = dashboard.card("Gap Size (pts, signed)");
  await press(size.getByRole("combobox", { name: "Gap Size (pts, signed) operator" }), "ArrowDown");
  await goTo(page, size.getByRole("textbox", { name: "Gap Size (pts, signed) value" }));
  await page.keyboard.type("2.5");
  await expect(dashboard.status(size, "Pending filter")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await dashboard.said("Applied 2 filter(s)");
  const days = await api.days({
    gap_up_prev: { operator: "=", value: false },
    gap_size_pts: { operator: ">", value: 2.5 },
  });
  await dashboard.shows(days, total);

  const section = dashboard.category("Opening Range 12").getByRole("button", { name: /^Opening Range 12/ });
  await press(section, "Enter");
  await expect(section).toHaveAttribute("aria-expanded", "false");
  await press(page.getByRole("main").getByRole("button", { name: "List days" }), "Enter", "Shift+Tab");
  const list = daysTable(page);
  const heading = list.getByRole("columnheader", { name: "Date" });
  await press(heading.getByRole("button"), "Enter");
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/table=/);
  await page.goBack();
  await leaveDays(page);

  await press(button("Saved"), "Enter", "Shift+Tab");
  const presets = page.getByRole("dialog", { name: "Saved" });
  await goTo(page, presets.getByLabel("Preset name"));
  await page.keyboard.type("big gaps");
  await page.keyboard.press("Enter");
  await dashboard.said("Preset big gaps saved successfully");
  await page.keyboard.press("Escape");
  const layouts = page.getByRole("region", { name: "Layout Profiles" });
  await press(layouts.getByRole("button", { name: "Save" }), "Enter");
  await expect(page.getByLabel("Profile name")).toBeFocused();
  await page.keyboard.type("mine");
  await page.keyboard.press("Enter");
  await expect(layouts.getByRole("button", { name: "Layout Profiles: mine" })).toBeVisible();
});
