import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./test";

/** Pixels: the gap below an open card, and what rounding adds. */
const MOST_GAP = 13.5;
/** Pixels: a row whose name and inputs fit, and one with a line below its inputs. */
const ROW_HEIGHTS = [40, 60];
/** Pixels: by what columns end apart, where closed rows follow the open cards: less than one more row. */
const MOST_HOLE = Math.max(...ROW_HEIGHTS);

interface Place {
  name: string;
  isOpen: boolean;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The cards of each section on the page, in the order of the document, measured at one moment. */
function sections(page: Page): Promise<Place[][]> {
  return page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll("section section")]
      .map((section) => [...section.querySelectorAll("article")])
      .filter((cards) => cards.length > 0)
      .map((cards) =>
        cards.map((card) => {
          const { left, right, top, bottom } = card.getBoundingClientRect();
          const isOpen = card.querySelector("[aria-label^='Probability of']") !== null;
          return { name: card.ariaLabel ?? "", isOpen, left, right, top, bottom };
        }),
      ),
  );
}

/** From each card of a column to the one below it; rows share a line, so that they overlap by a pixel. */
function gaps(cards: Place[]): number[] {
  return [...new Set(cards.map(({ left }) => left))].flatMap((column) => {
    const stacked = cards.filter(({ left }) => left === column).toSorted((a, b) => a.top - b.top);
    return stacked.slice(1).map(({ top }, above) => top - (stacked[above]?.bottom ?? Number.NaN));
  });
}

async function expectPacked(page: Page) {
  for (const cards of await sections(page)) {
    for (const gap of gaps(cards)) expect(gap).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...gaps(cards))).toBeLessThan(MOST_GAP);
    const ends = [...new Set(cards.map(({ left }) => left))].map((column) =>
      Math.max(...cards.filter(({ left }) => left === column).map(({ bottom }) => bottom)),
    );
    expect(Math.max(...ends) - Math.min(...ends), "the hole at the end").toBeLessThanOrEqual(MOST_HOLE);
    const open = cards.map(({ isOpen }) => isOpen);
    expect(open, "open cards lead").toEqual(open.toSorted((one, other) => Number(other) - Number(one)));
  }
}

async function answered(page: Page) {
  await expect(page.getByRole("region", { name: /^Probability of / })).toHaveCount(9);
  await expect(page.getByText("Loading probability data...")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
}

/** The cards that the focus comes through from a field on, by Tab alone. */
async function tabbed(page: Page, first: Locator, count: number): Promise<string[]> {
  await first.focus();
  const names: string[] = [];
  while (names.length < count) {
    const name = await page.evaluate(() => document.activeElement?.closest("article")?.ariaLabel ?? "");
    if (name !== names.at(-1)) names.push(name);
    await page.keyboard.press("Tab");
  }
  return names;
}

for (const [width, height] of [
  [1440, 900],
  [1920, 1080],
] as const)
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height } });

    test("open cards lead, closed ones are rows; no holes, none overlap, and they are read as Tab goes", async ({
      page,
      dashboard,
    }) => {
      await dashboard.enter();
      await answered(page);
      await expectPacked(page);
      const [cards = []] = await sections(page);
      const rows = cards.filter(({ isOpen }) => !isOpen).map(({ top, bottom }) => Math.round(bottom - top));
      expect(rows.filter((rowHeight) => !ROW_HEIGHTS.includes(rowHeight))).toEqual([]);
      const tops = cards.map(({ top }) => Math.round(top));
      expect(tops, "none begins above one before it").toEqual(tops.toSorted((a, b) => a - b));
      const first = dashboard.card("Gap Class").getByRole("combobox").first();
      expect(await tabbed(page, first, cards.length)).toEqual(cards.map(({ name }) => name));
    });

    test("a card that opens or closes goes to its place and keeps the focus, in sight", async ({
      page,
      dashboard,
    }) => {
      await dashboard.enter();
      await answered(page);
      const names = async () => (await sections(page))[1]?.map(({ name }) => name) ?? [];
      const before = await names();
      const toggle = dashboard.toggle("OR12 First Close Outside (bar)");
      await toggle.scrollIntoViewIfNeeded();
      await toggle.click();
      await expect(dashboard.panel("OR12 First Close Outside (bar)")).toContainText("%");
      expect((await names()).indexOf("OR12 First Close Outside (bar)")).toBeLessThan(4);
      await expect(toggle).toBeFocused();
      await expect(
        dashboard.card("OR12 First Close Outside (bar)").getByRole("heading").first(),
      ).toBeInViewport();
      await expectPacked(page);
      await page.keyboard.press("Enter");
      await expect(dashboard.panel("OR12 First Close Outside (bar)")).toBeHidden();
      expect(await names()).toEqual(before);
      await expect(toggle).toBeFocused();
      await expect(toggle).toBeInViewport();
    });

    test("compact cards are chosen and stay", async ({ page, dashboard }) => {
      await dashboard.enter();
      await answered(page);
      const height = () => page.evaluate(() => document.querySelector("#content")?.scrollHeight ?? 0);
      const [[{ left = 0 } = {}] = []] = await sections(page);
      const spacious = await height();
      await page.goto("/settings");
      await page.getByRole("checkbox", { name: "Compact cards" }).check();
      await page.goto("/dashboard");
      await dashboard.settled();
      await answered(page);
      await expectPacked(page);
      const [[first] = []] = await sections(page);
      expect(first?.left).toBe(left);
      expect(await height()).toBeLessThan(spacious);
    });
  });
