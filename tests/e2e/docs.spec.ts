import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { ADDRESS, PORT } from "./address";
import { faults } from "./axe";
import { expect, test } from "./test";

const ROOT = `${import.meta.dirname}/../..`;

/** A token as a maintainer makes one for somebody. */
function madeToken(tier: string): string {
  const given = ["tokens", "add", `e2e-${randomUUID()}`, "--tier", tier];
  const command = [...given, "--state", `build/e2e/${PORT}/state`];
  return execFileSync(`${ROOT}/.venv/bin/almanac`, command, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: "pipe",
  }).trim();
}

for (const scheme of ["light", "dark"] as const)
  test(`the API's page tries a call with a personal token, ${scheme}, by keyboard and on a phone`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript(() => {
      window.violations = [];
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
        window.violations.push(`${effectiveDirective} ${blockedURI}`),
      );
    });
    const answer = await page.goto("/docs");
    expect(answer?.headers()["content-security-policy"]).toContain("style-src-attr 'none'");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expect(page.getByRole("link", { name: "Back to Session Almanac" })).toHaveAttribute("href", "/");
    const authorize = page.getByRole("button", { name: "Authorize", exact: true });
    await authorize.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: /personal_token/ })).toBeVisible();
    await page.getByRole("textbox", { name: "auth-bearer-value" }).first().fill(madeToken("lite"));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Remove authorization" })).toBeVisible();
    expect(await faults(page, "all")).toEqual([]);
    await page.keyboard.press("Escape");

    const call = page.locator("#operations-data-filtered");
    await call
      .getByRole("button", { name: /filtered/ })
      .first()
      .press("Enter");
    const body = call.getByRole("textbox", { name: "Request body" });
    expect(JSON.parse(await body.inputValue())).toHaveProperty("filters");
    const focused = page.locator(":focus-visible");
    await expect(focused).toHaveText(/\/v2\/filtered/);
    await expect(focused).toHaveCSS("outline-style", "solid");
    await call.getByRole("button", { name: "Execute" }).press("Enter");
    const answered = call.locator(".live-responses-table .response");
    await expect(answered.getByRole("cell", { name: "200" })).toBeVisible();
    await expect(answered).toContainText('"total_days"');
    expect(await faults(page, "all")).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const cells = await answered
      .getByRole("cell")
      .evaluateAll((all) => all.map((each) => each.scrollWidth <= each.clientWidth));
    expect(cells).not.toContain(false);
    expect(await page.evaluate(() => window.violations)).toEqual([]);
  });

test("the palette and the methods lead to the API's page, in the page's theme", async ({
  page,
  dashboard,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await dashboard.session();
  await page.goto("/methods");
  const link = page.getByRole("link", { name: /^Every call of the API/ });
  await expect(link).toHaveAttribute("href", "/docs");
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find" }).fill("curl");
  await page.getByRole("option", { name: /^API/ }).click();
  await expect(page).toHaveURL(/\/docs$/);
  await expect(page.locator("html")).toHaveClass(/dark-mode/);
  await expect(page.getByRole("button", { name: "Authorize", exact: true })).toBeVisible();
});

test("the dashboard loads nothing of the API's page", async ({ page, dashboard }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url().replace(ADDRESS, "")));
  await dashboard.enter();
  expect(asked.filter((path) => path.startsWith("/assets/")).length).toBeGreaterThan(0);
  expect(asked.filter((path) => /swagger|docs/.test(path))).toEqual([]);
});
