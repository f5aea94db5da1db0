/**
 * What the page shows, in numbers: `node qa/page_numbers/numbers.mjs ADDRESS FOLDER`. FOLDER gets each place on
 * paper. Prints one JSON object: of each place its numbers, in pixels where nothing else is said.
 */
import { entry, enterWithTen, newPage, report } from "../bench/browser/visitor.mjs";

const [, folder] = process.argv.slice(2);
/** The places that no tab leads to. */
const OTHERS = ["/methods", "/settings"];
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const ZOOMED = { width: 320, height: 256 };
const NARROW = { width: 1024, height: 768 };

await report(async (browser) => {
  const { page } = await newPage(browser, { viewport: DESK });
  await enterWithTen(page);
  const places = await placesOf(page);
  const found = {};
  for (const [at, place] of places.entries()) {
    await openAt(page, place, DESK);
    const desk = await page.evaluate(deskNumbers);
    const paper = `${folder}/${at}.pdf`;
    await page.pdf({ path: paper, format: "A4" });
    const seen = {};
    for (const [name, size] of Object.entries({ phone: PHONE, zoomed: ZOOMED })) {
      await openAt(page, place, size);
      seen[name] = await page.evaluate(mainInSight);
    }
    await openAt(page, place, NARROW);
    const height = await page.evaluate(heightOfPage);
    found[place] = { ...desk, ...seen, height, paper };
  }
  await page.close();
  return { places: found, refusals: await refusals(browser, places) };
});

/** The address of each view of each place. */
async function placesOf(page) {
  const linksIn = (bars) => page.locator(`${bars} a`).evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const found = new Set();
  for (const place of [...(await linksIn("nav[aria-label=Screens]")), ...OTHERS]) {
    await openAt(page, place, DESK);
    const views = await linksIn("nav[aria-label^='Views of']");
    for (const view of views.length > 0 ? views : [place]) found.add(placeOf(view));
  }
  return [...found];
}

/** An address with nothing but the view that it names. */
function placeOf(address) {
  const { pathname, searchParams } = new URL(address, "http://page");
  const view = searchParams.get("view");
  return view ? `${pathname}?view=${view}` : pathname;
}

async function openAt(page, place, size) {
  await page.setViewportSize(size);
  await page.goto(new URL(place, page.url()).href);
  await page.getByRole("main").waitFor();
  await page.waitForLoadState("networkidle");
}

/** The links of tabs and views that end in a refusal, for a member of the smallest plan. */
async function refusals(browser, places) {
  const { page } = await newPage(browser, { viewport: DESK });
  await page.goto(entry({ profile: "lite", course_id: "dev-cad-ess" }));
  const dead = [];
  for (const place of new Set(places.map((each) => each.split("?")[0]))) {
    await openAt(page, place, DESK);
    const links = page.locator("nav a:not(:has(svg))");
    const addresses = await links.evaluateAll((all) => all.map((each) => each.getAttribute("href")));
    for (const address of new Set(addresses)) {
      await openAt(page, address, DESK);
      if (await page.getByText("Your plan does not include").count()) dead.push(address);
    }
  }
  await page.close();
  return [...new Set(dead)];
}

/** In the page: what its look and its words are at a desk. */
function deskNumbers() {
  const main = document.querySelector("main");
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const around = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() && !around.closest("script, style, .visually-hidden") && isSeen(around))
      texts.push(walker.currentNode);
  }
  const sizes = new Set(texts.map((text) => getComputedStyle(text.parentElement).fontSize));
  const looks = new Set(
    [...document.querySelectorAll("button")].filter(isSeen).map((button) => {
      const { borderRadius, borderTopWidth, backgroundColor, fontSize } = getComputedStyle(button);
      return [button.offsetHeight, borderRadius, borderTopWidth, backgroundColor, fontSize].join(" ");
    }),
  );
  const stops = "a[href], button, input, select, textarea, summary, [tabindex]";
  const outside = [...document.querySelectorAll(stops)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.disabled && isSeen(stop) && !main.contains(stop),
  );
  const cut = [...document.querySelectorAll("button, a, label, th, h1, h2, h3")].filter(
    (label) =>
      isSeen(label) &&
      !label.matches(".visually-hidden") &&
      label.scrollWidth > label.clientWidth + 1 &&
      getComputedStyle(label).overflowX === "hidden",
  );
  // Paper has no use for what leads elsewhere or changes the screen.
  const controls = "nav, button, select, textarea, label:has(select)";
  const content = document.querySelector("#content");
  const read = texts.filter(({ parentElement }) => content.contains(parentElement) && !parentElement.closest(controls));
  return {
    sizes: [...sizes],
    looks: [...looks],
    stops: outside.length,
    headings: [...document.querySelectorAll("h1")].filter(isSeen).map((h1) => Math.round(h1.getBoundingClientRect().top)),
    code: texts.filter(({ data }) => /equals True|equals False|No Event|\bin Up\b/.test(data)).map(({ data }) => data),
    cut: cut.map(({ textContent }) => textContent),
    words: read.map(({ data }) => data),
  };
}

/** In the page: how much of the place's main part is in the window. */
function mainInSight() {
  const { top, bottom } = document.querySelector("main").getBoundingClientRect();
  return Math.min(innerHeight, bottom) - Math.max(0, top);
}

/** In the page: how high the place is, to its end. */
function heightOfPage() {
  return document.querySelector("#content").scrollHeight;
}
