import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { TokenAnswer } from "../../web/src/api/generated";
import { entryAddress, VISITOR } from "./address";

const counts = new Intl.NumberFormat("en-US");

/** 1,234 */
export function counted(value: number): string {
  return counts.format(value);
}

/** The page's share of `total`, two decimals. */
export function share(days: number, total: number): string {
  return `${((100 * days) / total).toFixed(2)}%`;
}

declare global {
  interface Window {
    /** What the page said in its notifications and no test has asked for yet. */
    said: string[];
  }
}

/** From now on what pages say in notifications is kept: these go by themselves, maybe before a test looks. */
export async function hear(context: BrowserContext) {
  await context.addInitScript(keepWords, "[aria-label=Notifications]");
}

function keepWords(region: string) {
  window.said = [];
  const keep = (changes: MutationRecord[]) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const texts = added.flatMap((node) => (node instanceof Element ? [...node.querySelectorAll("p")] : []));
    for (const text of texts)
      if (text.closest(region) && text.checkVisibility()) window.said.push(text.textContent);
  };
  new MutationObserver(keep).observe(document, { childList: true, subtree: true });
}

/** The dashboard as a visitor meets it: by role and by text. */
export class Dashboard {
  readonly summary: Locator;
  readonly activeFilters: Locator;
  readonly apply: Locator;

  constructor(readonly page: Page) {
    this.summary = page.getByRole("region", { name: "Filter summary" });
    this.activeFilters = page.getByRole("region", { name: "Active Filters", exact: true });
    this.apply = this.summary.getByRole("button", { name: /^Apply \d+ Filter\(s\)$/ });
  }

  /** Enter by address and wait for the figures and for the first batch, which answers the open cards. */
  async enter(parameters?: Record<string, string>) {
    await this.page.goto(entryAddress(parameters));
    await this.settled();
    await expect(this.page.getByText("Loading probability data...")).toHaveCount(0);
  }

  /** Signed in without a look at the page: the session is put where the page finds it at the next `goto`. */
  async session(visitor: Record<string, string> = VISITOR) {
    const answer = await this.page.request.post("/api/auth/entry", { data: visitor });
    const { access_token, refresh_token, expires_in } = (await answer.json()) as TokenAnswer;
    const now = Date.now();
    const tokens = {
      access: access_token,
      refresh: refresh_token,
      expiresAt: now + 1000 * expires_in,
      storedAt: now,
    };
    await this.page.addInitScript((text) => {
      if (location.protocol !== "http:") return;
      if (!localStorage.getItem("session-almanac.tokens"))
        localStorage.setItem("session-almanac.tokens", text);
    }, JSON.stringify(tokens));
  }

  /** Nothing is set or open any more, and nothing is said. */
  async cleared() {
    if (await this.summary.isVisible())
      await this.summary.getByRole("button", { name: "Clear All", exact: true }).click();
    await expect(this.summary).toBeHidden();
    await this.unsaid();
  }

  /** The notifications are gone. */
  async unsaid() {
    const dismiss = this.page
      .getByRole("region", { name: "Notifications" })
      .getByRole("button", { name: "Dismiss" });
    await expect(async () => {
      await dismiss.evaluateAll((buttons) => {
        for (const button of buttons) (button as HTMLElement).click();
      });
      await expect(dismiss).toHaveCount(0, { timeout: 2_000 });
    }).toPass();
    await this.page.evaluate(() => void window.said.splice(0));
  }

  /** The page says `text` in a notification, or has done so since it was last asked about it. */
  async said(text: string | RegExp) {
    const isSaid = () =>
      this.page.evaluate((wanted) => {
        const at = window.said.findIndex((words) =>
          typeof wanted === "string" ? words === wanted : wanted.test(words),
        );
        if (at >= 0) window.said.splice(at, 1);
        return at >= 0;
      }, text);
    await expect.poll(isSaid, `said: ${text}`).toBe(true);
  }

  async settled() {
    await expect(this.page.getByRole("heading", { name: "Filter Controls" })).toBeVisible();
    await expect(this.figure("Total Days")).toHaveText(/\d/);
  }

  card(name: string): Locator {
    return this.page.getByRole("article", { name, exact: true });
  }

  /** Say true or false on a boolean card. */
  async say(card: string, answer: "True" | "False") {
    const own = this.card(card).getByRole("group", { name: `${card} value`, exact: true });
    await own.getByRole("button", { name: answer }).click();
  }

  category(name: string): Locator {
    return this.page.getByRole("main").getByRole("region", { name, exact: true });
  }

  previousDay(card: string): Locator {
    return this.card(card).getByRole("region", { name: `Previous Day Filter: ${card}`, exact: true });
  }

  panel(card: string): Locator {
    return this.page.getByRole("region", { name: `Probability of ${card}`, exact: true });
  }

  /** A card's modules stand below its answer. */
  async showFigures(card: string) {
    const button = this.panel(card).getByRole("button", { name: "All figures" });
    if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
  }

  toggle(card: string): Locator {
    return this.card(card).getByRole("button", { name: "Toggle probability analysis" });
  }

  figure(label: string): Locator {
    const figure = this.page.getByRole("main").getByRole("term").filter({ hasText: label });
    return figure.locator("xpath=following-sibling::dd");
  }

  toast(text: string): Locator {
    return this.page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true });
  }

  /** The state a card or a previous-day panel states for its filter. */
  status(place: Locator, words: "Pending filter" | "Active filter" | "Modified filter"): Locator {
    return place.getByRole("img", { name: words });
  }

  /** Tick values in the list a multiple choice opens. */
  async choose(card: Locator, label: string, ...values: string[]) {
    await card.getByRole("button", { name: new RegExp(`^${escaped(label)}:`) }).click();
    const list = this.page.getByRole("dialog", { name: label });
    for (const value of values) {
      await list.getByLabel(value, { exact: true }).click();
      await expect(list.getByLabel(value, { exact: true })).toBeChecked();
    }
    await this.page.keyboard.press("Escape");
    await expect(list).toBeHidden();
  }

  /** Pick a day in the calendar that `label` opens: the header's or a card's. */
  async pickDate(label: string, iso: string) {
    const [year = "", month = "", day = ""] = iso.split("-");
    await this.page.getByRole("button", { name: new RegExp(`^${escaped(label)}:`) }).click();
    const calendar = this.page.getByRole("dialog", { name: label });
    await calendar.getByRole("button", { name: /switch to year view/ }).click();
    await calendar.getByRole("radio", { name: year, exact: true }).click();
    await calendar.getByRole("radio", { name: monthName(month), exact: true }).click();
    await calendar.getByRole("gridcell", { name: String(Number(day)), exact: true }).click();
    await expect(calendar).toBeHidden();
  }

  /** The three figures say `days` of `total`. */
  async shows(days: number, total: number) {
    await expect(this.figure("Total Days")).toHaveText(counted(total));
    await expect(this.figure("Filtered Days")).toHaveText(counted(days));
    await expect(this.figure("Percentage")).toHaveText(share(days, total));
  }

  async applied(filters: number) {
    const words = `Applied ${filters} filter(s)`;
    await this.page.evaluate((former) => {
      window.said = window.said.filter((each) => each !== former);
    }, words);
    await this.apply.click();
    await this.said(words);
  }
}

export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function monthName(month: string): string {
  return new Date(2000, Number(month) - 1, 1).toLocaleString("en-US", { month: "long" });
}
