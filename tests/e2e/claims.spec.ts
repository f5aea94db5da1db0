import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { ClaimsAnswer } from "../../web/src/api/generated";
import { FEW_CARDS, PORT, screenAddress } from "./address";
import { faults } from "./axe";
import { asRead } from "./dashboard";
import { serviceWith } from "./service";
import { expect, test } from "./test";

const READ = `import json, sys, pypdf
print(json.dumps([page.extract_text() for page in pypdf.PdfReader(sys.argv[1]).pages]))`;

const main = (page: Page) => page.getByRole("main");
const entries = (page: Page) => page.locator("[data-claim]");

async function opened(page: Page): Promise<ClaimsAnswer["claims"]> {
  const answering = page.waitForResponse((each) => new URL(each.url()).pathname === "/api/v2/claims");
  await page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Claims" }).click();
  const { claims } = (await (await answering).json()) as ClaimsAnswer;
  const told = claims.filter(({ published }) => published.length > 0);
  await expect(entries(page)).toHaveCount(told.length);
  return told;
}

test("each claim stands beside the data and the coin; one click asks it", async ({ page, dashboard }) => {
  await dashboard.enter(FEW_CARDS);
  const claims = await opened(page);
  expect(claims.length).toBeGreaterThan(8);
  for (const { id, rate, days, published } of claims) {
    const entry = page.locator(`[data-claim="${id}"]`);
    await expect(entry).toContainText(
      `Here: ${((rate ?? 0) * 100).toFixed(1)}% of ${days.toLocaleString("en-US")} day`,
    );
    for (const { who, figure } of published) {
      await expect(entry).toContainText(asRead(figure));
      await expect(entry).toContainText(who);
    }
    await expect(entry.getByRole("img")).toHaveAccessibleName(/^From 0 to 100%\. Here: .* Published: /);
  }
  await main(page).getByRole("link", { name: "How every figure is made" }).click();
  await expect(page).toHaveURL(`${new URL(page.url()).origin}/methods#coin`);
  await page.goBack();
  await entries(page)
    .first()
    .getByRole("button", { name: /^Ask it/ })
    .click();
  await expect(page).toHaveURL(screenAddress("/dashboard"));
});

test("marks of the picture stand where the figures are", async ({ page, dashboard }) => {
  await dashboard.enter(FEW_CARDS);
  const [claim] = await opened(page);
  if (!claim || claim.rate === null) throw new Error("no claim");
  const picture = page.locator(`[data-claim="${claim.id}"]`).getByRole("img");
  const box = await picture.boundingBox();
  const dot = await picture.locator("circle").first().boundingBox();
  if (!box || !dot) throw new Error("nothing is drawn");
  const at = (dot.x + dot.width / 2 - box.x) / box.width;
  expect(Math.abs(at - claim.rate)).toBeLessThan(0.005);
});

test("on paper the claims stand alone, dark theme or not, and no row is cut", async ({ page, dashboard }) => {
  await dashboard.enter(FEW_CARDS);
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  const claims = await opened(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Navigation" })).toBeHidden();
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
  expect(sheets.join(" ")).not.toContain("Navigation");
});

for (const theme of ["light", "dark"] as const)
  for (const width of [1440, 390])
    test(`axe finds nothing on the claims, ${theme}, ${width} px, nor is anything wider`, async ({
      page,
      dashboard,
    }) => {
      await dashboard.enter(FEW_CARDS);
      if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
      await opened(page);
      await page.setViewportSize({ width, height: 900 });
      await expect(entries(page).first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });

test.describe("open to everybody", () => {
  const PUBLIC_PORT = PORT + 7;
  let service: Awaited<ReturnType<typeof serviceWith>>;
  test.beforeAll(async () => {
    const settings = { PUBLIC_CLAIMS: "1", PUBLIC_URL: "http://almanac.example" };
    service = await serviceWith(settings, PUBLIC_PORT, `build/e2e/${PORT}/public-state`);
  });
  test.afterAll(() => service.stop());

  test("nobody signs in to read the claims, and every other page stays closed", async ({ page }) => {
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/")) calls.push(new URL(request.url()).pathname);
    });
    await page.goto(`${service.address}/claims`);
    await expect(page.getByRole("heading", { name: "Claims", level: 1 })).toBeVisible();
    await expect(entries(page)).not.toHaveCount(0);
    expect(calls).toEqual(["/api/v2/claims"]);
    await expect(main(page)).toContainText("Sample data: made by this program, not by a market.");
    expect(await faults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole("link", { name: "Sign in to ask your own" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  test.describe("what stays closed", () => {
    test.use({ provoked: /API call failed|Failed to load resource|Sign-in call failed/ });
    test("the questions lead to signing in", async ({ page }) => {
      await page.goto(`${service.address}/questions`);
      await expect(page.getByRole("heading", { name: "Access restricted" })).toBeVisible();
      await expect(page.locator("[data-question]")).toHaveCount(0);
    });
  });

  test("who is signed in has the page with everything around it", async ({ page }) => {
    await page.goto(`${service.address}/claims?${new URLSearchParams(FEW_CARDS)}`);
    await expect(page.getByRole("navigation", { name: "Navigation" })).toBeVisible();
    await expect(
      entries(page)
        .first()
        .getByRole("button", { name: /^Ask it/ }),
    ).toBeEnabled();
    await expect(page.getByRole("link", { name: "Sign in to ask your own" })).toHaveCount(0);
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });
    test("the table says the same figures, with a title and an address for crawlers", async ({
      page,
      request,
    }) => {
      const answer = await request.get(`${service.address}/api/v2/claims`);
      const { claims, snapshot } = (await answer.json()) as ClaimsAnswer;
      const told = claims.filter(({ published }) => published.length > 0);
      const blocked: string[] = [];
      page.on("console", (message) => blocked.push(message.text()));
      await page.goto(`${service.address}/claims`);
      await expect(page).toHaveTitle("Claims about DEMO sessions, counted | Session Almanac");
      await expect(page.getByRole("rowheader")).toHaveText(told.map(({ question }) => question));
      await expect(page.getByRole("row")).toHaveCount(1 + told.flatMap(({ published }) => published).length);
      await expect(main(page)).toContainText(snapshot);
      await expect(main(page)).toContainText("Sample data");
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
        "href",
        "http://almanac.example/claims",
      );
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "index, follow");
      expect(blocked, "the policy lets the page's own style in").toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      const table = await page.getByRole("table").boundingBox();
      expect(table?.x ?? -1).toBeGreaterThanOrEqual(0);
    });
  });
});
