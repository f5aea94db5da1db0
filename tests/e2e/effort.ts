import { expect, type Locator } from "@playwright/test";

/** What a task takes of a visitor. */
export interface Spent {
  clicks: number;
  fields: number;
  scrolls: number;
}

/**
 * Counts what a visitor does by hand: clicks, fields typed into, and scrolls. A place that is out of sight counts as one
 * scroll before it is pressed, typed into or read. Keys such as Enter do not count.
 */
export abstract class Visitor<Target> {
  readonly spent: Spent = { clicks: 0, fields: 0, scrolls: 0 };

  /** Whether all of the target is in the window, and no scroller cuts it; waits until there is one. */
  protected abstract isInView(target: Target): Promise<boolean>;
  protected abstract scrollTo(target: Target): Promise<void>;
  protected abstract clickOn(target: Target): Promise<void>;
  /** The field gets the keys one after another, as from a person. */
  protected abstract typeInto(target: Target, text: string): Promise<void>;
  protected abstract textOf(target: Target): Promise<string>;

  async click(target: Target) {
    await this.#bringIntoView(target);
    this.spent.clicks += 1;
    await this.clickOn(target);
  }

  async type(field: Target, text: string) {
    await this.#bringIntoView(field);
    this.spent.fields += 1;
    await this.typeInto(field, text);
  }

  /** The target says `words`, and all of it is in the window. */
  async read(target: Target, words: RegExp) {
    await expect.poll(async () => (await this.textOf(target)).replaceAll(/\s+/g, " ")).toMatch(words);
    await this.#bringIntoView(target);
    await expect.poll(() => this.isInView(target)).toBe(true);
  }

  /** The task is done with no more than this. */
  isAtMost(aim: Spent) {
    for (const part of ["clicks", "fields", "scrolls"] as const)
      expect(this.spent[part], part).toBeLessThanOrEqual(aim[part]);
  }

  async #bringIntoView(target: Target) {
    if (await this.isInView(target)) return;
    this.spent.scrolls += 1;
    await this.scrollTo(target);
  }
}

/** In Playwright's browser; `locate` finds a target that is not a locator itself. */
export class Effort<Target = Locator> extends Visitor<Target> {
  constructor(protected readonly locate = (target: Target) => target as Locator) {
    super();
  }

  protected async isInView(target: Target) {
    await expect(this.locate(target)).toBeVisible();
    return this.locate(target).evaluate(isWhole);
  }

  protected scrollTo(target: Target) {
    return this.locate(target).scrollIntoViewIfNeeded();
  }

  protected clickOn(target: Target) {
    return this.locate(target).click();
  }

  protected typeInto(target: Target, text: string) {
    return this.locate(target).pressSequentially(text);
  }

  protected async textOf(target: Target) {
    return (await this.locate(target).textContent()) ?? "";
  }
}

/** In the page: whether all of an element is in the window. */
export function isWhole(element: Element): Promise<boolean> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      resolve((entry?.intersectionRatio ?? 0) >= 0.99);
    });
    observer.observe(element);
  });
}
