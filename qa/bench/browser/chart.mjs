/**
 * The chart beside lightweight-charts in one Chromium, with the bars of one day and of five: the next day from the
 * click to the painting, and the frames while the wheel turns and while the plot is dragged.
 */
import { fileURLToPath } from "node:url";
import {
  address,
  entry,
  newPage,
  RATES,
  report,
  slow,
  TIMES,
  VISITOR,
  WARM_UP,
  watchFrames,
} from "./visitor.mjs";

const PEER = new URL(
  "../../../node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.js",
  import.meta.url,
);
const PLOT = { x: 360, y: 145, width: 1080, height: 720 };
const MIDDLE = { x: PLOT.x + PLOT.width / 2, y: PLOT.y + PLOT.height / 2 };
/** The width of the levels' prices at the plot's right. */
const LEVELS = 130;
const DAYS = 60;
const BARS_OF_DAY = 81;
const NOTCH = 100;
const FRAME = 16;

await report(async (browser) => {
  const days = await lastDays();
  const ours = await chartPage(browser);
  const peer = await chartPage(browser);
  const code = await codeBeforeUse(ours.page);
  await peer.page.addScriptTag({ path: fileURLToPath(PEER) });
  const shown = await replaceBars(ours.page, days);
  const ratios = [];
  for (const daysBefore of [0, 4])
    for (const rate of RATES) {
      const bars = BARS_OF_DAY * (1 + daysBefore);
      shown.daysBefore = daysBefore;
      await openOurs(ours.page, days, daysBefore);
      await peer.page.evaluate(openPeer, { days, daysBefore, plot: PLOT });
      for (const gesture of [wheel, drag]) {
        const mine = await framesOf(ours, gesture, rate);
        const floor = await framesOf(peer, gesture, rate);
        ratios.push({ name: gesture.name, bars, rate, ours: mine.frames, floor: floor.frames });
        ratios.push({ name: `${gesture.name}, main thread`, bars, rate, ours: [mine.thread], floor: [floor.thread] });
      }
      await openOurs(ours.page, days, daysBefore);
      const mine = await steps(ours, rate, () => ours.page.waitForResponse(/\/v2\/charts\/data$/));
      ratios.push({ name: "next day", bars, rate, ours: mine, floor: await steps(peer, rate) });
    }
  return { ratios, code };
});

/** The last days of the sample, as the chart has them, each without the day before. */
async function lastDays() {
  const post = async (path, body, headers = {}) => {
    const answer = await fetch(`${address}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer.json();
  };
  const { access_token } = await post("/auth/entry", VISITOR);
  const headers = { authorization: `Bearer ${access_token}` };
  const { navigation } = await post("/v2/charts/data", { filters: {} }, headers);
  const days = [];
  for (const date of navigation.availableDates.slice(-DAYS)) {
    const day = { filters: {}, selected_date: date, include_previous_day: false };
    days.push(await post("/v2/charts/data", day, headers));
  }
  return days;
}

async function chartPage(browser) {
  const opened = await newPage(browser);
  await opened.page.addInitScript(noteDay);
  await opened.page.goto("about:blank");
  await opened.session.send("Performance.enable");
  return opened;
}

/** KB of the chart's own scripts before its tab is followed, and after. */
async function codeBeforeUse(page) {
  await page.goto(entry({ probabilities: "" }));
  await page.getByRole("heading", { name: "Filter Controls" }).waitFor();
  await page.waitForLoadState("networkidle");
  const before = await page.evaluate(chartScripts);
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Chart" }).click();
  await page.getByRole("application").locator("canvas").first().waitFor();
  return { before, after: await page.evaluate(chartScripts) };
}

/** The page gets as many days before a day as `shown` says. */
async function replaceBars(page, days) {
  const shown = { daysBefore: 0 };
  await page.route("**/v2/charts/data", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const at = days.findIndex(({ metadata }) => metadata.currentDate === json.metadata.currentDate);
    const before = days.slice(Math.max(0, at - shown.daysBefore), Math.max(0, at)).flatMap(({ bars }) => bars);
    const previous = before.map((bar, index) => ({ ...bar, session: "previous", index: index + 1 - before.length }));
    json.bars = [...previous, ...json.bars.filter(({ session }) => session === "current")];
    await route.fulfill({ response, json });
  });
  return shown;
}

/** The day before the last, with all bars in sight: the wheel zooms out at the plot's right end. */
async function openOurs(page, days, daysBefore) {
  await page.goto(`${address}/chart?day=${days.at(-2).metadata.currentDate}`);
  await page.getByRole("application").locator("canvas").first().waitFor();
  await page.waitForFunction((date) => window.day === `Date: ${date}`, days.at(-2).metadata.currentDate);
  if (daysBefore === 0) return;
  await page.mouse.move(PLOT.x + PLOT.width - LEVELS, MIDDLE.y);
  for (let at = 0; at < 8; at += 1) {
    await page.mouse.wheel(0, NOTCH);
    await page.waitForTimeout(4 * FRAME);
  }
}

/** Click to painted day, each step to a day that is there already: `neighbour` waits for the answer of the one after. */
async function steps({ page, session }, rate, neighbour) {
  await page.bringToFront();
  await slow(session, rate);
  const times = [];
  for (let at = 0; at < WARM_UP + TIMES; at += 1) {
    await page.evaluate(watchStep);
    const answered = neighbour?.();
    await page.getByRole("button", { name: "Previous day" }).click();
    times.push(await page.evaluate(() => window.stepped));
    await answered;
  }
  await slow(session, 1);
  return times.slice(WARM_UP);
}

/** Milliseconds from frame to frame while somebody moves the plot, and of the main thread a frame. */
async function framesOf({ page, session }, gesture, rate) {
  await page.bringToFront();
  await page.mouse.move(MIDDLE.x, MIDDLE.y);
  await slow(session, rate);
  await gesture(page);
  await page.evaluate(watchFrames);
  const before = await threadTime(session);
  await gesture(page);
  const after = await threadTime(session);
  const frames = await page.evaluate(() => window.endFrames());
  await slow(session, 1);
  return { frames, thread: (after - before) / frames.length };
}

async function threadTime(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
}

async function wheel(page) {
  for (let at = 0; at < 60; at += 1) {
    await page.mouse.wheel(0, Math.floor(at / 10) % 2 === 0 ? -NOTCH : NOTCH);
    await page.waitForTimeout(2 * FRAME);
  }
}

async function drag(page) {
  for (const side of [1, -1, 1, -1]) {
    await page.mouse.move(MIDDLE.x, MIDDLE.y);
    await page.mouse.down();
    for (let at = 1; at <= 30; at += 1) {
      await page.mouse.move(MIDDLE.x + 8 * side * at, MIDDLE.y + 2 * side * at);
      await page.waitForTimeout(FRAME);
    }
    await page.mouse.up();
  }
}

/** In the page, before its scripts: `day` is the one that a canvas names, told to `dayChanged`. */
function noteDay() {
  const own = CanvasRenderingContext2D.prototype;
  const { fillText } = own;
  own.fillText = function (text, ...at) {
    if (/^Date: /.test(text) && text !== window.day) {
      window.day = text;
      window.dayChanged?.();
    }
    fillText.call(this, text, ...at);
  };
}

/** In the page: `stepped` resolves to the milliseconds from the click to the painting of another day. */
function watchStep() {
  window.stepped = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the day was not drawn after 60 s")), 60_000);
    let clickedAt = 0;
    addEventListener("click", (event) => (clickedAt = event.timeStamp), { capture: true, once: true });
    window.dayChanged = async () => {
      window.dayChanged = undefined;
      resolve((await window.painted()) - clickedAt);
    };
  });
}

/** In the page: KB of the chart's own scripts; its settings, which the store holds from the start, are none of them. */
function chartScripts() {
  const scripts = performance
    .getEntriesByType("resource")
    .filter(({ name }) => /chart(?!-slice)[^/]*\.js$/.test(name));
  return scripts.reduce((sum, script) => sum + script.encodedBodySize, 0) / 1024;
}

/** In the page: lightweight-charts with the same bars, EMA, levels and date, and a button to the day before. */
function openPeer({ days, daysBefore, plot }) {
  const place = Object.assign(document.createElement("div"), { id: "plot" });
  const button = Object.assign(document.createElement("button"), { textContent: "Previous day" });
  const { x, y, width, height } = plot;
  place.style.cssText = `position: absolute; left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`;
  document.body.replaceChildren(button, place);
  const { createChart, createTextWatermark, CandlestickSeries, LineSeries } = window.LightweightCharts;
  const chart = createChart(place, { width, height, timeScale: { timeVisible: true }, crosshair: { mode: 0 } });
  const candles = chart.addSeries(CandlestickSeries, {});
  const ema = chart.addSeries(LineSeries, { color: "#0080FF", lineWidth: 2 });
  const title = createTextWatermark(chart.panes()[0], { lines: [], horzAlign: "left", vertAlign: "top" });
  const timeOf = ({ time }) => Date.parse(time) / 1000;
  let at = days.length - 2;
  let levels = [];
  const show = () => {
    const bars = days.slice(Math.max(0, at - daysBefore), at + 1).flatMap((day) => day.bars);
    const colors = { borderColor: "#404040", wickColor: "#404040" };
    candles.setData(
      bars.map(({ open, high, low, close, ...bar }) => ({
        ...{ time: timeOf(bar), open, high, low, close, ...colors },
        color: close > open ? "#ffffff" : "#404040",
      })),
    );
    ema.setData(bars.filter((bar) => bar.ema > 0).map((bar) => ({ time: timeOf(bar), value: bar.ema })));
    for (const level of levels) candles.removePriceLine(level);
    levels = Object.entries(days[at].referenceLines)
      .filter(([, price]) => price > 0)
      .map(([name, price]) => candles.createPriceLine({ price, title: name, color: "#888888", lineWidth: 1 }));
    const text = `Date: ${days[at].metadata.currentDate}`;
    title.applyOptions({ lines: [{ text, color: "#000000", fontSize: 14 }] });
    chart.timeScale().fitContent();
  };
  button.onclick = () => {
    at -= 1;
    show();
  };
  show();
}
