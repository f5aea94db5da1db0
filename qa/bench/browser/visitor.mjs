/**
 * A visitor's Chromium, and the clock of what he sees, for the scripts of this folder: `node SCRIPT ADDRESS`. Each
 * prints one JSON object; times are in milliseconds.
 */
import { chromium } from "@playwright/test";

export const [address] = process.argv.slice(2);
export const RATES = [1, 4];
export const TIMES = 20;
export const WARM_UP = 4;
export const TEN = [
  "gap_class",
  "gap_fill_bar",
  "open_vs_prev_range",
  "or12_range_pct_adr",
  "or12_bo_sides",
  "or12_hod_or_lod_set",
  "gx_bo_sides",
  "gxh_bo_bar",
  "gxl_bo_bar",
  "gap_and_go",
];

export const VISITOR = {
  user_id: "bench",
  user_email: "bench@example.com",
  course_id: "dev-cad-std",
  profile: "pro",
};

/** The address by which a visitor enters with these parameters of the page. */
export const entry = (view) => `${address}/?${new URLSearchParams({ ...VISITOR, ...view })}`;

/** Runs `measure` in a Chromium of its own, and prints what it finds. */
export async function report(measure) {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    console.log(JSON.stringify(await measure(browser)));
  } finally {
    await browser.close();
  }
}

/** A page with nothing kept, and a session of Chromium's protocol for it. */
export async function newPage(browser, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  page.setDefaultTimeout(60_000);
  await page.addInitScript(addClock);
  const session = await page.context().newCDPSession(page);
  return { page, session };
}

/** The visitor's processor is `rate` times slower than this machine's. */
export const slow = (session, rate) => session.send("Emulation.setCPUThrottlingRate", { rate });

/** Enters with ten open cards, and waits until each has its figures. */
export async function enterWithTen(page) {
  await page.goto(entry({ probabilities: TEN.join(",") }));
  const panels = page.getByRole("region", { name: /^Probability of / });
  await panels.first().waitFor();
  for (const panel of await panels.all()) await panel.getByText("%").filter({ visible: true }).first().waitFor();
  await page.waitForLoadState("networkidle");
}

/** Clicks everything that the locator finds, in one task. */
export async function clickEach(buttons) {
  await buttons.first().waitFor();
  await buttons.evaluateAll((all) => all.forEach((each) => each.click()));
}

/** The last request to a path of the API: its address, its body and the headers that name the visitor. */
export function lastCall(page, path) {
  let last = null;
  page.on("request", (request) => {
    if (!new URL(request.url()).pathname.endsWith(path)) return;
    const { authorization, "x-session-id": session = "" } = request.headers();
    last = {
      url: request.url(),
      body: request.postDataJSON(),
      headers: { "content-type": "application/json", authorization, "x-session-id": session },
    };
  });
  return () => last;
}

/** The longest task of the page's main thread while `act` runs, in time of that thread: neighbours do not count. */
export async function longestTask(page, act) {
  const browser = page.context().browser();
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

/** In the page: `endFrames` answers the milliseconds between the frames since. */
export function watchFrames() {
  const frames = [];
  let last = performance.now();
  let handle = requestAnimationFrame(function next(now) {
    frames.push(now - last);
    last = now;
    handle = requestAnimationFrame(next);
  });
  window.endFrames = () => {
    cancelAnimationFrame(handle);
    return frames.slice(1);
  };
}

/**
 * In the page, before its scripts: `painted()` resolves to the time at which the frame with all changes up to now is
 * on the screen.
 */
function addClock() {
  performance.setResourceTimingBufferSize(10_000);
  const nextFrame = window.requestAnimationFrame.bind(window);
  let isInFrame = false;
  window.requestAnimationFrame = (callback) =>
    nextFrame((now) => {
      isInFrame = true;
      try {
        callback(now);
      } finally {
        isInFrame = false;
      }
    });
  window.painted = () =>
    new Promise((resolve) => {
      const afterFrame = () => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      };
      if (isInFrame) afterFrame();
      else nextFrame(afterFrame);
    });
}
