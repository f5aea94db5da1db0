/** A first visit to the dashboard, a change of view, an open typed on Today, and a page that nobody touches. */
import { address, entry, enterWithTen, lastCall, newPage, RATES, report, slow, TEN, TIMES, WARM_UP } from "./visitor.mjs";

const IDLE = 60_000;
const REST = 10_000;

/** Views of the dashboard, and what a view has once it is there. */
const VIEWS = {
  "By value": "main [data-testid=plane]",
  Path: "main [data-testid=plane]",
  Target: "main table button",
  Answers: "main article",
};

await report(async (browser) => {
  const ratios = [];
  for (const rate of RATES) {
    ratios.push({ name: "first visit", rate, ...(await firstVisits(browser, rate)) });
    ratios.push({ name: "change of view", rate, ...(await changesOfView(browser, rate)) });
    ratios.push({ name: "typed open", rate, ...(await typedOpens(browser, rate)) });
  }
  const loaded = { ...(await codeLoaded(browser)), ...(await callsOfFirstVisit(browser)) };
  return { ratios, loaded, idle: await idleTime(browser, enterWithTen), blank: await idleTime(browser) };
});

/** KB of scripts that came before the dashboard's cards stood, and of ECharts before and after its first use. */
async function codeLoaded(browser) {
  const { page } = await newPage(browser);
  await page.addInitScript(noteScriptsBeforeCards);
  await page.goto(entry({ probabilities: "" }));
  await page.getByRole("heading", { name: "Filter Controls" }).waitFor();
  await page.waitForLoadState("networkidle");
  const scripts = await page.evaluate(() => window.scriptsBeforeCards / 1024);
  const chartsBefore = await page.evaluate(sizeOfCharts);
  const card = page.getByRole("article", { name: "OR12 Range (% of ADR10)", exact: true });
  await card.getByRole("button", { name: "Toggle probability analysis" }).click();
  const figures = page.getByRole("region", { name: /^Probability of OR12 Range/ });
  await figures.locator("svg").first().waitFor();
  const chartsAfter = await page.evaluate(sizeOfCharts);
  await page.close();
  return { scripts, chartsBefore, chartsAfter };
}

/** What a first visit with ten open cards asks the API for: calls, and the KB of their answers. */
async function callsOfFirstVisit(browser) {
  const { page } = await newPage(browser);
  await enterWithTen(page);
  const answers = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/api/"))
      .map(({ encodedBodySize }) => encodedBodySize / 1024),
  );
  await page.close();
  return { calls: answers.length, answers: answers.reduce((sum, size) => sum + size, 0) };
}

/**
 * From the address to the painted figures of the cards in sight, with nothing kept. The floor loads the same files,
 * asks for the cards in one call, and sets the same HTML by innerHTML.
 */
async function firstVisits(browser, rate) {
  const times = { ours: [], floor: [] };
  for (let at = 0; at < WARM_UP + TIMES; at += 1) {
    const { page, session } = await newPage(browser);
    const call = lastCall(page, "/v2/start");
    await slow(session, rate);
    await page.addInitScript(watchFigures);
    await page.goto(entry({ probabilities: TEN.join(",") }));
    const ours = await page.evaluate(() => window.shown);
    const visited = await page.evaluate(whatWasLoaded);
    await page.close();
    const floor = await floorOfVisit(browser, rate, { ...visited, call: call() });
    if (at < WARM_UP) continue;
    times.ours.push(ours);
    times.floor.push(floor);
  }
  return times;
}

async function floorOfVisit(browser, rate, visited) {
  // An answer that is no page allows no files.
  const { page, session } = await newPage(browser, { bypassCSP: true });
  await slow(session, rate);
  await page.goto(`${address}/robots.txt`);
  const took = await page.evaluate(loadTheSame, visited);
  await page.close();
  return took;
}

/** From the click on a view that was shown before, with ten open cards, to the painted view. The floor is an empty frame. */
async function changesOfView(browser, rate) {
  const { page, session } = await newPage(browser);
  await enterWithTen(page);
  const times = { ours: [], floor: [] };
  const rounds = TIMES / Object.keys(VIEWS).length;
  for (let round = -1; round < rounds; round += 1) {
    await slow(session, round < 0 ? 1 : rate);
    for (const [name, content] of Object.entries(VIEWS)) {
      await page.evaluate(watchView, { name, content });
      await page.getByRole("main").getByRole("link", { name, exact: true }).click();
      const ours = await page.evaluate(() => window.viewed);
      await page.waitForLoadState("networkidle");
      if (round < 0) continue;
      times.ours.push(ours);
      times.floor.push(await page.evaluate(emptyFrame));
    }
  }
  await page.close();
  return times;
}

/** From the request of a typed open to its painted page. The floor is the same call and the same HTML. */
async function typedOpens(browser, rate) {
  const { page, session } = await newPage(browser);
  const call = lastCall(page, "/v2/next");
  await enterWithTen(page);
  await page.goto(`${address}/today`);
  const open = page.getByRole("main").getByRole("textbox", { name: "Open", exact: true });
  await open.waitFor();
  const close = await page.evaluate(closeOfYesterday);
  await slow(session, rate);
  const times = { ours: [], floor: [] };
  let before = null;
  for (let at = 0; at < WARM_UP + TIMES; at += 1) {
    await page.evaluate(watchTypedOpen);
    await open.fill(String(close + at));
    const ours = await page.evaluate(() => window.typed);
    const html = await page.evaluate(() => document.querySelector("main").innerHTML);
    if (at >= WARM_UP) {
      const floor = await page.evaluate(floorOfTypedOpen, { html: before, ...call(), open: close - at - 1 });
      times.ours.push(ours);
      times.floor.push(floor);
    }
    before = html;
  }
  await page.close();
  return times;
}

/** Seconds of the main thread in a minute in which nobody does anything, with a page that is entered or a blank one. */
async function idleTime(browser, enter) {
  const { page, session } = await newPage(browser);
  await session.send("Performance.enable");
  await enter?.(page);
  await page.waitForTimeout(REST);
  const before = await taskSeconds(session);
  await page.waitForTimeout(IDLE);
  const after = await taskSeconds(session);
  await page.close();
  return after - before;
}

async function taskSeconds(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value;
}

/** In the page, before its scripts: `scriptsBeforeCards` becomes the bytes that had come when the first card stood. */
function noteScriptsBeforeCards() {
  const watch = new MutationObserver(() => {
    if (!document.querySelector("main article")) return;
    watch.disconnect();
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    window.scriptsBeforeCards = scripts.reduce((sum, script) => sum + script.encodedBodySize, 0);
  });
  watch.observe(document, { subtree: true, childList: true });
}

/** In the page: KB of ECharts. */
function sizeOfCharts() {
  const scripts = performance.getEntriesByType("resource").filter(({ name }) => /echart[^/]*\.js$/.test(name));
  return scripts.reduce((sum, script) => sum + script.encodedBodySize, 0) / 1024;
}

/** In the page, before its scripts: `shown` resolves to the time at which each card in sight has its figures. */
function watchFigures() {
  const isSeen = (slot) => {
    const { top, bottom } = slot.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  window.shown = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("no figures after 60 s")), 60_000);
    const watch = new MutationObserver(() => {
      const seen = [...document.querySelectorAll("[aria-label^='Probability of ']")].filter(isSeen);
      if (seen.length === 0 || !seen.every(({ textContent }) => textContent.includes("%"))) return;
      watch.disconnect();
      resolve(window.painted());
    });
    watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

/** In the page: the addresses of its files, and its HTML. */
function whatWasLoaded() {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  return {
    scripts: files.filter((name) => name.endsWith(".js")),
    styles: files.filter((name) => name.endsWith(".css")),
    fonts: files.filter((name) => name.endsWith(".woff2")),
    html: document.body.innerHTML,
  };
}

/** In a page without anything: the document, its files, one call, and the HTML; milliseconds until it is painted. */
async function loadTheSame({ scripts, styles, fonts, html, call: { url, body, headers } }) {
  const loaded = (rel, href, as) =>
    new Promise((resolve, reject) => {
      const link = Object.assign(document.createElement("link"), { rel, href, onload: resolve, onerror: reject });
      if (as) link.as = as;
      if (as === "font") link.crossOrigin = "";
      document.head.append(link);
    });
  const began = await window.painted();
  await (await fetch("/dashboard")).text();
  await Promise.all([
    ...scripts.map((href) => loaded("modulepreload", href)),
    ...styles.map((href) => loaded("stylesheet", href)),
    ...fonts.map((href) => loaded("preload", href, "font")),
  ]);
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the floor's call answered ${answer.status}`);
  JSON.parse(await answer.text());
  document.body.innerHTML = html;
  return (await window.painted()) - began;
}

/** In the page: `viewed` resolves to the milliseconds from the next click to the painted view. */
function watchView({ name, content }) {
  const isThere = () =>
    document.querySelector("main nav [aria-current=page]")?.textContent === name &&
    document.querySelector(content) !== null;
  window.viewed = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${name} was not shown after 60 s`)), 60_000);
    let clickedAt = 0;
    addEventListener("click", () => { clickedAt = performance.now(); }, { capture: true, once: true });
    const watch = new MutationObserver(async () => {
      if (!isThere()) return;
      watch.disconnect();
      resolve((await window.painted()) - clickedAt);
    });
    watch.observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true });
  });
}

/** In the page: the milliseconds to a frame without changes. */
async function emptyFrame() {
  const began = performance.now();
  return (await window.painted()) - began;
}

/** In the page: the close of the session before, as Today has it. */
function closeOfYesterday() {
  const name = [...document.querySelectorAll("main dt")].find(({ textContent }) => textContent === "CoY");
  return Number(name.nextElementSibling.textContent.replaceAll(",", ""));
}

/** In the page: `typed` resolves to the milliseconds from the request of a typed number to the painted page. */
function watchTypedOpen() {
  const main = document.querySelector("main");
  const isOld = () => main.querySelector("[data-stale=true], [aria-busy=true]") !== null;
  window.typed = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the typed open was not answered after 60 s")), 60_000);
    let wasOld = false;
    const watch = new MutationObserver(async () => {
      wasOld ||= isOld();
      if (!wasOld || isOld()) return;
      watch.disconnect();
      const at = await window.painted();
      const calls = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/v2/next"));
      resolve(at - calls.at(-1).startTime);
    });
    watch.observe(main, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

/** In the page: the call with another open, and the HTML of the one before; then all as it was. */
async function floorOfTypedOpen({ html, url, body, headers, open }) {
  const main = document.querySelector("main");
  const kept = [...main.childNodes];
  const began = await window.painted();
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ ...body, open }) });
  if (!answer.ok) throw new Error(`the floor's call answered ${answer.status}`);
  JSON.parse(await answer.text());
  main.innerHTML = html;
  const took = (await window.painted()) - began;
  main.replaceChildren(...kept);
  await window.painted();
  return took;
}
