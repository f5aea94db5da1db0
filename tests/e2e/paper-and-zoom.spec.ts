import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { SHELL_ID } from "../../web/src/kit/overlays/shell-element";
import { VISITOR } from "./address";
import { PLACES } from "./places";
import { expect, oneEntry, test } from "./test";

const ROOT = `${import.meta.dirname}/../..`;
const READ = `
import json, sys, pypdf
print(json.dumps([page.extract_text() for page in pypdf.PdfReader(sys.argv[1]).pages]))`;

const ALL = [...PLACES, "/dashboard?only=open"];
/** 1280 x 1024 and 1366 x 768 at 400 % zoom, and what of the content is in sight at first. */
const ZOOMED = [
  { width: 320, height: 256, seen: 100 },
  { width: 341, height: 192, seen: 50 },
];

async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("main")).toBeVisible();
  await page.waitForLoadState("networkidle");
}

const zoomed = oneEntry("at 400 % zoom, with the banner of sample data", async ({ page, dashboard }) => {
  await dashboard.session(VISITOR);
  await open(page, "/dashboard");
  await expect(page.getByRole("note", { name: "About this data" })).toBeVisible();
});

for (const path of ALL)
  zoomed(`${path} is in sight, and fills the window once it is scrolled to`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, path);
    const main = page.getByRole("main");
    const seen = () =>
      main.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return Math.min(innerHeight, bottom) - Math.max(0, top);
      });
    for (const { width, height, seen: least } of ZOOMED) {
      await page.setViewportSize({ width, height });
      await page.locator(`#${SHELL_ID}`).evaluate((shell) => shell.scrollTo(0, 0));
      await expect.poll(seen, `${width} x ${height}`).toBeGreaterThanOrEqual(least);
      await main.evaluate((element) => element.scrollIntoView());
      await expect.poll(seen, `${width} x ${height}, scrolled to`).toBe(height);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  });

/** The texts in sight on a screen but those of its fields, its toolbars and the way to its other views. */
const textsOf = (page: Page) =>
  page.locator("#content").evaluate((content) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: around, textContent } = walker.currentNode;
      const isHidden = around?.closest(
        "[aria-label^='Views of '], [role=toolbar], select, textarea, script, style, .visually-hidden",
      );
      if (!isHidden && around?.checkVisibility({ visibilityProperty: true })) found.push(textContent ?? "");
    }
    return found;
  });

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** The sheets of a screen, each as its text. */
async function sheets(page: Page, file: string): Promise<string[]> {
  await page.pdf({ path: file, format: "A4" });
  return JSON.parse(execFileSync(".venv/bin/python", ["-c", READ, file], { cwd: ROOT, encoding: "utf8" }));
}

const printed = oneEntry("on paper", ({ dashboard }) => dashboard.session(VISITOR));

for (const path of ALL)
  printed(`${path} is whole, on as many sheets as it takes, without the header`, async ({ page }) => {
    await open(page, path);
    const texts = (await textsOf(page)).map(plain).filter(Boolean);
    const pages = await sheets(page, test.info().outputPath("printed.pdf"));
    const paper = plain(pages.join(""));
    const there = texts.filter((text) => paper.includes(text));
    const share = there.join("").length / texts.join("").length;
    expect(share, texts.filter((text) => !there.includes(text)).join("; ")).toBeGreaterThan(0.85);
    expect(paper).not.toContain("skiptocontent");
    if (path === "/dashboard") expect(pages.length).toBeGreaterThan(1);
    if (path === "/days?view=table") expect(share, "every row and column").toBeGreaterThan(0.99);
  });

test("on paper stands what was asked, of which data, dark on white", async ({ page, dashboard }, info) => {
  const filters = JSON.stringify({ gap_up: { operator: "=", value: true } });
  await dashboard.enter({ ...VISITOR, filters });
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  await page.getByRole("link", { name: "Path", exact: true }).click();
  await expect(page).toHaveTitle(/^Gap up, [\d,]+ days · Path · Session Almanac$/);
  const [first = ""] = await sheets(page, info.outputPath("path.pdf"));
  expect(first.replaceAll(/\s+/g, " ")).toMatch(/Path · Gap up, [\d,]+ days · DEMO, data \S+/);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.locator("html")).toHaveClass(/light/);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(page.locator("html")).toHaveClass(/dark/);
});
