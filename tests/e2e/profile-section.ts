import type { Locator, Page } from "@playwright/test";
import { expect } from "./test";

/** The saved profiles of one kind in the sidebar as a visitor meets them. */
export class ProfileSection {
  readonly section: Locator;
  readonly save: Locator;
  readonly mark: Locator;

  constructor(
    readonly page: Page,
    readonly heading: string,
  ) {
    this.section = page.getByRole("region", { name: heading });
    this.save = this.section.getByRole("button", { name: "Save" });
    this.mark = this.section.getByText("Unsaved changes");
  }

  /** The profile of this name is the one worked on. */
  async shows(name: string) {
    await expect(
      this.section.getByRole("button", { name: `${this.heading}: ${name}`, exact: true }),
    ).toBeVisible();
  }

  async list(): Promise<Locator> {
    await this.section.getByRole("button", { name: new RegExp(`^${this.heading}:`) }).click();
    const list = this.page.getByRole("dialog", { name: this.heading });
    await expect(list).toBeVisible();
    return list;
  }

  async load(name: string) {
    await (await this.list()).getByRole("button", { name, exact: true }).click();
    await this.shows(name);
  }

  async create(name: string) {
    await this.save.click();
    await this.page.getByLabel("Profile name").fill(name);
    await this.page.keyboard.press("Enter");
    await this.shows(name);
  }
}
