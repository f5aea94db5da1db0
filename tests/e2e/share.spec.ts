import type { Page } from "@playwright/test";
import { VIEW_UNKNOWN } from "../../web/src/screens/entry/words";
import { entryAddress, FEW_CARDS, screenAddress, VISITOR } from "./address";
import { faults, faultsUnder } from "./axe";
import { Dashboard, hear } from "./dashboard";
import { expect, test } from "./test";

const UNKNOWN = `/v/${"A".repeat(22)}`;
const line = (page: Page) => page.getByRole("status", { name: "Shared view" });

/** The short link to what the page shows, as the clipboard has it. */
async function shortLink(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share", exact: true }).press("Enter");
  const menu = page.getByRole("dialog", { name: "Share" });
  expect(await faultsUnder(page, menu)).toEqual([]);
  await expect(menu.getByRole("button", { name: "Copy the long link" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    /Copied the short link\. It leads here until /,
  );
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a short link shows who opens it first the same view, and says what has changed", {
  tag: "@walk",
}, async ({ page, dashboard, browser, api }) => {
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  const link = await shortLink(page);
  expect(link).toMatch(/\/v\/[\w-]{22}$/);

  const fresh = await browser.newContext();
  await hear(fresh);
  const arrived = await fresh.newPage();
  const other = new Dashboard(arrived);
  await arrived.goto(`${link}?${new URLSearchParams({ ...VISITOR, user_id: "guest" })}`);
  await expect(arrived).toHaveURL(screenAddress("/dashboard"));
  const total = (await api.summary()).totalDays;
  const days = await api.days({ gap_up: { operator: "=", value: true } });
  await other.shows(days, total);
  await expect(line(arrived)).toHaveText(/^As it was shared on \w{3} \d+\.$/);
  expect(await faults(arrived)).toEqual([]);
  await arrived.reload();
  await expect(line(arrived)).toBeVisible();

  await other.say("Gap and Go", "True");
  await other.applied(1);
  await expect(line(arrived)).toBeHidden();
  await arrived.goBack();
  await expect(line(arrived)).toBeVisible();
  await line(arrived).getByRole("button", { name: "Dismiss" }).click();
  await expect(line(arrived)).toBeHidden();
  await other.shows(days, total);
  await arrived.reload();
  await other.shows(days, total);
  await expect(line(arrived)).toBeHidden();
  await fresh.close();
});

test("a short link of another screen opens that screen with its own question", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter(FEW_CARDS);
  await page.getByRole("link", { name: "By value", exact: true }).click();
  await page.getByRole("spinbutton", { name: "Cut at, %" }).fill("33");
  await expect.poll(() => new URL(page.url()).searchParams.get("cut")).toBe("33");
  const link = await shortLink(page);
  await page.goto(link);
  await expect(page).toHaveURL(screenAddress("/dashboard", "by-value"));
  await expect(page.getByRole("spinbutton", { name: "Cut at, %" })).toHaveValue("33");
  await expect(line(page)).toBeVisible();
});

test.describe("where nothing is kept", () => {
  test.use({ provoked: /404|API call failed/ });

  test("the page says so, and the dashboard is one click away", async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    await page.goto(UNKNOWN);
    await expect(page.getByRole("heading", { name: "This link leads nowhere" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText(VIEW_UNKNOWN);
    expect(await faults(page)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "Open the dashboard" }).click();
    await dashboard.settled();
  });
});

test.describe("a link that somebody without a session opens", () => {
  test.use({ provoked: /403|Sign-in call failed/ });

  for (const kind of ["short", "long"])
    test(`the ${kind} one: it is kept at the gate, and opens after the entry through the course`, async ({
      page,
      dashboard,
      browser,
      context,
    }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await dashboard.enter(FEW_CARDS);
      await page.getByRole("link", { name: "By value", exact: true }).click();
      await page.getByRole("spinbutton", { name: "Cut at, %" }).fill("33");
      await expect.poll(() => new URL(page.url()).searchParams.get("cut")).toBe("33");
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await dashboard.said(/^Copied the short link/);
      if (kind === "long") {
        await page.getByRole("button", { name: "Copy the long link" }).click();
        await dashboard.said("Copied the link");
      }
      const link = await page.evaluate(() => navigator.clipboard.readText());

      const fresh = await browser.newContext();
      await hear(fresh);
      const arrived = await fresh.newPage();
      await arrived.goto(link);
      await expect(arrived.getByRole("heading", { name: "Access restricted" })).toBeVisible();
      await arrived.goto(entryAddress({ ...VISITOR, user_id: "guest" }));
      await expect(arrived).toHaveURL(screenAddress("/dashboard", "by-value"));
      await expect(arrived.getByRole("spinbutton", { name: "Cut at, %" })).toHaveValue("33");
      await arrived.goto(entryAddress({ ...VISITOR, user_id: "guest" }));
      await expect(arrived).toHaveURL(screenAddress("/dashboard"));
      await fresh.close();
    });
});
