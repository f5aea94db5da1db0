import { PREVIOUS_DAY } from "../../web/src/parts/filters/words";
import { COURSE_SITE, FEW_CARDS, screenAddress } from "./address";
import { PLACES } from "./places";
import { expect, held, oneDashboard, oneEntry, standsAbove, test } from "./test";

const step = oneDashboard("what stands over and beside the cards");

step("help stands over the page, closes by Escape and gives the focus back", async ({ page }) => {
  const menu = page.getByRole("button", { name: /^User menu/ });
  await menu.click();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(menu).toBeFocused();
});

step("the queue box stands there only while a call is under way", async ({ page, dashboard }) => {
  const box = page.getByText(/^\d+ active, \d+ waiting$/);
  await expect(box).toBeHidden();
  const release = await held(page, "**/api/compute");
  await dashboard.say("Gap Up", "True");
  await dashboard.apply.click();
  await expect(box).toHaveText("1 active, 0 waiting");
  release();
  await expect(box).toBeHidden();
});

step("a hint opens above what it explains", async ({ page, dashboard }) => {
  await dashboard.card("Gap Up").getByRole("heading").hover();
  const tooltip = page.getByRole("tooltip");
  await dashboard.toggle("Gap Up").hover();
  await expect(tooltip).toHaveText("Toggle probability analysis");
  await standsAbove(tooltip, dashboard.toggle("Gap Up"));
});

step(
  "support is the contact page of the course site, in the user menu and where nobody is let in",
  async ({ page }) => {
    const contact = `https://${COURSE_SITE}/contact`;
    await page.getByRole("button", { name: /^User menu/ }).click();
    await expect(page.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", contact);
    await page.goto("/access-denied");
    await expect(page.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", contact);
    await expect(page.getByRole("link", { name: "Return to Course" })).toHaveAttribute(
      "href",
      `https://${COURSE_SITE}/`,
    );
  },
);

test("lite sees no previous-day filters, and nobody sees them or the categories on the chart", async ({
  page,
  dashboard,
}) => {
  const option = page.getByRole("checkbox", { name: /^Previous Day Filters/ });
  await dashboard.enter(FEW_CARDS);
  await expect(page.getByText(PREVIOUS_DAY)).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Chart" }).click();
  await expect(page.getByRole("application")).toBeVisible();
  await expect(page).toHaveURL(screenAddress("/chart"));
  await expect(option).toBeHidden();
  await expect(page.getByRole("heading", { name: "Feature Categories" })).toBeHidden();
  await page.evaluate(() => localStorage.clear());
  await dashboard.enter({ ...FEW_CARDS, profile: "lite" });
  await expect(option).toBeHidden();
});

test.describe("a phone 360 pixels wide", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  const touch = oneEntry("by touch", ({ dashboard }) => dashboard.enter());

  touch("moves a category by touch", async ({ page }) => {
    await page.getByRole("button", { name: "Toggle sidebar" }).tap();
    const grips = page.getByRole("button", { name: /^Reorder / });
    await grips.first().evaluate((grip) => grip.scrollIntoView({ block: "center" }));
    await expect(grips.first()).toHaveAccessibleName("Reorder Gap Features");
    const [from, to] = [await grips.nth(0).boundingBox(), await grips.nth(1).boundingBox()];
    if (!from || !to) throw new Error("the grips are not on the page");
    const finger = await page.context().newCDPSession(page);
    const x = from.x + from.width / 2;
    const [start, end] = [from.y + from.height / 2, to.y + to.height / 2 + 4];
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y: start }] });
    const moves = async (first: number, last: number) => {
      for (let step = first; step <= last; step += 1) {
        const y = start + ((end - start) * step) / 8;
        await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y }] });
      }
    };
    // The browser may make one move of several: the first picks up, and only a further one carries.
    await moves(1, 4);
    await expect(page.locator("li[data-dragging=true]")).toHaveCount(1);
    await moves(5, 8);
    await expect(page.getByText("Gap Features moved to position 2 of 11")).toBeAttached();
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(grips.nth(1)).toHaveAccessibleName("Reorder Gap Features");
    await page.getByRole("button", { name: "Close sidebar" }).tap();
  });

  touch("holds every screen and everything that opens over it", async ({ page }) => {
    const fits = async (what: string) => {
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest, what).toBeLessThanOrEqual(360);
    };
    const inside = async (name: string) => {
      const dialog = page.getByRole("dialog", { name });
      await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement)), name).toBe(true);
      const box = await dialog.boundingBox();
      expect(box?.x ?? -1, name).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 999), name).toBeLessThanOrEqual(360);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    };
    await fits("dashboard");
    await page.getByRole("button", { name: /^Question: / }).tap();
    await page.getByRole("button", { name: /^Start date/ }).tap();
    await expect(page.getByRole("gridcell", { name: "15" })).toBeVisible();
    await inside("Start date");
    await inside("The whole question");
    await page.getByRole("button", { name: /^User menu/ }).tap();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).tap();
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await inside("Keyboard shortcuts");
    for (const path of [...PLACES, "/access-denied", "/login"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      await fits(path);
    }
  });
});
