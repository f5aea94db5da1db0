import type { Page } from "@playwright/test";
import { HINDSIGHT } from "../../web/src/parts/filters/words";
import { NO_DAYS } from "../../web/src/screens/dashboard/words";
import { FEW_CARDS } from "./address";
import { listDays } from "./days-table";
import { expect, oneDashboard, test } from "./test";

/** Where all this stands in the page, scrolled or not, or stood before it moved down: left, top and height in pixels. */
/** Found and measured in one step, so that none of them is replaced between the two. */
async function places(page: Page, selector: string, down = 0): Promise<string[]> {
  return page.evaluate(
    ([wanted, moved]) =>
      [...document.querySelectorAll(wanted)].map((element, index) => {
        const { left, top, height } = element.getBoundingClientRect();
        const name = element.getAttribute("aria-label") ?? element.tagName.toLowerCase();
        const scrolled = element.closest("#content")?.scrollTop ?? 0;
        return `${index} ${name}: ${left} ${Math.round(top + scrolled - moved)} ${height}`;
      }),
    [selector, down] as const,
  );
}

/** A card's name makes room for its note within the card. */
const MAIN =
  "#content article, #content section > h3, #content [aria-haspopup], #content dl:not(article dl) dt";
const SIDEBAR = "aside section, aside h2, aside input, aside [aria-pressed]";
const LIST = "aside [aria-label='Active Filters']";
const ABOVE_LIST = `aside nav, aside [aria-label='Filter summary'], ${LIST} > :first-child`;
const BELOW_LIST = `${LIST} ~ *, aside h2, aside input, aside [aria-pressed]`;

for (const [screen, viewport] of [
  ["desktop", { width: 1440, height: 900 }],
  ["tablet", { width: 1024, height: 768 }],
  ["phone", { width: 390, height: 844 }],
] as const) {
  test.describe(screen, () => {
    test.use({ viewport });

    test("nothing moves while filters are set, have one number, look ahead and are discarded", async ({
      page,
      dashboard,
    }) => {
      await dashboard.enter();
      await expect(dashboard.panel("GXL Breakout (bar)")).toContainText("%");
      await expect(dashboard.panel("OR12 Sides Broken by Close of Day")).toContainText("%");
      await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
      await page.waitForLoadState("networkidle");
      const all = `${MAIN}, ${SIDEBAR}`;
      const before = await places(page, all);
      const size = dashboard.card("Gap Size (pts, signed)");
      await size.getByPlaceholder(/^Min/).fill("5");
      await expect(size.getByText("5 or more")).toBeVisible();
      expect(await places(page, all), "one number").toEqual(before);
      await dashboard.say("Gap and Go", "True");
      await expect(dashboard.card("Gap and Go").getByText(HINDSIGHT)).toBeVisible();
      await expect(page.getByText(/^With the pending filters: [\d,]+ day/)).toBeVisible();
      expect(await places(page, all), "pending").toEqual(before);
      await size.getByRole("button", { name: /^Discard change/ }).click();
      expect(await places(page, all), "discarded").toEqual(before);
    });
  });
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
])
  test(`messages cover nothing of the page, ${viewport.width} px wide`, async ({ page, dashboard }) => {
    await page.setViewportSize(viewport);
    await dashboard.enter(FEW_CARDS);
    await dashboard.say("Gap Up", "True");
    const covered = page.evaluate(overMain);
    await page.keyboard.press("Control+Enter");
    await dashboard.said("Applied 1 filter(s)");
    expect(await covered).toBeNull();
  });

/** Where the messages, once there is one, and the main part lie over each other, from top to bottom; null where nowhere. */
function overMain(): Promise<[number, number] | null> {
  return new Promise((resolve) => {
    const look = () => {
      const messages = document.querySelector("[aria-label=Notifications]:has(p)");
      const main = document.querySelector("main");
      if (!messages || !main) return requestAnimationFrame(look);
      const [box, page] = [messages.getBoundingClientRect(), main.getBoundingClientRect()];
      const [top, bottom] = [Math.max(box.top, page.top), Math.min(box.bottom, page.bottom)];
      return resolve(top < bottom ? [top, bottom] : null);
    };
    look();
  });
}

const step = oneDashboard("nothing moves that is looked at");

step(
  "while filters are applied and cleared, only what is below their list moves, by what the list grows",
  async ({ page, dashboard }) => {
    const still = `${ABOVE_LIST}, main dl:not(article dl) dt`;
    const height = async () => (await page.locator(LIST).boundingBox())?.height ?? 0;
    await expect(dashboard.panel("GXL Breakout (bar)")).toContainText("%");
    const before = await places(page, still);
    const below = await places(page, BELOW_LIST);
    const empty = await height();
    for (const card of ["Gap Up", "Gap and Go", "Gap Down"]) {
      await dashboard.say(card, card === "Gap Down" ? "False" : "True");
      await dashboard.applied(1);
      if (card === "Gap Up")
        expect(await places(page, BELOW_LIST), "the first takes the room of none").toEqual(below);
    }
    await dashboard.page.getByLabel("Gap Size (pts, signed) minimum", { exact: true }).fill("1");
    await dashboard.page.getByLabel("Gap Size (pts, signed) maximum", { exact: true }).fill("60");
    await dashboard.applied(1);
    await expect(dashboard.activeFilters.getByRole("listitem")).toHaveCount(4);
    expect(await places(page, still)).toEqual(before);
    expect(await places(page, BELOW_LIST, (await height()) - empty)).toEqual(below);
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
    const room = (await top(LIST)) - (await top("aside [aria-label='Filter summary']"));
    await dashboard.summary.getByRole("button", { name: "Clear All" }).click();
    await expect(dashboard.summary).toBeHidden();
    expect(await places(page, "main dl:not(article dl) dt")).toEqual(
      before.filter((place) => / dt: /.test(place)).map((place, at) => place.replace(/^\d+/, `${at}`)),
    );
    expect(await places(page, BELOW_LIST, -room), "no gap where the summary stood").toEqual(below);
  },
);

step("the warning that no day matches moves no section", async ({ page, dashboard }) => {
  const heads = "main h2, main section > h3";
  await page.locator("#content").evaluate((content) => content.scrollTo(0, 0));
  await page.waitForLoadState("networkidle");
  const before = await places(page, heads).then(([title, first]) => [title, first]);
  await dashboard.say("Gap Up", "True");
  await dashboard.say("Gap Down", "True");
  await dashboard.applied(2);
  await expect(page.getByText(NO_DAYS)).toBeInViewport({ ratio: 1 });
  expect(await places(page, heads).then(([title, first]) => [title, first])).toEqual(before);
});

step("the headings of the days' list keep their size whichever the list is ordered by", async ({ page }) => {
  const table = await listDays(page);
  const headings = table.getByRole("columnheader").filter({ has: page.getByRole("button") });
  await expect(headings.first()).toBeVisible();
  const buttons = headings.getByRole("button");
  const sizes = () => buttons.evaluateAll((all) => all.map((each) => each.clientHeight));
  const before = await sizes();
  for (const heading of (await headings.all()).slice(1)) {
    await heading.getByRole("button").click();
    await expect(heading).toHaveAttribute("aria-sort", "ascending");
    expect(await sizes(), await heading.innerText()).toEqual(before);
  }
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(table).toBeHidden();
});

step("every hint in a numeric field can be read whole", async ({ page }) => {
  for (const width of [1440, 1366, 1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    const hints = page.locator("main input[placeholder]");
    await expect(hints).not.toHaveCount(0);
    await expect.poll(() => hints.evaluateAll(cutHints), `${width} px`).toEqual([]);
  }
});

/** The hints that are wider than the room of their field, once the next frame is drawn. */
async function cutHints(inputs: Element[]): Promise<string[]> {
  await new Promise(requestAnimationFrame);
  return inputs.flatMap((input) => {
    if (!(input instanceof HTMLInputElement)) return [];
    const hint = document.createElement("span");
    const { fontSize, fontFamily, letterSpacing } = getComputedStyle(input, "::placeholder");
    Object.assign(hint.style, { position: "absolute", fontSize, fontFamily, letterSpacing });
    hint.textContent = input.placeholder;
    document.body.append(hint);
    const { paddingLeft, paddingRight } = getComputedStyle(input);
    const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const isCut = hint.getBoundingClientRect().width > room;
    hint.remove();
    return isCut ? [`${input.ariaLabel} ${input.placeholder}`] : [];
  });
}
