/**
 * The page's speed in Chromium at a fourth of this machine's: `node qa/bench/page.mjs ADDRESS`. Prints one JSON
 * object; times in milliseconds, sizes in KB of what went over the wire.
 */
import { chromium } from "@playwright/test";

const [address] = process.argv.slice(2);
const SLOWER = 4;
const APPLIES = 40;
const APPLIES_OF_ALL = 10;
const WARM_UP = 5;
const VISITOR = {
  user_id: "bench",
  user_email: "bench@example.com",
  course_id: "dev-cad-std",
  profile: "pro",
};
const OPEN_AT_FIRST = [
  "gap_class",
  "gap_fill_bar",
  "open_vs_prev_range",
  "or12_range_pct_adr",
  "or12_bo_sides",
  "or12_hod_or_lod_set",
  "gx_bo_sides",
  "gxh_bo_bar",
  "gxl_bo_bar",
];
const TEN = [...OPEN_AT_FIRST, "gap_and_go"];

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const { scripts, chartsBefore, chartsAfter } = await loading();
  const first = await firstLoad();
  const used = await using();
  const all = await applyingAll();
  console.log(JSON.stringify({ scripts, chartsBefore, chartsAfter, first, ...used, all }));
} finally {
  await browser.close();
}

/** Scripts that came before the dashboard's cards stood, and ECharts before and after its first use. */
async function loading() {
  const page = await slowPage();
  await page.addInitScript(noteScriptsBeforeCards);
  await page.goto(entry({ probabilities: "" }));
  await page.getByRole("heading", { name: "Filter Controls" }).waitFor();
  await page.waitForLoadState("networkidle");
  const scripts = await page.evaluate(() => window.scriptsBeforeCards / 1024);
  const chartsBefore = await charts(page);
  await page.evaluate(() => performance.clearResourceTimings());
  await toggle(page, "OR12 Range (% of ADR10)").click();
  await page
    .getByRole("region", { name: /^Probability of OR12 Range/ })
    .locator("svg")
    .first()
    .waitFor();
  const chartsAfter = await charts(page);
  await page.close();
  return { scripts, chartsBefore, chartsAfter };
}

/** What a first visit with ten open cards asks the API for, all in all: calls, and the KB of their answers. */
async function firstLoad() {
  const page = await slowPage();
  await enterWithTen(page);
  const first = await page.evaluate(() => {
    const calls = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/api/"));
    return { calls: calls.length, size: calls.reduce((sum, call) => sum + call.encodedBodySize, 0) / 1024 };
  });
  await page.close();
  return first;
}

async function enterWithTen(page) {
  await page.goto(entry({ probabilities: TEN.join(",") }));
  const panels = page.getByRole("region", { name: /^Probability of / });
  await panels.first().waitFor();
  for (const panel of await panels.all()) await panel.getByText("%").filter({ visible: true }).first().waitFor();
  await page.waitForLoadState("networkidle");
}

/** With ten cards open: what each Apply takes, its call included, and the longest tasks: of typing, of an answer. */
async function using() {
  const page = await slowPage();
  await enterWithTen(page);
  const applies = await timesOf(page, APPLIES);
  await pending(page, WARM_UP + APPLIES);
  const answering = await longestTask(page, () => oneApply(page));
  const range = page.getByRole("article", { name: "Absolute Gap (% of ADR10)", exact: true });
  await range.getByPlaceholder(/^Max/).fill("95.5");
  await range.getByPlaceholder(/^Min/).focus();
  await page.waitForLoadState("networkidle");
  const typing = await longestTask(page, () => typed(page));
  await page.close();
  return { applies, answering, typing };
}

/** With every card open that the tier opens: what each Apply takes. */
async function applyingAll() {
  const page = await newPage();
  await page.goto(entry({ probabilities: TEN.join(",") }));
  await page.getByRole("heading", { name: "Filter Controls" }).waitFor();
  await clickEach(page.getByRole("button", { name: /\d+\/\d+ features$/, pressed: false }));
  await clickEach(page.locator("article [aria-label='Toggle probability analysis'][aria-pressed=false]"));
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector("section[aria-busy=true]"), null, { timeout: 60_000 });
  await slowDown(page);
  const times = await timesOf(page, APPLIES_OF_ALL);
  await page.close();
  return times;
}

async function clickEach(buttons) {
  await buttons.first().waitFor();
  await buttons.evaluateAll((all) => all.forEach((each) => each.click()));
}

/** Milliseconds of each of `count` Applies, once a few are over. */
async function timesOf(page, count) {
  const times = [];
  for (let at = 0; at < WARM_UP + count; at += 1) {
    await pending(page, at);
    times.push(await oneApply(page));
  }
  return times.slice(WARM_UP);
}

/** A question never asked before, with its live count there. */
async function pending(page, at) {
  const card = page.getByRole("article", { name: "Absolute Gap (% of ADR10)", exact: true });
  await card.getByPlaceholder(/^Min/).fill(String(1 + at / 10));
  await card.getByPlaceholder(/^Max/).fill("95.5");
  await page.getByText(/^With the pending filter: [\d,]+ day/).waitFor();
  await page.waitForLoadState("networkidle");
  await page
    .getByRole("region", { name: "Filter summary" })
    .getByRole("button", { name: /^Apply/ })
    .focus();
}

/** What is pending, applied by its key: milliseconds until what is in sight was painted, and until all was. */
async function oneApply(page) {
  await page.evaluate(watchOneApply);
  await page.keyboard.press("Enter");
  return page.evaluate(() => window.applied);
}

/** Digit by digit into the focused field, with rests in which the live count arrives and is drawn. */
async function typed(page) {
  for (const text of ["12", "3.75", "20.125", "7"]) {
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text, { delay: 80 });
    await page.waitForTimeout(600);
  }
}

/** The longest task of the page's main thread while `act` runs, in time of that thread: neighbours do not count. */
async function longestTask(page, act) {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const named = (name) => traceEvents.filter((event) => event.name === name);
  const renderers = named("thread_name").filter((event) => event.args.name === "CrRendererMain");
  const isMain = ({ pid, tid }) => renderers.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = [...named("RunTask"), ...named("ThreadControllerImpl::RunTask")].filter(isMain);
  if (tasks.length === 0) throw new Error("the trace holds no task of the page's main thread");
  return Math.max(...tasks.map((task) => task.tdur ?? 0)) / 1000;
}

async function slowPage() {
  const page = await newPage();
  await slowDown(page);
  return page;
}

async function newPage() {
  return browser.newPage({ viewport: { width: 1440, height: 900 } });
}

async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

async function charts(page) {
  return page.evaluate(() => {
    const scripts = performance
      .getEntriesByType("resource")
      .filter(({ name }) => /echart[^/]*\.js$/.test(name));
    return scripts.reduce((sum, script) => sum + script.encodedBodySize, 0) / 1024;
  });
}

function toggle(page, card) {
  return page
    .getByRole("article", { name: card, exact: true })
    .getByRole("button", { name: "Toggle probability analysis" });
}

function entry(view) {
  return `${address}/?${new URLSearchParams({ ...VISITOR, ...view })}`;
}

/** In the page: `scriptsBeforeCards` becomes the bytes of scripts that had arrived when the first card stood. */
function noteScriptsBeforeCards() {
  const watch = new MutationObserver(() => {
    if (!document.querySelector("main article")) return;
    watch.disconnect();
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    window.scriptsBeforeCards = scripts.reduce((sum, script) => sum + script.encodedBodySize, 0);
  });
  watch.observe(document, { subtree: true, childList: true });
}

/**
 * In the page: `applied` resolves to the milliseconds from pressing Apply to the painting of the new figures of the
 * cards in sight (`seen`), and of every card (`all`).
 */
function watchOneApply() {
  const apply = document.querySelector("[aria-label='Filter summary'] button");
  const isSeen = (slot) => {
    const { top, bottom } = slot.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const seen = [...document.querySelectorAll("[data-stale]")].filter(isSeen);
  const isOld = (slot) => slot.dataset.stale === "true";
  const painted = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });
  window.applied = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("Apply was not done after 30 s")), 30_000);
    let pressedAt = 0;
    const times = {};
    const note = (which) => {
      if (which in times) return;
      times[which] = null;
      painted(() => {
        times[which] = performance.now() - pressedAt;
        if (times.seen && times.all) resolve(times);
      });
    };
    addEventListener("keydown", (event) => (pressedAt = event.timeStamp), { capture: true, once: true });
    const watch = new MutationObserver(() => {
      if (!apply.textContent.startsWith("Apply 0 ") || seen.some(isOld)) return;
      note("seen");
      if (document.querySelector("[data-stale=true], main [aria-busy=true]")) return;
      watch.disconnect();
      note("all");
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}
