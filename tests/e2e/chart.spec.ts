import { AS_A_TABLE } from "../../web/src/screens/chart/words";
import { screenAddress } from "./address";
import { drawingIn } from "./canvas";
import { Chart, type View } from "./chart";
import { expect, oneEntry, test } from "./test";

/** Whether two views are the same to a pixel over the whole plot. */
function close(a: View, b: View): boolean {
  return (
    Math.abs(a.pixelsPerBar - b.pixelsPerBar) * 81 < 1.5 &&
    Math.abs(a.barOne - b.barOne) < 1.5 &&
    Math.abs(a.pixelsPerPoint / b.pixelsPerPoint - 1) < 0.005
  );
}

const step = oneEntry(
  "one day on the chart",
  async ({ page, dashboard }) => {
    await dashboard.session();
    await page.goto("/chart");
    await new Chart(page).drawn();
  },
  ({ page }) => new Chart(page).rest(),
);

step("a day opens on bars 1 to 90 with its times and numbers", async ({ page }) => {
  const chart = new Chart(page);
  const { width } = await chart.corner();
  const view = await chart.view();
  expect(view.pixelsPerBar * 90).toBeCloseTo(width - 160, 0);
  expect(view.barOne).toBeCloseTo(80 + view.pixelsPerBar / 2, 0);
  const texts = (await chart.labels()).map(({ text }) => text);
  for (const time of ["9:30", "10:30", "11:30", "12:30", "1:30", "2:30", "3:30"])
    expect(texts).toContain(time);
  expect(texts.filter((text) => /^\d{1,2}$/.test(text))).toHaveLength(28);
  expect(texts).toContain("No active filters");
});

step(
  "the wheel zooms both axes about the pointer, with Shift prices alone, with Alt bars alone",
  async ({ page }) => {
    const chart = new Chart(page);
    const first = await chart.view();
    const { x, y } = await chart.point(0.3, 0.4);
    const turned = async (down: number, axis: "pixelsPerBar" | "pixelsPerPoint", times: number) => {
      const before = (await chart.view())[axis];
      await page.mouse.wheel(0, down);
      await expect.poll(async () => (await chart.view())[axis] / before).toBeCloseTo(times, 1);
      return chart.view();
    };

    const both = await turned(-100, "pixelsPerBar", 1.2);
    expect(both.pixelsPerPoint / first.pixelsPerPoint).toBeCloseTo(1.2, 1);
    expect((x - both.barOne) / both.pixelsPerBar).toBeCloseTo((x - first.barOne) / first.pixelsPerBar, 0);
    expect((both.priceZero - y) / both.pixelsPerPoint).toBeCloseTo(
      (first.priceZero - y) / first.pixelsPerPoint,
      0,
    );

    await page.keyboard.down("Shift");
    const prices = await turned(-100, "pixelsPerPoint", 1.2);
    await page.keyboard.up("Shift");
    expect(prices.pixelsPerBar).toBeCloseTo(both.pixelsPerBar, 1);

    await page.keyboard.down("Alt");
    const bars = await turned(100, "pixelsPerBar", 0.8);
    await page.keyboard.up("Alt");
    expect(bars.pixelsPerPoint).toBeCloseTo(prices.pixelsPerPoint, 1);
    await expect(page.locator("#content")).toHaveJSProperty("scrollTop", 0);
  },
);

step(
  "the chart is moved by arrows and drag and goes back by double click, button and Ctrl+0",
  async ({ page }) => {
    const chart = new Chart(page);
    const first = await chart.view();
    const moved = async (right: number) =>
      expect.poll(async () => Math.round((await chart.view()).barOne - first.barOne)).toBe(right);
    const back = () => expect.poll(async () => close(await chart.view(), first)).toBe(true);

    await chart.stage.focus();
    await page.keyboard.press("ArrowLeft");
    await moved(50);
    await page.keyboard.press("Control+0");
    await back();

    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    await moved(-50);
    await chart.button("Reset View").click();
    await back();

    await chart.point(0.5, 0.5);
    await page.mouse.down();
    const { x, y } = await chart.point(0.5, 0.5);
    const corner = await chart.corner();
    await page.mouse.move(corner.x + x + 137, corner.y + y - 20, { steps: 5 });
    await page.mouse.up();
    await moved(137);
    await page.mouse.dblclick(corner.x + x, corner.y + y);
    await back();

    await page.keyboard.press("+");
    await expect
      .poll(async () => (await chart.view()).pixelsPerBar)
      .toBeGreaterThan(first.pixelsPerBar * 1.1);
    await page
      .getByRole("heading", { level: 1 })
      .evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("Control+0");
    await back();
  },
);

step("panned left the chart shows the day before with its date", async ({ page, api }) => {
  const { metadata } = await api.day({});
  const chart = new Chart(page);
  await chart.stage.focus();
  for (let i = 0; i < 8; i += 1) await page.keyboard.press("ArrowLeft");
  await chart.writes(`${metadata.previousDate}, previous day`);
});

step("the crosshair says bar and price and goes with the pointer", async ({ page }) => {
  const chart = new Chart(page);
  const view = await chart.view();
  const { x } = await chart.point(0.405, 0.5);
  const bar = Math.round((x - view.barOne) / view.pixelsPerBar) + 1;
  await expect(chart.stage.getByText(`Bar ${bar}`, { exact: true })).toBeVisible();
  await expect(chart.stage.locator("[data-crosshair] span").first()).toHaveText(/^-?[\d,]+\.\d\d$/);
  await page.getByRole("heading", { level: 1 }).hover({ force: true });
  await expect(chart.stage.getByText(/^Bar \d+$/)).toHaveCount(0);
});

step("the day is there as a table for whoever does not see it", async ({ page, api }) => {
  const { bars, metadata } = await api.day({});
  await expect(new Chart(page).stage).toHaveAccessibleName(
    new RegExp(`on ${metadata.currentDate}: 81 bars, open`),
  );
  await page.getByText(AS_A_TABLE).click();
  const last = page.getByRole("region", { name: "Bars" }).getByRole("row").last();
  await expect(last).toContainText(price(bars.at(-1)?.close ?? 0));
});

step("the tooltip says all of a bar between its high and low, and its signal", async ({ page, api }) => {
  const { bars, amaSignals } = await api.day({}, { ama_config: {} });
  const chart = new Chart(page);
  await page.getByRole("checkbox", { name: "AMA OFF" }).check();
  await expect(page.getByText(/^\d+ AMA signals?$/)).toBeVisible();
  const painted = amaSignals.findLast(({ signal_type }) => signal_type !== 0);
  const plain = amaSignals.findLast(({ signal_type, index }) => signal_type === 0 && index > 0);
  for (const signal of [painted, plain]) {
    const bar = bars.find(({ index }) => index === signal?.index);
    if (!bar) throw new Error("the day has no such bar");
    await chart.pointAt(bar);
    await expect(chart.stage).toContainText(`Bar:${bar.bar_number}`);
    await expect(chart.stage).toContainText(`Time:${bar.time_label}`);
    await expect(chart.stage).toContainText(`High:${price(bar.high)}`);
    await expect(chart.stage).toContainText(`IBS:${Math.round(bar.ibs)}`);
    await expect(chart.stage).toContainText(signal === plain ? "Signal:None" : `(${signal?.signal_type})`);
  }
  await chart.point(0.5, 0.001);
  await expect(chart.stage).not.toContainText("Signal:");
});

step("the count of signals takes no room: nothing moves as signals are switched", async ({ page }) => {
  const { stage } = new Chart(page);
  const signals = page.getByRole("checkbox", { name: /^AMA O/ });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const tools = page.getByRole("button", { name: "Chart tools" });
    if (width === 390) await tools.click();
    const [bar, day] = [
      page.getByRole("toolbar", { name: "Chart", exact: true }),
      page.getByLabel("Date", { exact: true }),
    ];
    const places = () => Promise.all([bar, day, stage].map((each) => each.boundingBox()));
    await signals.uncheck();
    const before = await places();
    await signals.check();
    await expect(page.getByText(/^\d+ AMA signals?$/)).toBeInViewport({ ratio: 1 });
    expect(await places(), `${width} wide`).toEqual(before);
    if (width === 390) await tools.click();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

step("a change of theme is drawn anew, and the view stays", async ({ page }) => {
  const chart = new Chart(page);
  const opening = await chart.view();
  await chart.stage.focus();
  await page.keyboard.press("+");
  await expect.poll(async () => close(await chart.view(), opening)).toBe(false);
  const before = await chart.view();
  const paper = async () => (await drawingIn(chart.stage)).paper;
  expect(await paper()).toBe("#ffffff");
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  await expect.poll(paper).toBe("#171c24");
  await expect.poll(async () => close(await chart.view(), before)).toBe(true);
});

step("previous and next step through the matching days, and the ends are ends", async ({ page, api }) => {
  const chart = new Chart(page);
  const dates = (await api.day({})).navigation.availableDates;
  const total = dates.length;
  await expect(chart.button("Next day")).toBeDisabled();
  for (const back of [2, 3, 4]) {
    await chart.button("Previous day").click();
    await chart.shows(dates.at(-back) ?? "");
    await expect(chart.date.locator("option:checked")).toHaveText(
      `${dates.at(-back)} (Day ${total - back + 1} of ${total})`,
    );
  }
  await chart.button("Next day").click();
  await chart.shows(dates.at(-3) ?? "");
  await chart.date.selectOption(dates[0] ?? "");
  await chart.shows(dates[0] ?? "");
  await expect(chart.button("Previous day")).toBeDisabled();
  await expect(chart.button("Next day")).toBeEnabled();
});

step("an address with a date opens that day; a half day too", async ({ page, api }) => {
  const chart = new Chart(page);
  const [half] = (await api.summary()).snapshot.short_sessions;
  await page.goto(`/chart?date=${half}`);
  await chart.shows(half ?? "");
  await expect(page.getByText("Half day: 45 bars.")).toBeVisible();
  await expect(page).toHaveURL(screenAddress("/chart"));
  const said = () => new URL(page.url()).searchParams;
  await expect.poll(() => [said().get("date"), said().get("day")]).toEqual([null, half]);
});

test("another number of filters goes back to the latest day that matches", { tag: "@walk" }, async ({
  page,
  api,
  dashboard,
}) => {
  await dashboard.session();
  await page.goto("/chart");
  await new Chart(page).drawn();
  const chart = new Chart(page);
  await chart.button("Previous day").click();
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Dashboard" }).click();
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  const { metadata } = await api.day({ gap_up: { operator: "=", value: true } });
  await chart.open();
  await chart.shows(metadata.currentDate ?? "");
  await chart.writes("Filters: Gap Up equals True");
});

test.describe("with motion", () => {
  test.use({ reducedMotion: "no-preference" });

  test("a step takes its time and ends where it leads", async ({ page, dashboard }) => {
    await dashboard.session();
    await page.goto("/chart");
    await new Chart(page).drawn();
    const chart = new Chart(page);
    const first = await chart.view();
    await chart.stage.focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(async () => Math.round((await chart.view()).barOne - first.barOne)).toBe(50);
  });
});

function price(value: number): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
