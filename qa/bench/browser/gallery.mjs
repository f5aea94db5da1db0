/**
 * The gallery's speed in Chromium at a fourth of this machine's: `node qa/bench/browser/gallery.mjs ADDRESS`. Prints
 * one JSON object; times in milliseconds, sizes in KB of what went over the wire.
 */
import { entry, longestTask, newPage, report, slow, TIMES, WARM_UP, watchFrames } from "./visitor.mjs";

const SLOWER = 4;
const DAYS = 60;
const NOTCHES = 30;
const NOTCH = 100;

await report(async (browser) => {
  const { page, session } = await newPage(browser);
  await page.addInitScript(noteAnswers);
  await opened(page);
  await slow(session, SLOWER);
  const { turns, busy } = await turning(page);
  const frames = await scrolling(page);
  const after = await page.evaluate(sizeOfAnswers);
  return { turns, busy, frames, after };
});

/** The gallery with as many days a page as it has at most. */
async function opened(page) {
  await page.goto(entry({ probabilities: "" }));
  await page.getByRole("heading", { name: "Filter Controls" }).waitFor();
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Days" }).click();
  await page.getByLabel("Days a page").selectOption(String(DAYS));
  await page.waitForFunction((days) => document.querySelectorAll("ol canvas").length === days, DAYS);
  await page.waitForLoadState("networkidle");
}

/** From page to page: each answer's arrival to the painting of its days, and the longest task of the main thread. */
async function turning(page) {
  const turns = [];
  const busy = [];
  for (let at = 0; at < WARM_UP + TIMES; at += 1) {
    await page.evaluate(watchOneTurn);
    const traced = await longestTask(page, async () => {
      await page.getByRole("button", { name: "Next" }).first().click();
      turns.push(await page.evaluate(() => window.turned));
    });
    busy.push(traced);
    await page.waitForLoadState("networkidle");
  }
  return { turns: turns.slice(WARM_UP), busy: busy.slice(WARM_UP) };
}

/** Time from frame to frame while the wheel goes down the page and up again. */
async function scrolling(page) {
  const { x, y, width, height } = await page.getByRole("main").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.waitForTimeout(500);
  await page.evaluate(watchFrames);
  for (let at = 0; at < 2 * NOTCHES; at += 1) await page.mouse.wheel(0, at < NOTCHES ? NOTCH : -NOTCH);
  return page.evaluate(() => window.endFrames());
}

/** In the page: `arrivedAt` is when the last answer with days' bars had come whole. */
function noteAnswers() {
  const { fetch } = window;
  window.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    const request = asked[0];
    if (!String(request.url ?? request).endsWith("/v2/days/bars")) return answer;
    const body = await answer.arrayBuffer();
    window.arrivedAt = performance.now();
    const { status, statusText, headers } = answer;
    return new Response(body, { status, statusText, headers });
  };
}

/** In the page: `turned` resolves to the milliseconds from the answer's arrival to the painting of its days. */
function watchOneTurn() {
  const dates = () => [...document.querySelectorAll("ol a[data-date]")].map((link) => link.dataset.date).join();
  const before = dates();
  window.turned = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the page was not turned after 30 s")), 30_000);
    const watch = new MutationObserver(() => {
      if (dates() === before) return;
      watch.disconnect();
      window.painted().then((at) => resolve(at - window.arrivedAt));
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

/** In the page: the mean size of an answer with days' bars. */
function sizeOfAnswers() {
  const sizes = performance
    .getEntriesByType("resource")
    .filter(({ name }) => name.endsWith("/v2/days/bars"))
    .map(({ encodedBodySize }) => encodedBodySize / 1024);
  return Math.max(...sizes);
}
