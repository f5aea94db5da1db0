import type { Page } from "@playwright/test";
import { ProfileSection } from "./profile-section";

export const ENTRY = "session-almanac.profiles.dashboard";

/** The layout profiles of the sidebar, and what is changed for them. */
export class Layouts extends ProfileSection {
  constructor(page: Page) {
    super(page, "Layout Profiles");
  }

  async toggle(category: string) {
    await this.page.getByRole("button", { name: new RegExp(`^${category} \\d`) }).click();
  }
}

export async function stored(
  page: Page,
): Promise<{ name: string; settings: { selectedCategories: string[] } }[]> {
  const text = await page.evaluate((entry) => localStorage.getItem(entry), ENTRY);
  return JSON.parse(text ?? '{"profiles":[]}').profiles;
}
