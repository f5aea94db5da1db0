import { expect } from "@playwright/test";
import { type Browser, type ElementHandle, launch, type Page } from "puppeteer-core";
import { ADDRESS } from "../address";
import { isWhole, Visitor } from "../effort";
import { found, SEARCH, stepsTo } from "./in-page";
import type { Guest, Key, Place } from "./tasks";

/** Debian's Firefox ESR by WebDriver BiDi. */
export const firefox = () =>
  launch({ browser: "firefox", executablePath: "/usr/bin/firefox-esr", headless: true });

export class FirefoxGuest extends Visitor<Place> implements Guest {
  static async in(browser: Browser, viewport: { width: number; height: number }) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport(viewport);
    return new FirefoxGuest(page);
  }

  private constructor(readonly page: Page) {
    super();
  }

  async goto(address: string) {
    await this.page.goto(new URL(address, ADDRESS).href);
    await this.page.evaluate(SEARCH);
  }

  async press(...keys: Key[]) {
    for (const key of keys) await this.page.keyboard.down(key);
    for (const key of keys.toReversed()) await this.page.keyboard.up(key);
  }

  async goBack() {
    await this.page.goBack();
  }

  async sees(place: Place) {
    await this.#element(place);
  }

  protected async isInView(place: Place) {
    return (await this.#element(place)).evaluate(isWhole);
  }

  protected async scrollTo(place: Place) {
    await (await this.#element(place)).scrollIntoView();
  }

  protected async clickOn(place: Place) {
    await (await this.#element(place)).click();
  }

  protected async typeInto(place: Place, text: string) {
    await (await this.#element(place)).type(text);
  }

  protected async textOf(place: Place) {
    return (await this.#element(place)).evaluate((element) => element.textContent ?? "");
  }

  async #element(place: Place): Promise<ElementHandle> {
    let element: ElementHandle | null = null;
    const search = async () => {
      const handle = await this.page.evaluateHandle(found, stepsTo(place));
      element = handle.asElement() as ElementHandle | null;
      return element !== null;
    };
    await expect.poll(search, JSON.stringify(stepsTo(place))).toBe(true);
    return element as unknown as ElementHandle;
  }
}
