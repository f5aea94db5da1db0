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
export class Effort {
  readonly spent: Spent = { clicks: 0, fields: 0, scrolls: 0 };

  async click(target: Locator) {
    await this.#bringIntoView(target);
    this.spent.clicks += 1;
    await target.click();
  }

  /** The field gets the keys one after another, as from a person. */
  async type(field: Locator, text: string) {
    await this.#bringIntoView(field);
    this.spent.fields += 1;
    await field.pressSequentially(text);
  }

  /** The place says `words`, and all of it is in the window. */
  async read(place: Locator, words: string | RegExp) {
    await expect(place).toContainText(words);
    await this.#bringIntoView(place);
    await expect(place).toBeInViewport({ ratio: 0.99 });
  }

  /** The task is done with no more than this. */
  isAtMost(aim: Spent) {
    for (const part of ["clicks", "fields", "scrolls"] as const)
      expect(this.spent[part], part).toBeLessThanOrEqual(aim[part]);
  }

  async #bringIntoView(place: Locator) {
    await expect(place).toBeVisible();
    if (await place.evaluate(isInView)) return;
    this.spent.scrolls += 1;
    await place.scrollIntoViewIfNeeded();
  }
}

/** Whether all of an element is in the window, and no scroller cuts it. */
function isInView(element: Element): Promise<boolean> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      resolve((entry?.intersectionRatio ?? 0) >= 0.99);
    });
    observer.observe(element);
  });
}
