import type { Page } from "@playwright/test";
import { METHODS_TITLE } from "../../web/src/screens/methods/words";
import { FEW_CARDS } from "./address";
import { Chart } from "./chart";
import { expect, test } from "./test";

declare global {
  interface Window {
    violations: string[];
  }
}

/** Remembers what the browser refuses because of the page's Content-Security-Policy. */
async function watched(page: Page) {
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      window.violations.push(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
}

const violations = (page: Page) => page.evaluate(() => window.violations);

test("no screen needs more than the page's policy allows", async ({ page, dashboard }) => {
  await watched(page);
  await dashboard.enter();
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  const panel = dashboard.panel("GXL Breakout (bar)");
  await dashboard.showFigures("GXL Breakout (bar)");
  await panel.locator("[_echarts_instance_] svg").first().hover();
  await expect(page.locator("body > div:not(#root)").filter({ hasText: /day/ })).toBeVisible();
  await page.getByRole("button", { name: /^Start date:/ }).click();
  await page.getByRole("dialog", { name: "Start date" }).getByRole("grid").waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Chart", exact: true }).click();
  const chart = new Chart(page);
  await chart.open();
  const { x, y } = await chart.point(0.5, 0.5);
  await page.mouse.move(x, y);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page
    .getByRole("dialog", { name: "Export Chart" })
    .getByRole("button", { name: "Export PNG" })
    .click();
  await download;

  for (const [address, heading] of [
    ["/methods", METHODS_TITLE],
    ["/methods?view=colours", "AMA"],
    ["/settings", "Settings"],
    ["/days", "Days"],
  ] as const) {
    expect(await violations(page)).toEqual([]);
    await page.goto(address);
    await expect(page.getByRole("main").getByRole("heading").first()).toContainText(heading);
  }
  expect(await violations(page)).toEqual([]);
});

test.describe(() => {
  test.use({ provoked: /Content Security Policy/ });

  test("a style, a script or a call that is not the page's own is refused", async ({ page, dashboard }) => {
    await watched(page);
    await dashboard.enter(FEW_CARDS);
    await page.evaluate(async () => {
      const style = document.createElement("style");
      style.textContent = "body { display: none }";
      const script = document.createElement("script");
      script.textContent = "document.title = 'taken'";
      document.body.append(style, script);
      document.body.insertAdjacentHTML("beforeend", "<p style='position: fixed'></p>");
      await fetch("https://elsewhere.example/").catch(() => {});
    });
    const refused = ["style-src-elem", "script-src-elem", "style-src-attr", "connect-src"];
    await expect
      .poll(async () => (await violations(page)).map((each) => each.split(" ")[0]).sort())
      .toEqual(refused.sort());
    await expect(page).not.toHaveTitle("taken");
  });
});
