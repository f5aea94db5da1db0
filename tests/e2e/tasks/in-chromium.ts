import { expect, type Locator, type Page } from "@playwright/test";
import { Effort } from "../effort";
import type { Guest, Key, Place } from "./tasks";

export class ChromiumGuest extends Effort<Place> implements Guest {
  constructor(readonly page: Page) {
    super((place) => located(page, place));
  }

  async goto(address: string) {
    await this.page.goto(address);
  }

  press(...keys: Key[]) {
    return this.page.keyboard.press(keys.join("+"));
  }

  async goBack() {
    await this.page.goBack();
  }

  async sees(place: Place) {
    await expect(this.locate(place)).toBeVisible();
  }
}

function located(page: Page, { role, name, within }: Place): Locator {
  const around = within ? located(page, within) : page;
  return around
    .getByRole(role as Parameters<Page["getByRole"]>[0], { name, exact: true })
    .filter({ visible: true })
    .first();
}
