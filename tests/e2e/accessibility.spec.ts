import { entryAddress, FEW_CARDS } from "./address";
import { faults, faultsUnder, judged } from "./axe";
import { PLACES } from "./places";
import { expect, held, oneEntry, test } from "./test";

for (const theme of ["light", "dark"] as const) {
  test.describe(`${theme} theme`, () => {
    const step = oneEntry(
      "the dashboard with its cards open",
      async ({ page, dashboard }) => {
        await dashboard.enter();
        if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
      },
      async ({ dashboard }) => {
        await dashboard.summary.getByRole("button", { name: "Clear Filters", exact: true }).click();
        await expect(dashboard.summary).toContainText("(0 pending, 0 active,");
      },
    );

    step("old numbers that wait for new ones, dimmed", async ({ page, dashboard }) => {
      await dashboard.say("Gap Up", "True");
      await dashboard.applied(1);
      await expect(dashboard.panel("GXL Breakout (bar)")).toContainText("others");
      const answer = await held(page, "**/api/compute");
      await dashboard.say("Gap and Go", "True");
      await dashboard.apply.click();
      await dashboard.panel("GXL Breakout (bar)").scrollIntoViewIfNeeded();
      const muted = theme === "dark" ? "rgb(148, 160, 176)" : "rgb(93, 105, 123)";
      await expect(dashboard.panel("GXL Breakout (bar)")).toHaveCSS("color", muted);
      const contrast = { runOnly: ["color-contrast"] };
      const { violations, passes } = await judged(page, "[data-stale=true]", contrast);
      expect(passes.flatMap(({ nodes }) => nodes).length).toBeGreaterThan(20);
      expect(violations.flatMap(({ nodes }) => nodes.map((node) => node.failureSummary))).toEqual([]);
      answer();
      await dashboard.said("Applied 1 filter(s)");
      await expect(page.locator("[data-stale=true]")).toHaveCount(0);
      await page.unrouteAll({ behavior: "wait" });
    });

    step("the dashboard of days that do not exist", async ({ page, dashboard }) => {
      await dashboard.say("Gap Up", "True");
      await dashboard.say("Gap Down", "True");
      await dashboard.applied(2);
      await expect(dashboard.figure("Filtered Days")).toHaveText("0");
      expect(await faults(page)).toEqual([]);
    });

    step("probabilities of every kind and filters in every state", async ({ page, dashboard, api }) => {
      await page.getByRole("checkbox", { name: /Previous Day Filters/ }).check();
      await dashboard.toggle("Absolute Gap (% of ADR10)").click();
      await dashboard.say("Gap Up", "True");
      await dashboard.say("Gap and Go", "False");
      await dashboard.applied(2);
      await dashboard.say("Gap and Go", "True");
      await dashboard.say("Gap Filled in First Hour", "True");
      await page.getByLabel("Gap Size (pts, signed) minimum", { exact: true }).fill("1");
      const days = await api.days({
        gap_up: { operator: "=", value: true },
        gap_and_go: { operator: "=", value: true },
        gap_fill_by_b12: { operator: "=", value: true },
      });
      await expect(page.getByText(`With the pending filters: ${days} day`)).toBeVisible();
      await expect(dashboard.panel("GXL Breakout (bar)")).toContainText("others");
      await dashboard.showFigures("GXL Breakout (bar)");
      await page.getByText("More on occurrence").first().click();
      expect(await faults(page, "all")).toEqual([]);
    });

    test("the dashboard with a multiple choice and then a calendar open", async ({
      page,
      dashboard,
      api,
    }) => {
      await dashboard.enter(FEW_CARDS);
      if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
      await dashboard
        .card("Gap Class")
        .getByRole("button", { name: /^Gap Class:/ })
        .click();
      const list = page.getByRole("dialog", { name: "Gap Class" });
      await list.getByLabel("Flat").check();
      const flat = await api.days({ gap_class: { operator: "in", value: ["flat"] } });
      await expect(page.getByText(`With the pending filter: ${flat} days`)).toBeVisible();
      expect(await faultsUnder(page, list)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /^Start date:/ }).click();
      const calendar = page.getByRole("dialog", { name: "Start date" });
      await calendar.getByRole("grid").waitFor();
      expect(await faultsUnder(page, calendar)).toEqual([]);
    });

    test("the other screens", { tag: "@walk" }, async ({ page, dashboard }) => {
      await dashboard.session();
      await page.goto("/settings");
      if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
      for (const path of [...PLACES, "/login", "/access-denied"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.waitForLoadState("networkidle");
        expect(await faults(page), path).toEqual([]);
      }
    });
  });
}

test("a notification reaches assistive technology while a popover is open", async ({ page, dashboard }) => {
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  const answer = await held(page, "**/api/compute");
  await dashboard.apply.click();
  await page.getByRole("button", { name: /^User menu/ }).click();
  await expect(page.getByRole("dialog", { name: "User menu" })).toBeVisible();
  const told = dashboard.toast("Applied 1 filter(s)").waitFor();
  answer();
  await told;
  await expect(page.getByRole("dialog", { name: "User menu" })).toBeVisible();
});

test.describe("refused", () => {
  test.use({ provoked: /status of 403/ });

  test("the reason of a refusal", async ({ page }) => {
    await page.goto(entryAddress({}));
    await expect(page.getByText(/^Authentication required\./)).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });
});

test.describe("phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the dashboard and its drawer", async ({ page, dashboard }) => {
    await dashboard.enter();
    await expect(dashboard.panel("GXL Breakout (bar)")).toContainText("%");
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "Toggle sidebar" }).tap();
    await expect(page.getByRole("link", { name: "Statistical Methods" })).toBeVisible();
    expect(await faultsUnder(page, page.getByRole("dialog", { name: "Sidebar" }))).toEqual([]);
  });
});
