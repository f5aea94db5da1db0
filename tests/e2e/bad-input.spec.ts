import type { Page } from "@playwright/test";
import { notApplied } from "../../web/src/parts/filters/words";
import { KEPT_ASIDE } from "../../web/src/question/words";
import { FEW_CARDS } from "./address";
import { expect, held, test } from "./test";

const GAP_UP = { gap_up: { operator: "=", value: true } } as const;
const GAP = { feature: "gap_up", operator: "=", value: true };

/** The page finds this in the browser's storage when it starts. */
async function finding(page: Page, entries: Record<string, string>) {
  await page.addInitScript((texts) => {
    if (sessionStorage.getItem("found")) return;
    sessionStorage.setItem("found", "1");
    for (const [name, text] of Object.entries(texts)) localStorage.setItem(name, text);
  }, entries);
}

test("presets written by hand or by an attacker: the good ones load, the others stay and can be deleted", async ({
  page,
  dashboard,
}) => {
  const html = "<img src=x onerror=window.attacked=1>";
  const presets = `{"good":[${JSON.stringify(GAP)}],"__proto__":[${JSON.stringify(GAP)}],"${html}":[{"feature":"${html}","operator":"=","value":"${html}"}],"strange":[{"feature":"gap_up","operator":"drop","value":{"$gt":0}}]}`;
  await finding(page, {
    "session-almanac.presets": presets,
    "session-almanac.history": '[{"filters":7,"appliedAt":"now"}]',
  });
  await dashboard.enter(FEW_CARDS);
  await dashboard.said("Saved here, but could not be read: preset strange");
  await page.getByRole("button", { name: "Saved", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "Saved" }).getByRole("region", { name: "Presets" });
  await expect(menu.getByRole("button", { name: /^Load preset/ })).toHaveCount(3);
  await expect(menu.getByText(html).first()).toBeVisible();
  expect(await page.evaluate(() => "attacked" in window)).toBe(false);
  await menu.getByRole("button", { name: "Delete preset strange" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(menu.getByText("Cannot be read here")).toBeHidden();
  await menu.getByRole("button", { name: "Load preset __proto__" }).click();
  await expect(dashboard.status(dashboard.card("Gap Up"), "Pending filter")).toBeVisible();
  const left = () => page.evaluate(() => localStorage.getItem("session-almanac.presets"));
  await expect.poll(left).not.toContain("strange");
  expect(await left()).toContain(JSON.stringify(html).slice(1, -1));
});

test("a link by an attacker: names, values and sizes no page makes are left out, the rest holds", async ({
  page,
  dashboard,
  api,
}) => {
  const html = "<img src=x onerror=window.attacked=1>";
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`f${at}`, { operator: "=", value: at }]),
  );
  const hostile = JSON.stringify({ ...GAP_UP, [html]: { operator: "drop", value: html }, ...many });
  const filters = hostile.replace("{", '{"__proto__":{"operator":"=","value":1},');
  await dashboard.enter({ ...FEW_CARDS, filters, probabilities: "x".repeat(3000), symbol: html });
  await dashboard.said(/^The link could not be read in full: <img src=x/);
  await dashboard.said(new RegExp(`^${KEPT_ASIDE}: __proto__, f0, f1`));
  await dashboard.shows(await api.days(GAP_UP), (await api.summary()).totalDays);
  expect(await page.evaluate(() => "attacked" in window || "operator" in {})).toBe(false);
});

test("a link replaces the student's filters and keeps them in the history; back shows what was there", async ({
  page,
  dashboard,
  api,
}) => {
  const total = (await api.summary()).totalDays;
  const filters = { gap_down: { operator: "=", value: true } } as const;
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await dashboard.say("Gap and Go", "True");
  await page.goto(`/dashboard?filters=${encodeURIComponent(JSON.stringify(filters))}`);
  await dashboard.said("The link's filters are shown; yours are kept in History");
  await dashboard.shows(await api.days(filters), total);
  await page.goBack();
  await dashboard.settled();
  await dashboard.shows(await api.days(GAP_UP), total);
  await page.getByRole("button", { name: "Saved", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "Saved" }).getByRole("region", { name: "History" });
  const own = menu.getByRole("listitem").filter({ hasText: "Gap up" });
  await expect(own.filter({ hasText: "Gap and go" }).first()).toBeVisible();
});

test("a feature that left the catalogue: its filter is kept aside, named, and comes back with it", async ({
  page,
  dashboard,
  api,
}) => {
  const total = (await api.summary()).totalDays;
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await page.route("**/api/v2/start", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const features = body.catalogue.features.filter(({ name }: { name: string }) => name !== "gap_up");
    await route.fulfill({ response: answer, json: { ...body, catalogue: { ...body.catalogue, features } } });
  });
  await page.reload();
  await dashboard.settled();
  await dashboard.said(`${KEPT_ASIDE}: Gap up`);
  await expect(page.getByRole("list", { name: "Kept aside" })).toContainText("Gap up");
  await dashboard.shows(total, total);
  await page.unrouteAll();
  await page.reload();
  await dashboard.settled();
  await dashboard.said("Available again, now pending: Gap Up");
  await expect(dashboard.status(dashboard.card("Gap Up"), "Pending filter")).toBeVisible();
  await expect(page.getByRole("list", { name: "Kept aside" })).toBeHidden();
});

test("a blocked storage: the visitor is let in and the page works", async ({ page, dashboard, api }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await dashboard.shows(await api.days(GAP_UP), (await api.summary()).totalDays);
});

test.describe("the server gone mid-apply", () => {
  test.use({ provoked: /API call failed|Failed to load resource/ });

  test("old numbers stay, dimmed while there is hope; what is pending is kept and applies later", async ({
    page,
    dashboard,
    api,
  }) => {
    const { totalDays } = await api.summary();
    await dashboard.enter({ ...FEW_CARDS, probabilities: "gap_class" });
    const panel = dashboard.panel("Gap Class");
    await expect(panel).toContainText("%");
    const numbers = (await panel.textContent()) ?? "";
    await dashboard.say("Gap Up", "True");
    const breaks = await held(page, "**/api/{compute,v2/probabilities}", (route) => route.abort());
    await dashboard.apply.click();
    const days = dashboard.figure("Filtered Days");
    await expect(days.locator("xpath=..")).toHaveAttribute("data-stale", "true");
    breaks();
    await dashboard.said("Failed to apply filters");
    await dashboard.said("Network error. Please check your connection.");
    await expect(page.getByText(notApplied(1))).toBeVisible();
    await expect(dashboard.summary).toContainText("(1 pending, 0 active,");
    await dashboard.shows(totalDays, totalDays);
    await expect(dashboard.card("Gap Class").getByText("Not refreshed: Network error.")).toBeVisible();
    expect(await panel.textContent()).toBe(numbers);
    await page.unrouteAll();
    await dashboard.applied(1);
    await dashboard.shows(await api.days(GAP_UP), totalDays);
    await expect(dashboard.card("Gap Class").getByText("Not refreshed")).toBeHidden();
  });
});
