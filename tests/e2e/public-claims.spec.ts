import { expect, type Page, test } from "@playwright/test";
import type { ClaimsAnswer } from "../../web/src/api/generated";
import { SIGN_IN_TO_ASK } from "../../web/src/screens/questions/words";
import { FEW_CARDS, PORT } from "./address";
import { faults } from "./axe";
import { serviceWith } from "./service";

test.describe.configure({ mode: "serial" });

const main = (page: Page) => page.getByRole("main");
const entries = (page: Page) => page.locator("[data-claim]");

const PUBLIC_PORT = PORT + 3000;
let service: Awaited<ReturnType<typeof serviceWith>>;
test.beforeAll(async () => {
  const settings = { PUBLIC_CLAIMS: "1", PUBLIC_URL: "http://almanac.example" };
  service = await serviceWith(settings, PUBLIC_PORT, `build/e2e/${PORT}/public-state`);
});
test.afterAll(() => service.stop());

test("nobody signs in to read the claims, and every other page stays closed", async ({ page }) => {
  const calls: string[] = [];
  const wrong: string[] = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(new URL(request.url()).pathname);
  });
  await page.goto(`${service.address}/claims`);
  await expect(page.getByRole("heading", { name: "Claims", level: 1 })).toBeVisible();
  await expect(entries(page)).not.toHaveCount(0);
  expect(calls).toEqual(["/api/v2/claims"]);
  expect(wrong).toEqual([]);
  await expect(main(page)).toContainText("Sample data: made by this program, not by a market.");
  expect(await faults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("link", { name: SIGN_IN_TO_ASK }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("the questions lead to signing in", async ({ page }) => {
  await page.goto(`${service.address}/questions`);
  await expect(page.getByRole("heading", { name: "Access restricted" })).toBeVisible();
  await expect(page.locator("[data-question]")).toHaveCount(0);
});

test("who is signed in has the page with everything around it", async ({ page }) => {
  await page.goto(`${service.address}/claims?${new URLSearchParams(FEW_CARDS)}`);
  await expect(page.getByRole("navigation", { name: "Screens" })).toBeVisible();
  await expect(
    entries(page)
      .first()
      .getByRole("button", { name: /^Ask it/ }),
  ).toBeEnabled();
  await expect(page.getByRole("link", { name: SIGN_IN_TO_ASK })).toHaveCount(0);
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
    const table = await page.locator("table").boundingBox();
    expect((table?.x ?? 0) + (table?.width ?? Number.NaN), "no wider than a phone").toBeLessThanOrEqual(390);
  });
});
