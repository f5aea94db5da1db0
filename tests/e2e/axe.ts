import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import type { AxeResults, Result, RunOptions } from "axe-core";

const AXE = readFileSync(`${import.meta.dirname}/../../node_modules/axe-core/axe.min.js`, "utf8");

/** What axe measures for every text and every target of a page: most of its time where a page is long. */
const MEASURED = ["color-contrast", "target-size"];

/** What axe says of colours: all that the dark theme changes but the name of its own button. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}

/**
 * What breaks WCAG 2.2 A or AA, what axe beyond it finds serious or critical, and regions that share a name: one line
 * for each place. A dark page is judged by its colours, unless `rules` says more.
 */
export async function faults(page: Page, rules?: Rules): Promise<string[]> {
  return lines((await violations(page, { rules: rules ?? (await ofTheme(page)) })).filter(isFault));
}

/**
 * The faults of a page with `surface` over it. Colours and sizes are measured within the surface; what it covers is
 * measured where nothing stands over it.
 */
export async function faultsUnder(page: Page, surface: Locator): Promise<string[]> {
  await surface.evaluate((it) => it.setAttribute("data-surface", ""));
  const rules = await ofTheme(page);
  const whole = rules === "all" ? await violations(page, { without: MEASURED }) : [];
  const own = await violations(page, { within: "[data-surface]", rules });
  return [...new Set(lines([...whole, ...own].filter(isFault)))];
}

/** All that count, or those about colours. */
type Rules = "all" | "colours";

async function ofTheme(page: Page): Promise<Rules> {
  const isDark = await page.evaluate(() => document.documentElement.classList.contains("dark"));
  return isDark ? "colours" : "all";
}

interface Part {
  /** A selector of what is looked at; the whole page where it is not given. */
  within?: string;
  rules?: Rules;
  /** Rules left out. */
  without?: string[];
}

/** All that axe finds; a place is named by its markup, as the search for its selector takes long on a long page. */
export async function violations(page: Page, part: Part = {}): Promise<Result[]> {
  const { within, rules = "all", without = [] } = part;
  await page.evaluate(layOut);
  const left = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const found = await judged(page, within, {
    rules: { "target-size": { enabled: true }, ...left },
    ...(rules === "colours" && { runOnly: OF_COLOURS }),
    resultTypes: ["violations"],
    selectors: false,
  });
  return found.violations;
}

/** What axe says. A page gets axe once: reading its source takes the browser as long as a short look. */
export async function judged(page: Page, within = "html", options: RunOptions = {}): Promise<AxeResults> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(([selector, asked]) => window.axe.run(selector, asked), [within, options] as const);
}

/** Cards out of sight have the size they last had in sight, and could seem to lie under others: lay all of them out. */
function layOut() {
  for (const cell of document.querySelectorAll("[data-settled]")) cell.removeAttribute("data-settled");
}

/** One line for each place of each violation. */
export function lines(found: Result[]): string[] {
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

function isFault({ id, impact, tags }: Result): boolean {
  return (
    tags.some((tag) => /^wcag(2|21|22)a{1,2}$/.test(tag)) ||
    impact === "serious" ||
    impact === "critical" ||
    id === "landmark-unique"
  );
}
