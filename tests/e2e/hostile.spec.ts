import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { FEW_CARDS } from "./address";
import { ProfileSection } from "./profile-section";
import { expect, readElsewhere, test } from "./test";

declare global {
  interface Window {
    struck?: boolean;
  }
}

const ATTACKS = [
  "<img src=x onerror=window.struck=true>",
  "<script>window.struck=true</script>",
  '"><svg onload=window.struck=true>',
  "javascript:window.struck=true",
].join(" ");
const IMAGE = "<img src=x onerror=window.struck=1>";
const PROFILES = "session-almanac.profiles.dashboard";

/** No text became part of the page, ran, or asked the browser for what its policy forbids. */
async function unharmed(page: Page) {
  expect(await page.evaluate(() => window.struck)).toBeUndefined();
  await expect(
    page.locator("img[src=x], [onerror], [onload], script:not([src]), a[href^=javascript]"),
  ).toHaveCount(0);
}

test("a visitor's name with markup is shown as it is written", async ({ page, dashboard }) => {
  await dashboard.enter({ ...FEW_CARDS, user_name: ATTACKS, course_title: ATTACKS, return_url: ATTACKS });
  await page.getByRole("button", { name: /^User menu/ }).click();
  await expect(page.getByText(ATTACKS).first()).toBeVisible();
  await unharmed(page);
});

test("the title of a profile and an address with markup are shown as they are written", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter(FEW_CARDS);
  const layouts = new ProfileSection(page, "Layout Profiles");
  await layouts.create(IMAGE);
  await unharmed(page);
  await page.goto(`/dashboard?x=${encodeURIComponent(IMAGE)}#${encodeURIComponent(IMAGE)}`);
  await dashboard.settled();
  await layouts.shows(IMAGE);
  await layouts.list();
  await unharmed(page);
});

test("profiles that somebody planted in the browser's storage run nothing", async ({ page, dashboard }) => {
  await dashboard.enter(FEW_CARDS);
  for (const planted of [
    "{",
    `{"__proto__":{"struck":true},"profiles":"${"x".repeat(999)}"}`,
    `[${JSON.stringify(IMAGE)}]`,
  ]) {
    await page.evaluate(([entry = "", text = ""]) => localStorage.setItem(entry, text), [PROFILES, planted]);
    await page.reload();
    await dashboard.settled();
    await unharmed(page);
    expect(await page.evaluate(() => (({}) as Window).struck)).toBeUndefined();
  }
});

test("notes with markup are text in the exported picture", async ({ page, dashboard }) => {
  await dashboard.session();
  await page.goto("/chart");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export Chart" });
  const notes = ["</text><script>1</script>", "<image href='x'/>", "]]><a href='x'/>"];
  await dialog.getByRole("textbox", { name: "Analysis notes" }).fill(notes.join("\n"));
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export SVG" }).click();
  const bytes = await readFile(await (await download).path());
  const shown = await readElsewhere(
    page,
    (svg) => {
      const document = new DOMParser().parseFromString(svg, "image/svg+xml");
      return {
        texts: [...document.querySelectorAll("text")].map((text) => text.textContent),
        strange: document.querySelectorAll("parsererror, script, a, foreignObject, image[href=x]").length,
      };
    },
    bytes.toString(),
  );
  expect(shown.strange).toBe(0);
  expect(shown.texts).toEqual(expect.arrayContaining(notes));
  await unharmed(page);
});
