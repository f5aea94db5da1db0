import type { Page } from "@playwright/test";
import { entryAddress, FEW_CARDS } from "./address";
import { expect, held, test } from "./test";

const MOST = 0.05;
const NEAR = 50;

/** As a phone of some years ago, or a laptop that does other things meanwhile. */
const SLOWER = 4;

interface Kept {
  shifts: { at: number; value: number }[];
}

/** From now on every layout shift of the page is kept, of a page that has a fraction of this machine's speed. */
async function watchShifts(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(() => {
    const shifts: Kept["shifts"] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push({ at: entry.startTime, value: (entry as PerformanceEntry & { value: number }).value });
    }).observe({ type: "layout-shift" });
    Object.assign(window, { shifts });
  });
  return {
    /** From now on the page has all of this machine's speed. */
    fullSpeed: () => session.send("Emulation.setCPUThrottlingRate", { rate: 1 }),
    /** Now, as shifts are timed, once everything asked for so far has been painted. */
    now: () =>
      page.evaluate(async () => {
        const frame = () => new Promise((painted) => requestAnimationFrame(painted));
        for (let frames = 0; frames < 4; frames += 1) await frame();
        return performance.now();
      }),
    /** The sum since then, once what has been answered is painted and told. */
    sum: (since = 0) =>
      page.evaluate(async (from) => {
        const frame = () => new Promise((painted) => requestAnimationFrame(painted));
        for (let frames = 0; frames < 4; frames += 1) await frame();
        await new Promise((told) => requestIdleCallback(told));
        const { shifts } = window as unknown as Kept;
        return shifts.reduce((sum, { at, value }) => (at > from ? sum + value : sum), 0);
      }, since),
  };
}

/** Cards out of sight are laid out no more; what is in sight must not move by it. */
async function outOfSight(page: Page) {
  await expect(page.locator("[data-settled]").first()).toBeAttached();
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

    test("the first load moves next to nothing; an opened card keeps the place of its answer", async ({
      page,
      dashboard,
    }) => {
      const shifts = await watchShifts(page);
      await page.goto(entryAddress());
      await dashboard.settled();
      await expect(page.getByText("Loading probability data...")).toHaveCount(0);
      await page.waitForLoadState("networkidle");
      await outOfSight(page);
      expect.soft(await shifts.sum(), "the first load").toBeLessThan(MOST);
      await shifts.fullSpeed();
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
        const opened = await shifts.now();
        answer();
        await expect(dashboard.panel(card)).not.toContainText("Loading");
        await page.unrouteAll({ behavior: "wait" });
        expect.soft(await shifts.sum(opened), `${card} moves`).toBeLessThan(MOST);
        const taken = (await dashboard.panel(card).boundingBox())?.height ?? 0;
        expect.soft(Math.abs(taken - kept), `${card}: kept ${kept}, taken ${taken}`).toBeLessThan(NEAR);
        await dashboard.toggle(card).click();
      }
    });
  });
}

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const)
  test(`the tabs stand at one place on every screen, ${width} wide`, async ({ page, dashboard }) => {
    await page.setViewportSize({ width, height });
    await dashboard.enter(FEW_CARDS);
    const tabs = page.getByRole("navigation", { name: "Screens" }).getByRole("link");
    const places = async () => Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
    const first = await places();
    expect(first).toHaveLength(6);
    for (const tab of await tabs.all()) {
      await tab.click();
      await expect(tab).toHaveAttribute("aria-current", "page");
      await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      expect(await places(), page.url()).toEqual(first);
    }
  });

test("the shell stands while access is validated", async ({ page, dashboard }) => {
  const answer = await held(page, "**/api/auth/**");
  await page.goto(entryAddress());
  await expect(page.getByText("Validating access...")).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("Session Almanac");
  answer();
  await dashboard.settled();
});
