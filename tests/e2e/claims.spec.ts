import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Claim } from "../../web/src/api/generated";
import { asRead } from "../../web/src/lib/text/format";
import { hereWords } from "../../web/src/parts/questions/words";
import { HOW_MADE } from "../../web/src/screens/questions/words";
import { FEW_CARDS, PORT, screenAddress } from "./address";
import type { Api } from "./api";
import { faults } from "./axe";
import { expect, test } from "./test";

const READ = `import json, sys, pypdf
print(json.dumps([page.extract_text() for page in pypdf.PdfReader(sys.argv[1]).pages]))`;

const main = (page: Page) => page.getByRole("main");
const entries = (page: Page) => page.locator("[data-claim]");

/** To the claims, with those that have a published figure. */
async function opened(page: Page, api: Api): Promise<Claim[]> {
  await page.getByRole("link", { name: "Questions", exact: true }).click();
  await page.getByRole("link", { name: "With published figures" }).click();
  const told = (await api.claims()).claims.filter(({ published }) => published.length > 0);
  await expect(entries(page)).toHaveCount(told.length);
  return told;
}

test("each claim stands beside the data and the coin; one click asks it", { tag: "@walk" }, async ({
  page,
  dashboard,
  api,
}) => {
  await dashboard.enter(FEW_CARDS);
  const claims = await opened(page, api);
  expect(claims.length).toBeGreaterThan(8);
  for (const claim of claims) {
    const entry = page.locator(`[data-claim="${claim.id}"]`);
    await expect(entry).toContainText(hereWords(claim));
    await expect(entry).toContainText(asRead(claim.coin?.verdict.words ?? ""));
    for (const { who, figure, verdict } of claim.published) {
      await expect(entry).toContainText(`${asRead(figure)}: ${asRead(verdict.words)}`);
      await expect(entry).toContainText(who);
    }
    await expect(entry.getByRole("img")).toHaveAccessibleName(/^From 0 to 100%\. Here: .* Published: /);
  }
  await main(page).getByRole("link", { name: HOW_MADE }).click();
  await expect(page).toHaveURL(/\/methods(\?.*)?#coin$/);
  await page.goBack();
  await entries(page)
    .first()
    .getByRole("button", { name: /^Ask it/ })
    .click();
  await expect(page).toHaveURL(screenAddress("/dashboard"));
});

test("marks of the picture stand where the figures are", async ({ page, dashboard, api }) => {
  await dashboard.enter(FEW_CARDS);
  const [claim] = await opened(page, api);
  if (!claim || claim.rate === null) throw new Error("no claim");
  const picture = page.locator(`[data-claim="${claim.id}"]`).getByRole("img");
  const box = await picture.boundingBox();
  const dot = await picture.locator("circle").first().boundingBox();
  if (!box || !dot) throw new Error("nothing is drawn");
  const at = (dot.x + dot.width / 2 - box.x) / box.width;
  expect(Math.abs(at - claim.rate)).toBeLessThan(0.005);
});

test("on paper the claims stand alone, dark theme or not, and no row is cut", async ({
  page,
  dashboard,
  api,
}) => {
  await dashboard.enter(FEW_CARDS);
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  const claims = await opened(page, api);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Screens" })).toBeHidden();
  await expect(page.getByRole("button", { name: /^Ask it/ }).first()).toBeHidden();
  const inks = await entries(page)
    .first()
    .locator("h2, p, li > span")
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).color));
  expect(new Set(inks)).toEqual(new Set(["rgb(0, 0, 0)", "rgb(68, 68, 68)"]));
  const file = join(tmpdir(), `claims-${PORT}.pdf`);
  await page.pdf({ path: file, format: "A4" });
  const sheets: string[] = JSON.parse(
    execFileSync(".venv/bin/python", ["-c", READ, file], {
      cwd: `${import.meta.dirname}/../..`,
      encoding: "utf8",
    }),
  );
  const flat = sheets.map((sheet) => sheet.replaceAll(/\s+/g, ""));
  const sheetOf = (text: string) => flat.findIndex((sheet) => sheet.includes(text.replaceAll(/\s+/g, "")));
  for (const { question, published } of claims) {
    const sheet = sheetOf(question);
    expect(sheet, question).toBeGreaterThanOrEqual(0);
    for (const { where } of published) expect(flat[sheet], question).toContain(where.replaceAll(/\s+/g, ""));
  }
  expect(sheets.join(" ")).not.toContain("Practice");
});

for (const theme of ["light", "dark"] as const)
  for (const width of [1440, 390])
    test(`axe finds nothing on the claims, ${theme}, ${width} px, nor is anything wider`, async ({
      page,
      dashboard,
      api,
    }) => {
      await dashboard.enter(FEW_CARDS);
      if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
      await opened(page, api);
      await page.setViewportSize({ width, height: 900 });
      await expect(entries(page).first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
