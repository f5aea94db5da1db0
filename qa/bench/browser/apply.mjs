/**
 * Apply with ten and with all cards open, from the key to the painted figures, and the live count. The floor is the
 * same call, its JSON parsed, and the HTML of the question before set by innerHTML. Also the longest tasks of the main
 * thread while an answer arrives and while a digit is typed.
 */
import {
  clickEach,
  enterWithTen,
  lastCall,
  longestTask,
  newPage,
  RATES,
  report,
  slow,
  TIMES,
  WARM_UP,
} from "./visitor.mjs";

/** Of a visitor's processor, for the longest tasks. */
const SLOWER = 4;

await report(async (browser) => {
  const ratios = [];
  for (const rate of RATES) {
    const ten = await applies(browser, rate, enterWithTen);
    ratios.push({ name: "ten cards in sight", rate, ours: ten.ours.seen, floor: ten.floor.seen });
    const all = await applies(browser, rate, enterWithAll);
    ratios.push({ name: "all cards", rate, ours: all.ours.all, floor: all.floor.all });
    const counts = await liveCounts(browser, rate);
    ratios.push({ name: "live count", rate, ours: counts.ours, floor: counts.floor, rest: counts.rest });
  }
  return { ratios, ...(await longestTasks(browser)) };
});

/** Milliseconds of the main thread: the longest task while an Apply's answer arrives, and while a digit is typed. */
async function longestTasks(browser) {
  const { page, session } = await newPage(browser);
  await enterWithTen(page);
  await slow(session, SLOWER);
  for (let at = 0; at < WARM_UP; at += 1) {
    await pending(page, at);
    await applied(page);
  }
  await pending(page, WARM_UP);
  const answering = await longestTask(page, () => applied(page));
  await fillMinimum(page, "1.1");
  await page.keyboard.press("End");
  const typing = await longestTask(page, async () => {
    await page.evaluate(watchCount);
    await page.keyboard.press("5");
    await page.evaluate(() => window.counted);
  });
  await page.close();
  return { answering, typing };
}

/** Applies what is pending; the milliseconds to its figures in sight, and to all. */
async function applied(page) {
  await page.evaluate(watchApply);
  await page.keyboard.press("Enter");
  return page.evaluate(() => window.applied);
}

/** With every card open that the tier opens. */
async function enterWithAll(page) {
  await enterWithTen(page);
  await clickEach(page.getByRole("button", { name: /\d+\/\d+ features$/, pressed: false }));
  await clickEach(page.locator("article [aria-label='Toggle probability analysis'][aria-pressed=false]"));
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector("section[aria-busy=true]"));
}

/** Each Apply is of a question never asked before; its floor follows at once, of another one. */
async function applies(browser, rate, enter) {
  const { page, session } = await newPage(browser);
  const call = lastCall(page, "/compute");
  await enter(page);
  await slow(session, rate);
  const times = { ours: { seen: [], all: [] }, floor: { seen: [], all: [] } };
  let before = null;
  for (let at = 0; at < WARM_UP + TIMES; at += 1) {
    await pending(page, at);
    const ours = await applied(page);
    const html = await page.evaluate(htmlOfSlots);
    if (at >= WARM_UP) {
      add(times.ours, ours);
      add(times.floor, await page.evaluate(floorOfApply, { html: before, ...call(), bounds: [1 + at / 10 + 0.05, 95.5] }));
    }
    before = html;
  }
  await page.close();
  return times;
}

function add(times, { seen, all }) {
  times.seen.push(seen);
  times.all.push(all);
}

function absoluteGap(page) {
  return page.getByRole("article", { name: "Absolute Gap (% of ADR10)", exact: true });
}

/** A question never asked before, with its live count there and Apply in focus. */
async function pending(page, at) {
  await fillMinimum(page, String(1 + at / 10));
  await page
    .getByRole("region", { name: "Filter summary" })
    .getByRole("button", { name: /^Apply/ })
    .focus();
}

/** A minimum never given before, and its live count. */
async function fillMinimum(page, minimum) {
  const counted = page.waitForResponse((response) => response.url().endsWith("/v2/filtered"));
  await absoluteGap(page).getByPlaceholder(/^Max/).fill("95.5");
  await absoluteGap(page).getByPlaceholder(/^Min/).fill(minimum);
  await counted;
  await page.waitForFunction(() => !document.querySelector("[role=status][data-stale=true]"));
}

/**
 * A digit into a range: from the request of its live count to the painted number, and the rest from the key to the
 * request. The floor is the same call and one painted line.
 */
async function liveCounts(browser, rate) {
  const { page, session } = await newPage(browser);
  const call = lastCall(page, "/v2/filtered");
  await enterWithTen(page);
  await slow(session, rate);
  const times = { ours: [], floor: [], rest: [] };
  for (let at = 0; at < WARM_UP + TIMES; at += 1) {
    await fillMinimum(page, `1.${10 + at}`);
    await page.keyboard.press("End");
    await page.evaluate(watchCount);
    await page.keyboard.press("5");
    const { ours, rest } = await page.evaluate(() => window.counted);
    const floor = await page.evaluate(floorOfCount, { ...call(), bounds: [1 + at / 100, 95.5] });
    if (at < WARM_UP) continue;
    times.ours.push(ours);
    times.rest.push(rest);
    times.floor.push(floor);
  }
  await page.close();
  return times;
}

/**
 * In the page: `applied` resolves to the milliseconds from the key to the painted figures of the cards in sight
 * (`seen`), and of every card (`all`).
 */
function watchApply() {
  const apply = document.querySelector("[aria-label='Filter summary'] button");
  const isSeen = (slot) => {
    const { top, bottom } = slot.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const seen = [...document.querySelectorAll("[data-stale]")].filter(isSeen);
  const isOld = (slot) => slot.dataset.stale === "true";
  window.applied = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("Apply was not done after 60 s")), 60_000);
    let pressedAt = 0;
    const times = {};
    const note = async (which) => {
      if (which in times) return;
      times[which] = null;
      times[which] = (await window.painted()) - pressedAt;
      if (times.seen && times.all) resolve(times);
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

/** In the page: what stands where the figures of an answer stand. */
function htmlOfSlots() {
  return [...document.querySelectorAll("[data-stale]")].map((slot) => slot.innerHTML);
}

/** In the page: the call with other bounds, and the HTML of each slot, those in sight first; then all as it was. */
async function floorOfApply({ html, url, body, headers, bounds }) {
  const slots = [...document.querySelectorAll("[data-stale]")];
  const isSeen = (slot) => {
    const { top, bottom } = slot.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const inSight = slots.map(isSeen);
  const kept = slots.map((slot) => [...slot.childNodes]);
  body.filters[Object.keys(body.filters)[0]].value = bounds;
  const began = await window.painted();
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the floor's call answered ${answer.status}`);
  JSON.parse(await answer.text());
  const put = (seen) => {
    for (const [at, slot] of slots.entries()) if (inSight[at] === seen) slot.innerHTML = html[at] ?? "";
  };
  put(true);
  const seen = (await window.painted()) - began;
  put(false);
  const all = (await window.painted()) - began;
  for (const [at, slot] of slots.entries()) slot.replaceChildren(...kept[at]);
  await window.painted();
  return { seen, all };
}

/** In the page: `counted` resolves to the rest from the key to the request, and from there to the painted count. */
function watchCount() {
  const count = [...document.querySelectorAll("[role=status]")].find(({ textContent }) =>
    textContent.startsWith("With the pending filter"),
  );
  window.counted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the count did not come within 60 s")), 60_000);
    let pressedAt = 0;
    let wasOld = false;
    addEventListener("keydown", (event) => (pressedAt = event.timeStamp), { capture: true, once: true });
    const watch = new MutationObserver(async () => {
      const isOld = count.dataset.stale === "true";
      wasOld ||= isOld;
      if (!wasOld || isOld) return;
      watch.disconnect();
      const at = await window.painted();
      const calls = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/v2/filtered"));
      const { startTime } = calls.at(-1);
      resolve({ rest: startTime - pressedAt, ours: at - startTime });
    });
    watch.observe(count, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

/** In the page: the call with other bounds, and one painted line. */
async function floorOfCount({ url, body, headers, bounds }) {
  const count = [...document.querySelectorAll("[role=status] strong")].find(({ parentElement }) =>
    parentElement.textContent.startsWith("With the pending filter"),
  );
  const words = count.firstChild;
  const text = words.data;
  body.filters[Object.keys(body.filters)[0]].value = bounds;
  const began = await window.painted();
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the floor's call answered ${answer.status}`);
  words.data = `${JSON.parse(await answer.text()).filtered_data.total_days} day`;
  const took = (await window.painted()) - began;
  words.data = text;
  return took;
}
