import { expect, type Locator, type Page, test } from "@playwright/test";
import * as words from "../../web/src/parts/filters/presets/words";
import { ALERT_LINK_OVER } from "../../web/src/screens/entry/words";
import { entryAddress, FEW_CARDS, PORT } from "./address";
import { faults, faultsUnder } from "./axe";
import { Dashboard, hear } from "./dashboard";
import { serviceWith } from "./service";

const OWN_PORT = PORT + 2800;
const ADDRESS = `http://127.0.0.1:${OWN_PORT}`;
const HOOK = "http://127.0.0.1:9/alerts";

let service: Awaited<ReturnType<typeof serviceWith>>;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const settings = { PUBLIC_URL: `${ADDRESS}/`, WATCH_HOSTS: "127.0.0.1:9" };
  service = await serviceWith(settings, OWN_PORT, `build/e2e/${PORT}/watch-state`);
});

test.afterAll(() => service.stop());

/** The menu of presets of a page that has one, of days of the feature's answer. */
async function withPreset(page: Page, feature: string, name: string): Promise<Locator> {
  await hear(page.context());
  const dashboard = new Dashboard(page);
  await page.goto(`${service.address}${entryAddress(FEW_CARDS)}`);
  await dashboard.settled();
  const filters = JSON.stringify({ [feature]: { operator: "=", value: true } });
  await page.goto(`${service.address}/dashboard?${new URLSearchParams({ filters, probabilities: "" })}`);
  await dashboard.settled();
  await page.getByRole("button", { name: "Saved", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "Saved" });
  await menu.getByLabel("Preset name").fill(name);
  await menu.getByLabel("Preset name").press("Enter");
  await dashboard.said(`Preset ${name} saved successfully`);
  return menu;
}

const tell = (menu: Locator, name: string) =>
  menu.getByRole("button", { name: `Tell me when the next session matches ${name}` });

test("a preset is watched by a hook, and ended in one click", async ({ page, browser }) => {
  const menu = await withPreset(page, "gap_up", "up days");
  await tell(menu, "up days").press("Enter");
  const form = menu.getByRole("region", { name: words.tellMe("up days") });
  const field = form.getByLabel(words.WEBHOOK_ADDRESS);
  await field.fill("http://elsewhere.example/alerts");
  await form.getByRole("button", { name: "Tell me" }).click();
  await expect(form.getByRole("alert")).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  expect(await faultsUnder(page, menu)).toEqual([]);
  await field.fill(HOOK);
  await field.press("Enter");
  await expect(menu).toContainText("Watched, by webhook to http://127.0.0.1:9/...: nothing to tell yet.");
  const secret = menu.getByLabel("Secret that signs its messages");
  await expect(secret).toBeFocused();
  await expect(secret).toHaveValue(/^whsec_[\w-]{43}$/);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await secret.inputValue());
  expect(await faultsUnder(page, menu)).toEqual([]);
  await menu.getByRole("button", { name: words.HAVE_COPIED }).press("Enter");
  await expect(secret).toHaveCount(0);
  await expect(menu).not.toContainText(words.OLD_CONDITIONS);
  await expect(menu.getByRole("button", { name: words.stopTelling("up days") })).toBeFocused();
  expect(await faultsUnder(page, menu)).toEqual([]);

  const elsewhere = await (await browser.newContext()).newPage();
  const others = await withPreset(elsewhere, "nr7", "quiet days");
  const list = others.getByRole("region", { name: words.WATCHED_ELSEWHERE });
  await expect(list).toContainText("up days");
  await expect(list).toContainText("Gap up");
  await elsewhere.context().close();

  await menu.getByRole("button", { name: words.stopTelling("up days") }).click();
  await expect(tell(menu, "up days")).toBeFocused();
});

test("a link of an alert needs no sign-in, and says that it is not valid any more", async ({ page }) => {
  await page.goto(`${service.address}/off/${"A".repeat(22)}`);
  await expect(page.getByRole("alert")).toHaveText(ALERT_LINK_OVER);
  expect(await faults(page)).toEqual([]);
  await page.getByRole("link", { name: "Open the dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
});
