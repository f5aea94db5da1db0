import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./test";

/**
 * The share of the sections' grids without a card, the gaps between cards included: 0.48 while cards stood in rows,
 * 0.29 before open cards grew by their years and a coin.
 */
const MOST_EMPTY = 0.34;
const MOST_EMPTY_OPEN_FIRST = 0.23;
/** Pixels: the gap, and what rounding adds. */
const MOST_GAP = 13.5;

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

const sum = (numbers: number[]) => numbers.reduce((whole, each) => whole + each, 0);
const area = ({ left, right, top, bottom }: Omit<Place, "name" | "isOpen">) =>
  (right - left) * (bottom - top);

function emptyShare(grids: Place[][]): number {
  const wholes = grids.map((cards) =>
    area({
      left: Math.min(...cards.map(({ left }) => left)),
      right: Math.max(...cards.map(({ right }) => right)),
      top: Math.min(...cards.map(({ top }) => top)),
      bottom: Math.max(...cards.map(({ bottom }) => bottom)),
    }),
  );
  return 1 - sum(grids.flat().map(area)) / sum(wholes);
}

/** From each card of a column to the one below it; negative where they overlap. */
function gaps(cards: Place[]): number[] {
  return [...new Set(cards.map(({ left }) => left))].flatMap((column) => {
    const stacked = cards.filter(({ left }) => left === column).toSorted((a, b) => a.top - b.top);
    return stacked.slice(1).map(({ top }, above) => top - (stacked[above]?.bottom ?? Number.NaN));
  });
}

async function expectPacked(page: Page, mostEmpty: number) {
  for (const cards of await sections(page)) {
    for (const gap of gaps(cards)) expect(gap).toBeGreaterThan(0);
    expect(Math.max(...gaps(cards))).toBeLessThan(MOST_GAP);
  }
  expect(emptyShare(await sections(page))).toBeLessThan(mostEmpty);
}

async function answered(page: Page) {
  await expect(page.getByRole("region", { name: /^Probability of / })).toHaveCount(9);
  await expect(page.getByText("Loading probability data...")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
}

const openOnScreen = async (page: Page, height: number) =>
  (await sections(page)).flat().filter(({ isOpen, top }) => isOpen && top < height).length;

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

for (const [width, height, onScreen] of [
  [1440, 900, 6],
  [1920, 1080, 7],
] as const)
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height } });

    test("cards of unlike height leave no holes, overlap nowhere and are read as Tab goes", async ({
      page,
      dashboard,
    }) => {
      await dashboard.enter();
      await answered(page);
      await expectPacked(page, MOST_EMPTY);
      const [cards = []] = await sections(page);
      const tops = cards.map(({ top }) => Math.round(top));
      expect(tops, "none begins above one before it").toEqual(tops.toSorted((a, b) => a - b));
      const first = dashboard.card("Gap Up").getByRole("button", { name: "True" });
      expect(await tabbed(page, first, cards.length)).toEqual(cards.map(({ name }) => name));

      await dashboard.toggle("Gap Down").click();
      await expect(dashboard.panel("Gap Down")).toContainText("%");
      const columns = (places: Place[]) => places.map(({ name, left }) => `${name} ${left}`);
      const [after = []] = await sections(page);
      expect(columns(after), "a card that opens moves none to another column").toEqual(columns(cards));
    });

    test("open cards first and compact cards are chosen and stay", async ({ page, dashboard }) => {
      await dashboard.enter();
      await answered(page);
      const [[{ left = 0 } = {}] = []] = await sections(page);
      await page.goto("/settings");
      await page.getByRole("checkbox", { name: "Open cards first" }).check();
      await page.goto("/dashboard");
      const open = dashboard.category("Open cards");
      await expect(open.getByText("(9 features)")).toBeVisible();
      await expect(dashboard.category("Gap Features").getByText("(11 features)")).toBeVisible();
      await page.reload();
      await dashboard.settled();
      await answered(page);
      await expectPacked(page, MOST_EMPTY_OPEN_FIRST);
      expect(await openOnScreen(page, height)).toBeGreaterThanOrEqual(onScreen);

      const spacious = await page.evaluate(() => document.querySelector("#content")?.scrollHeight ?? 0);
      await page.goto("/settings");
      await expect(page.getByRole("checkbox", { name: "Open cards first" }).last()).toBeChecked();
      await page.getByRole("checkbox", { name: "Compact cards" }).check();
      await page.goto("/dashboard");
      await dashboard.settled();
      await answered(page);
      await expectPacked(page, MOST_EMPTY_OPEN_FIRST);
      const [[first] = []] = await sections(page);
      expect(first?.left).toBe(left);
      expect(await page.evaluate(() => document.querySelector("#content")?.scrollHeight ?? 0)).toBeLessThan(
        0.95 * spacious,
      );
    });
  });
