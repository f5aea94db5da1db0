import type { Page } from "@playwright/test";
import { entryAddress } from "./address";
import { expect, held, test } from "./test";

const MOST = 0.05;
const NEAR = 50;

interface Kept {
  shifts: number[];
}

/** From now on every layout shift of the page is kept; the sum once nothing has moved for a moment. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift" });
    Object.assign(window, { shifts });
  });
  return () =>
    page.evaluate(async () => {
      await new Promise((still) => setTimeout(still, 300));
      return (window as unknown as Kept).shifts.reduce((sum, value) => sum + value, 0);
    });
}

const CARDS = {
  desktop: [
    "Gap Up",
    "Half Gap Fill (bar)",
    "OR12 First Breakout Side",
    "High of Day (bar)",
    "New Session Highs (count)",
    "EMA20 Streak into Close (signed)",
    "New All-Time High in RTH",
  ],
  phone: ["Gap Up", "Half Gap Fill (bar)", "Gap Size (pts, signed)", "OR12 First Breakout Side"],
};

for (const [screen, viewport] of [
  ["desktop", { width: 1440, height: 900 }],
  ["phone", { width: 390, height: 844 }],
] as const) {
  test.describe(screen, () => {
    test.use({ viewport });

    test("the first load moves next to nothing", async ({ page, dashboard }) => {
      const shifts = await watchShifts(page);
      await page.goto(entryAddress());
      await dashboard.settled();
      await expect(page.getByText("Loading probability data...")).toHaveCount(0);
      await page.waitForLoadState("networkidle");
      expect(await shifts()).toBeLessThan(MOST);
    });

    test("an opened card keeps the place that its answer takes", async ({ page, dashboard }) => {
      await dashboard.enter();
      if (screen === "desktop")
        for (const name of ["Range", "Regime", "End of Day"])
          await page
            .getByRole("button", { name: new RegExp(`^${name} `) })
            .first()
            .click();
      for (const card of CARDS[screen]) {
        const answer = await held(page, "**/api/v2/probabilities");
        await dashboard.toggle(card).click();
        await expect(dashboard.card(card).getByText("Loading probability data...")).toBeVisible();
        const kept = (await dashboard.panel(card).boundingBox())?.height ?? 0;
        answer();
        await expect(dashboard.panel(card)).not.toContainText("Loading");
        await page.unrouteAll({ behavior: "wait" });
        const taken = (await dashboard.panel(card).boundingBox())?.height ?? 0;
        expect.soft(Math.abs(taken - kept), `${card}: kept ${kept}, taken ${taken}`).toBeLessThan(NEAR);
        await dashboard.toggle(card).click();
      }
    });
  });
}

test("the shell stands while access is validated", async ({ page, dashboard }) => {
  const answer = await held(page, "**/api/auth/**");
  await page.goto(entryAddress());
  await expect(page.getByText("Validating access...")).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("Session Almanac");
  answer();
  await dashboard.settled();
});
