import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";

type Violation = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"][number];

/** What axe measures for every text and every target of a page: most of its time where a page is long. */
const MEASURED = ["color-contrast", "target-size"];

/**
 * What breaks WCAG 2.2 A or AA, what axe beyond it finds serious or critical, and regions that share a name: one line
 * for each place.
 */
export async function faults(page: Page): Promise<string[]> {
  return lines((await violations(page)).filter(isFault));
}

/**
 * The faults of a page with `surface` over it. Colours and sizes are measured within the surface; what it covers is
 * measured where nothing stands over it.
 */
export async function faultsUnder(page: Page, surface: Locator): Promise<string[]> {
  await surface.evaluate((it) => it.setAttribute("data-surface", ""));
  const whole = await violations(page, { without: MEASURED });
  const own = await violations(page, { within: "[data-surface]" });
  return [...new Set(lines([...whole, ...own].filter(isFault)))];
}

interface Part {
  /** A selector of what is looked at; the whole page where it is not given. */
  within?: string;
  /** Rules left out. */
  without?: string[];
}

/**
 * All that axe finds. The page has no frames, so axe runs within it, which spares a second page and the copying of all
 * that is in order; a place is named by its markup, as the search for its selector takes long on a long page.
 */
export async function violations(page: Page, { within, without = [] }: Part = {}): Promise<Violation[]> {
  await page.evaluate(layOut);
  const left = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    rules: { "target-size": { enabled: true }, ...left },
    resultTypes: ["violations"],
    selectors: false,
  });
  if (within !== undefined) axe.include(within);
  return (await axe.analyze()).violations;
}

/** Cards out of sight have the size they last had in sight, and could seem to lie under others: lay all of them out. */
function layOut() {
  for (const cell of document.querySelectorAll("[data-settled]")) cell.removeAttribute("data-settled");
}

/** One line for each place of each violation. */
export function lines(found: Violation[]): string[] {
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

function isFault({ id, impact, tags }: Violation): boolean {
  return (
    tags.some((tag) => /^wcag(2|21|22)a{1,2}$/.test(tag)) ||
    impact === "serious" ||
    impact === "critical" ||
    id === "landmark-unique"
  );
}
