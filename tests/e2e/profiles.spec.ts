import { sureToDelete, UPDATE_CURRENT } from "../../web/src/parts/profiles/words";
import { CLOSED_CARDS, FEW_CARDS } from "./address";
import { lines, violations } from "./axe";
import { Layouts, stored } from "./layouts";
import { expect, test } from "./test";

test("a layout is saved, changed, updated, loaded again after a visit, and deleted", {
  tag: "@walk",
}, async ({ page, dashboard }) => {
  await dashboard.enter(CLOSED_CARDS);
  const layouts = new Layouts(page);
  await layouts.shows("Default");
  await expect(layouts.mark).toBeHidden();
  await expect((await layouts.list()).getByText("No saved profiles yet")).toBeVisible();
  await page.keyboard.press("Escape");

  await layouts.toggle("End of Day");
  await expect(layouts.mark).toBeVisible();
  await layouts.save.click();
  await expect(page.getByRole("dialog", { name: "Save profile" })).toBeVisible();
  await page.getByLabel("Profile name").fill("   ");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Profile name"), "a blank name is refused").toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(layouts.save, "the focus is back").toBeFocused();
  expect(await stored(page)).toEqual([]);

  await layouts.create("Closing bell");
  await dashboard.said("Profile Closing bell saved successfully");
  await expect(layouts.mark).toBeHidden();

  await dashboard
    .category("End of Day")
    .getByRole("button", { name: /End of Day/ })
    .first()
    .click();
  await expect(layouts.mark, "a closed section is a change").toBeVisible();
  await layouts.save.click();
  await page.getByRole("button", { name: "Update the current one" }).click();
  await dashboard.said("Profile Closing bell updated successfully");
  await expect(layouts.mark).toBeHidden();

  await layouts.toggle("Gap Features");
  await layouts.save.click();
  await page.getByRole("button", { name: "Save as new" }).click();
  await page.getByLabel("Profile name").fill("No gaps");
  await page.keyboard.press("Enter");
  await layouts.shows("No gaps");

  await page.reload();
  await dashboard.settled();
  await layouts.shows("No gaps");
  await expect(layouts.mark).toBeHidden();
  await expect(dashboard.category("Gap Features")).toBeHidden();
  await layouts.load("Closing bell");
  await expect(dashboard.category("Gap Features")).toBeVisible();
  await expect(dashboard.category("End of Day").getByRole("button").first()).toHaveAttribute(
    "aria-expanded",
    "false",
  );

  await (await layouts.list()).getByRole("button", { name: "Delete Closing bell" }).click();
  await expect(page.getByText(sureToDelete("profile"))).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await layouts.shows("Default");
  await expect(dashboard.category("End of Day")).toBeHidden();
  expect((await stored(page)).map(({ name }) => name)).toEqual(["No gaps"]);
});

test("the controls stand on the dashboard, and neither on the chart nor where they would act on nothing", async ({
  page,
  dashboard,
}) => {
  await dashboard.session();
  const layouts = new Layouts(page);
  for (const path of ["/methods", "/settings", "/days", "/today", "/questions", "/practice"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Toggle sidebar" })).toBeHidden();
  }
  for (const path of ["/dashboard", "/dashboard?view=path"]) {
    await page.goto(path);
    await expect(layouts.section).toBeVisible();
  }
  await page.goto("/chart");
  await expect(page.getByRole("navigation", { name: "Navigation" })).toBeVisible();
  await expect(layouts.section).toBeHidden();
});

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing in the list and the dialogs, ${theme}`, async ({ page, dashboard }) => {
    await dashboard.enter({ ...FEW_CARDS, profile: "lite" });
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    const layouts = new Layouts(page);
    const rules = theme === "light" ? "all" : "colours";
    const faults = async (within = "[role=dialog]") => lines(await violations(page, { within, rules }));
    await layouts.save.click();
    await expect(page.getByLabel("Profile name")).toBeFocused();
    expect(await faults()).toEqual([]);
    await page.keyboard.type("Mine");
    await page.keyboard.press("Enter");
    await layouts.toggle("Globex Session");
    await expect(layouts.mark).toBeVisible();
    expect(await faults("aside")).toEqual([]);
    await layouts.save.click();
    await expect(page.getByRole("button", { name: UPDATE_CURRENT })).toBeFocused();
    expect(await faults()).toEqual([]);
    await page.keyboard.press("Escape");
    await layouts.list();
    expect(await faults()).toEqual([]);
    await page.getByRole("button", { name: "Delete Mine" }).click();
    await expect(page.getByText(sureToDelete("profile"))).toBeVisible();
    expect(await faults()).toEqual([]);
    await page.keyboard.press("Escape");
    await page.goto("/settings");
    await page.getByRole("button", { name: "Reset everything saved" }).click();
    await expect(page.getByText("Are you sure?")).toBeVisible();
    expect(await faults()).toEqual([]);
  });
}
