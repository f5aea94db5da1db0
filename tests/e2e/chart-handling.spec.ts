import type { Page } from "@playwright/test";
import { DAYS_LIKE } from "../../web/src/question/words";
import { AS_A_TABLE } from "../../web/src/screens/chart/words";
import { drawingIn } from "./canvas";
import { Chart } from "./chart";
import { expect, oneEntry, test } from "./test";

const step = oneEntry(
  "the chart in the hand",
  async ({ page, dashboard }) => {
    await dashboard.session();
    await page.goto("/chart");
    await new Chart(page).drawn();
  },
  ({ page }) => new Chart(page).rest(),
);

/** A turn as a trackpad gives it: old wheel units are three a pixel. */
async function trackpad(page: Page, deltaX: number, deltaY: number, ctrlKey = false) {
  await new Chart(page).stage.evaluate(
    (stage, given) => {
      const { left, top, width, height } = stage.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
      const units = { wheelDeltaX: -3 * given.deltaX, wheelDeltaY: -3 * given.deltaY };
      stage.dispatchEvent(new WheelEvent("wheel", { ...at, ...given, ...units } as WheelEventInit));
    },
    { deltaX, deltaY, ctrlKey },
  );
}

step("two fingers on a trackpad pan in both directions, and zoom where they pinch", async ({ page }) => {
  const chart = new Chart(page);
  const first = await chart.view();
  await trackpad(page, 40, -25);
  await expect.poll(async () => Math.round((await chart.view()).barOne - first.barOne)).toBe(-40);
  const panned = await chart.view();
  expect(panned.priceZero - first.priceZero).toBeCloseTo(25, 0);
  expect(panned.pixelsPerBar).toBeCloseTo(first.pixelsPerBar, 1);
  await trackpad(page, 0, -10, true);
  await expect
    .poll(async () => (await chart.view()).pixelsPerBar / first.pixelsPerBar)
    .toBeCloseTo(Math.exp(0.1), 1);
});

step("a drag on the price axis scales it, a double click there fits it", async ({ page }) => {
  const chart = new Chart(page);
  const first = await chart.view();
  const { x, y, height } = await chart.corner();
  await page.mouse.move(x + 30, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + height / 2 - 60, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(async () => (await chart.view()).pixelsPerPoint / first.pixelsPerPoint)
    .toBeCloseTo(Math.exp(0.4), 1);
  expect((await chart.view()).pixelsPerBar).toBeCloseTo(first.pixelsPerBar, 1);
  await page.mouse.dblclick(x + 30, y + height / 2);
  await expect.poll(async () => (await chart.view()).pixelsPerPoint / first.pixelsPerPoint).toBeCloseTo(1, 2);
});

step("the wheel on an axis scales that axis alone", async ({ page }) => {
  const chart = new Chart(page);
  const first = await chart.view();
  const { x, y, width, height } = await chart.corner();
  await page.mouse.move(x + 30, y + height / 2);
  await page.mouse.wheel(0, -100);
  await expect
    .poll(async () => (await chart.view()).pixelsPerPoint / first.pixelsPerPoint)
    .toBeCloseTo(1.2, 2);
  expect((await chart.view()).pixelsPerBar).toBeCloseTo(first.pixelsPerBar, 1);
  await page.mouse.move(x + width / 2, y + height - 20);
  await page.mouse.wheel(0, -100);
  await expect.poll(async () => (await chart.view()).pixelsPerBar / first.pixelsPerBar).toBeCloseTo(1.2, 2);
  expect((await chart.view()).pixelsPerPoint / first.pixelsPerPoint).toBeCloseTo(1.2, 2);
});

step("zoom and place survive a reload, and zoomed prices follow the next days", async ({ page, api }) => {
  const chart = new Chart(page);
  await chart.point(0.5, 0.5);
  for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, -100);
  const barsInAddress = () => {
    const [from = 0, to = 0] = new URL(page.url()).searchParams.get("zoom")?.split(",").map(Number) ?? [];
    return to - from;
  };
  await expect.poll(barsInAddress).toBeCloseTo(90 / 1.2 ** 3, 1);
  const zoomed = await chart.view();
  await page.reload();
  await chart.drawn();
  const again = await chart.view();
  expect(again.pixelsPerBar).toBeCloseTo(zoomed.pixelsPerBar, 1);
  expect(again.barOne).toBeCloseTo(zoomed.barOne, 0);
  const { width, height } = await chart.corner();
  const dates = (await api.day({})).navigation.availableDates;
  for (const date of dates.slice(-5, -1).toReversed()) {
    await chart.button("Previous day").click();
    await chart.shows(date);
    await expect(chart.button("Previous day")).toBeEnabled();
    const { pixelsPerPoint, priceZero, pixelsPerBar, barOne } = await chart.view();
    const { bars } = await api.day({}, { selected_date: date });
    const inView = bars.filter(({ index }) => {
      const place = barOne + (index - 1) * pixelsPerBar;
      return place >= 80 && place <= width - 80;
    });
    const hidden = inView.filter(
      ({ high, low }) =>
        priceZero - high * pixelsPerPoint < 60 || priceZero - low * pixelsPerPoint > height - 60,
    );
    expect(inView.length).toBeGreaterThan(20);
    expect(hidden, `bars of ${date} outside the prices in view`).toEqual([]);
  }
  await chart.button("Reset View").click();
  await expect(page).not.toHaveURL(/[?&]zoom=/);
  await chart.date.selectOption(dates.at(-1) ?? "");
  await chart.shows(dates.at(-1) ?? "");
});

step("a drag on the time axis scales the bars", async ({ page }) => {
  const chart = new Chart(page);
  const first = await chart.view();
  const { x, y, width, height } = await chart.corner();
  await page.mouse.move(x + width / 2, y + height - 20);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 60, y + height - 20, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(async () => (await chart.view()).pixelsPerBar / first.pixelsPerBar)
    .toBeCloseTo(Math.exp(0.4), 1);
});

step("Fit Bars and its key give the bars the whole height", async ({ page, api }) => {
  const { bars } = await api.day({});
  const current = bars.filter(({ session }) => session === "current");
  const range = Math.max(...current.map(({ high }) => high)) - Math.min(...current.map(({ low }) => low));
  const chart = new Chart(page);
  const { height } = await chart.corner();
  const share = async () => ((await chart.view()).pixelsPerPoint * range) / (height - 120);
  await chart.button("Fit Bars").click();
  await expect.poll(share).toBeCloseTo(1 / 1.1, 1);
  await chart.button("Reset View").click();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("f");
  await expect.poll(share).toBeCloseTo(1 / 1.1, 1);
});

for (const width of [1024, 1440])
  step(`the tools are one row on a page ${width} wide, seldom used ones one click away`, async ({ page }) => {
    const { height } = page.viewportSize() ?? { height: 900 };
    await page.setViewportSize({ width, height });
    const chart = new Chart(page);
    const toolbar = page.getByRole("toolbar", { name: "Chart", exact: true });
    const overflow = () =>
      toolbar.evaluate((bar) => [bar.clientHeight < 50, bar.scrollWidth - bar.clientWidth]);
    await expect.poll(overflow).toEqual([true, 0]);
    for (const name of ["Export", "More chart actions"]) await expect(chart.button(name)).toBeInViewport();
    if (width < 1440) await chart.button("Chart tools").click();
    for (const name of ["Reset View", "Fit Bars", "AMA Settings", "Line Settings"])
      await expect(chart.button(name)).toBeInViewport();
    if (width < 1440) await chart.button("Chart tools").click();
    await chart.button("More chart actions").click();
    await page.getByRole("link", { name: DAYS_LIKE }).press("Escape");
    await page.setViewportSize({ width: 1440, height });
  });

step("keys and the calendar go to another day", async ({ page, api }) => {
  const chart = new Chart(page);
  const dates = (await api.day({})).navigation.availableDates;
  await page.keyboard.press("[");
  await chart.shows(dates.at(-2) ?? "");
  await expect(chart.button("Next day")).toBeEnabled();
  await page.keyboard.press("]");
  await chart.shows(dates.at(-1) ?? "");
  const last = dates.at(-1) ?? "";
  const other = dates.findLast((date) => date < last && date.slice(0, 7) === last.slice(0, 7)) ?? "";
  await page.getByRole("button", { name: /^Calendar: / }).click();
  const calendar = page.getByRole("dialog", { name: "Calendar" });
  await calendar.getByRole("gridcell", { name: String(Number(other.slice(8))), exact: true }).click();
  await chart.shows(other);
  await chart.date.selectOption(last);
  await chart.shows(last);
});

step(
  "the legend and the crosshair say the bar under the pointer, its time and a price of the tick",
  async ({ page, api }) => {
    const chart = new Chart(page);
    const bar = (await api.day({})).bars.find(
      ({ bar_number, session }) => bar_number === 40 && session === "current",
    );
    if (!bar) throw new Error("no bar 40");
    await chart.pointAt(bar);
    const price = (value: number) => value.toLocaleString("en-US", { minimumFractionDigits: 2 });
    await expect(chart.stage).toContainText(`O ${price(bar.open)}`);
    await expect(chart.stage).toContainText(`C ${price(bar.close)}`);
    await expect(chart.stage.locator("time")).toHaveText(bar.time_label);
    const label = await chart.stage.locator("[data-crosshair] span").first().innerText();
    expect((Number(label.replaceAll(",", "")) * 4) % 1).toBe(0);
  },
);

step("the tooltip is switched off and on, and stays off after a visit", async ({ page, api }) => {
  const chart = new Chart(page);
  const bar = (await api.day({})).bars.find(
    ({ bar_number, session }) => bar_number === 40 && session === "current",
  );
  if (!bar) throw new Error("no bar 40");
  const switched = async (name: string) => {
    await chart.button("More chart actions").click();
    await chart.button(name).click();
    await expect(chart.button(name)).toBeHidden();
  };
  await switched("Hide Tooltip");
  await chart.pointAt(bar);
  await expect(chart.stage.getByText("Bar 40", { exact: true })).toBeVisible();
  await expect(chart.stage).not.toContainText("IBS:");
  await page.reload();
  await chart.drawn();
  await chart.pointAt(bar);
  await expect(chart.stage.getByText("Bar 40", { exact: true })).toBeVisible();
  await expect(chart.stage).not.toContainText("IBS:");
  await switched("Show Tooltip");
  await chart.pointAt(bar);
  await expect(chart.stage).toContainText("IBS:");
});

/** Fingers on the page: where each is. */
async function touching(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  return (type: "touchStart" | "touchMove" | "touchEnd", points: [number, number][]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a tap sets the crosshair and keeps it; one finger pans, two zoom; the plot has half of the height", async ({
    page,
    dashboard,
  }) => {
    await dashboard.session();
    await page.goto("/chart");
    const chart = new Chart(page);
    await chart.drawn();
    const { x, y, width, height } = await chart.corner();
    expect(height - 120, "the plot's height").toBeGreaterThanOrEqual(844 / 2);
    await expect(chart.button("Fit Bars")).toBeHidden();
    await chart.button("Chart tools").tap();
    await expect(chart.button("Fit Bars")).toBeInViewport();
    await chart.button("Chart tools").tap();
    await expect(chart.button("Fit Bars")).toBeHidden();
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await expect(chart.stage.getByText(/^Bar \d+$/)).toBeVisible();

    const finger = await touching(page);
    const touch = (type: Parameters<typeof finger>[0], points: [number, number][]) =>
      finger(
        type,
        points.map(([right, down]) => [x + right, y + down]),
      );
    const first = await chart.view();
    await touch("touchStart", [[200, 300]]);
    await touch("touchMove", [[230, 300]]);
    await touch("touchMove", [[260, 300]]);
    await touch("touchEnd", []);
    await expect.poll(async () => Math.round((await chart.view()).barOne - first.barOne)).toBe(60);
    await expect(chart.stage.getByText(/^Bar \d+$/)).toBeVisible();

    const panned = await chart.view();
    await touch("touchStart", [
      [150, 300],
      [250, 300],
    ]);
    await touch("touchMove", [
      [125, 300],
      [275, 300],
    ]);
    await touch("touchEnd", []);
    await expect
      .poll(async () => (await chart.view()).pixelsPerBar / panned.pixelsPerBar)
      .toBeCloseTo(1.5, 1);
    expect((await drawingIn(chart.drawing)).texts.length).toBeGreaterThan(10);
  });

  test("a swipe scrolls the page, a finger that stays moves the crosshair; in the full screen the chart has the window", async ({
    page,
    dashboard,
  }) => {
    await dashboard.session();
    await page.goto("/chart");
    const chart = new Chart(page);
    await chart.drawn();
    const first = await chart.view();
    const finger = await touching(page);
    const { x, y, height } = await chart.corner();
    const scrolled = () => page.locator("#content").evaluate(({ scrollTop }) => scrollTop);
    await finger("touchStart", [[x + 200, y + 300]]);
    for (const up of [20, 50, 90, 130]) await finger("touchMove", [[x + 200, y + 300 - up]]);
    await finger("touchEnd", []);
    await expect.poll(scrolled).toBeGreaterThan(50);
    await page.locator("#content").evaluate((content) => content.scrollTo(0, 0));
    expect((await chart.view()).barOne).toBeCloseTo(first.barOne, 1);

    const bar = chart.stage.getByText(/^Bar \d+$/);
    await finger("touchStart", [[x + 200, y + 300]]);
    await expect(bar).toBeVisible();
    const began = await bar.textContent();
    await finger("touchMove", [[x + 260, y + 240]]);
    await expect(bar).not.toHaveText(began ?? "");
    await finger("touchEnd", []);
    expect(await chart.view()).toEqual(first);
    expect(await scrolled()).toBe(0);

    await chart.button("Full screen").tap();
    await expect.poll(async () => (await chart.corner()).height).toBeGreaterThan(height + 100);
    await expect(page.getByRole("navigation", { name: "Screens" })).toBeHidden();
    await chart.button("Full screen").tap();
    await expect.poll(async () => (await chart.corner()).height).toBe(height);
  });

  test("on its side shows the chart in the whole window", async ({ page, dashboard }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await dashboard.session();
    await page.goto("/chart");
    const chart = new Chart(page);
    await chart.drawn();
    const { x, y, width, height } = await chart.corner();
    expect([x + width, y + height]).toEqual([844, 390]);
    await chart.button("Full screen").tap();
    await expect(page.getByRole("navigation", { name: "Screens" })).toBeVisible();
  });
});

step("known up to a bar, the chart hides the later ones", async ({ page }) => {
  const chart = new Chart(page);
  const known = page.getByLabel("Known up to", { exact: true });
  await known.selectOption("Bar 12, 10:30");
  await expect(chart.stage).toHaveAccessibleName(/: 12 bars, /);
  const numbers = async () =>
    (await chart.labels()).map(({ text }) => text).filter((text) => /^\d{1,2}$/.test(text));
  await expect.poll(numbers).toEqual(["1", "3", "6", "9", "12"]);
  await expect(page.getByRole("note", { name: "About this day" })).toContainText(
    "Bars from 13 on are hidden",
  );
  await chart.point(0.5, 0.5);
  await expect(chart.stage.locator("[data-crosshair]")).not.toContainText("Bar");
  await page.getByText(AS_A_TABLE).click();
  await expect(page.getByRole("region", { name: "Bars" }).getByRole("row")).toHaveCount(13);
  await page.getByText(AS_A_TABLE).click();
  await known.selectOption("Whole day");
  await expect(chart.stage).toHaveAccessibleName(/: 81 bars, /);
});

step("Shift and a drag measure, and the chart stays", async ({ page }) => {
  const chart = new Chart(page);
  const first = await chart.view();
  await chart.point(0.3, 0.3);
  await page.keyboard.down("Shift");
  await page.mouse.down();
  await chart.point(0.5, 0.6);
  await page.mouse.up();
  await page.keyboard.up("Shift");
  const measured = page.getByText(/^-[\d,.]+ points, [\d.]+% of ADR10, 18 bars, 90 minutes$/);
  await expect(measured).toBeVisible();
  expect(await chart.view()).toEqual(first);
  await page.keyboard.press("Escape");
  await expect(measured).toBeHidden();
});
