/**
 * The chart's speed in Chromium: `node qa/bench/chart_page.mjs ADDRESS`. Prints one JSON object; times in
 * milliseconds, sizes in KB of what went over the wire.
 */
import { chromium } from "@playwright/test";

const [address] = process.argv.slice(2);
const STEPS = 60;
const WARM_UP = 10;
const TURNS = 8;
const NOTCHES = 12;
const NOTCH = 100;
const REST = 160;
const VISITOR = {
  user_id: "bench",
  user_email: "bench@example.com",
  course_id: "dev-cad-std",
  profile: "pro",
};

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchHeader);
  const { before, after } = await loading(page);
  await signalsOn(page);
  await slowed(page);
  const switches = await walking(page);
  const frames = await zooming(page);
  console.log(JSON.stringify({ before, after, switches, frames }));
} finally {
  await browser.close();
}

/** The chart's own scripts before the dashboard's Chart tab is followed, and after. */
async function loading(page) {
  await page.goto(`${address}/?${new URLSearchParams({ ...VISITOR, probabilities: "" })}`);
  await page.getByRole("heading", { name: "Filter Controls" }).waitFor();
  await page.waitForLoadState("networkidle");
  const before = await chartScripts(page);
  const dayAndNeighbour = chartAnswers(page, 2);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Chart" }).click();
  await page.getByRole("application").locator("canvas").first().waitFor();
  await dayAndNeighbour;
  return { before, after: await chartScripts(page) };
}

/** A visitor's machine: four times the time of this one's CPU. */
async function slowed(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

async function signalsOn(page) {
  const dayAndNeighbour = chartAnswers(page, 2);
  await page.getByRole("checkbox", { name: /^AMA/ }).click();
  await dayAndNeighbour;
}

/** Click to painted day, each step to a day whose answer was fetched ahead. */
async function walking(page) {
  const switches = [];
  for (let at = 0; at < WARM_UP + STEPS; at += 1) {
    await page.waitForTimeout(REST);
    await page.evaluate(watchOneSwitch);
    const neighbour = chartAnswers(page, 1);
    await page.getByRole("button", { name: "Previous day" }).click();
    switches.push(await page.evaluate(() => window.switched));
    await neighbour;
  }
  return switches.slice(WARM_UP);
}

/** Time from frame to frame while the wheel turns in and out. */
async function zooming(page) {
  const { x, y, width, height } = await page.getByRole("application").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await turned(page, -1);
  await page.evaluate(watchFrames);
  for (let at = 0; at < TURNS; at += 1) await turned(page, at % 2 === 0 ? 1 : -1);
  return page.evaluate(() => window.frameTimes);
}

async function turned(page, direction) {
  for (let at = 0; at < NOTCHES; at += 1) {
    await page.mouse.wheel(0, direction * NOTCH);
    await page.waitForTimeout(REST / 4);
  }
}

/** Resolves when as many days more have been answered. */
async function chartAnswers(page, count) {
  let answered = 0;
  const isLast = (response) => response.url().endsWith("/v2/charts/data") && ++answered === count;
  await (await page.waitForResponse(isLast)).finished();
}

/** KB of the chart's own scripts; its settings, which the page's store holds from the start, are none of them. */
async function chartScripts(page) {
  return page.evaluate(() => {
    const scripts = performance
      .getEntriesByType("resource")
      .filter(({ name }) => /chart(?!-slice)[^/]*\.js$/.test(name));
    return scripts.reduce((sum, script) => sum + script.encodedBodySize, 0) / 1024;
  });
}

/** In the page, before its scripts: `header` is the day that the canvas names, told to `headerChanged`. */
function watchHeader() {
  const own = CanvasRenderingContext2D.prototype;
  const { fillText } = own;
  own.fillText = function (text, ...at) {
    if (/^Date: /.test(text) && text !== window.header) {
      window.header = text;
      window.headerChanged?.();
    }
    fillText.call(this, text, ...at);
  };
}

/** In the page: `switched` resolves to the milliseconds from the click to the painting of another day's header. */
function watchOneSwitch() {
  const painted = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });
  window.switched = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the day was not drawn after 30 s")), 30_000);
    let clickedAt = 0;
    addEventListener("click", (event) => (clickedAt = event.timeStamp), { capture: true, once: true });
    window.headerChanged = () => {
      window.headerChanged = undefined;
      painted(() => resolve(performance.now() - clickedAt));
    };
  });
}

/** In the page: `frameTimes` fills with the milliseconds between frames. */
function watchFrames() {
  window.frameTimes = [];
  let before = null;
  const frame = (now) => {
    if (before !== null) window.frameTimes.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
