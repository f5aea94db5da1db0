import type { Page } from "@playwright/test";
import { CARD_FIELD } from "../../web/src/parts/find/words";
import { KEPT_ASIDE } from "../../web/src/question/words";
import { METHODS_TITLE } from "../../web/src/screens/methods/words";
import { entryAddress, FEW_CARDS, screenAddress, VISITOR } from "./address";
import { Chart } from "./chart";
import { counted, Dashboard } from "./dashboard";
import { daysTable, leaveDays, listDays, narrowedBy } from "./days-table";
import { expect, test } from "./test";

const FILTERS = {
  gap_up: { operator: "=", value: true },
  gap_fill_bar: { operator: "<=", value: 24 },
} as const;

const said = (page: Page, part: string) => new URL(page.url()).searchParams.get(part);

/** An address without what is no part of the question. */
function question(address: string): string {
  const link = new URL(address);
  for (const name of ["layout", "ama"]) link.searchParams.delete(name);
  return link.href;
}

async function longLink(page: Page, dashboard: Dashboard): Promise<string> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dashboard.said(/^Copied the short link/);
  await page.getByRole("button", { name: "Copy the long link" }).click();
  await dashboard.said("Copied the link");
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a copied link shows another visitor the same days and cards", { tag: "@walk" }, async ({
  page,
  context,
  browser,
  dashboard,
  api,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await dashboard.enter();
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await dashboard.toggle("Gap and Go").click();
  const link = await longLink(page, dashboard);

  await page.evaluate(() => localStorage.removeItem("session-almanac"));
  const other = await browser.newContext({ storageState: await context.storageState() });
  const arrived = await other.newPage();
  await arrived.goto(link);
  await expect(arrived).toHaveURL(screenAddress("/dashboard"));
  const { gap_up } = FILTERS;
  const days = counted(await api.days({ gap_up }));
  await expect(new Dashboard(arrived).figure("Filtered Days")).toHaveText(days);
  const cards = arrived.getByRole("region", { name: /^Probability of / });
  await expect(cards).toHaveCount(10);
  await other.close();
});

test("a link beats what was kept and survives the next visit", async ({ page, dashboard, api }) => {
  const total = (await api.summary()).totalDays;
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Down", "True");
  await dashboard.applied(1);
  await dashboard.enter({ ...VISITOR, filters: JSON.stringify(FILTERS), probabilities: "gap_up" });
  await expect(page).toHaveURL(screenAddress("/dashboard"));
  await dashboard.shows(await api.days(FILTERS), total);
  await expect(dashboard.activeFilters.getByRole("listitem")).toHaveText([
    "Gap up",
    "Gap filled on bar 24 or earlier",
  ]);
  await expect(page.getByRole("region", { name: /^Probability of / })).toHaveCount(1);
  await page.reload();
  await dashboard.settled();
  await dashboard.shows(await api.days(FILTERS), total);
});

test("the address says what is shown: reload, back and forward keep to it", { tag: "@walk" }, async ({
  page,
  dashboard,
  api,
}) => {
  const { gap_up } = FILTERS;
  const total = (await api.summary()).totalDays;
  const chart = new Chart(page);
  const methods = page.getByRole("heading", { name: METHODS_TITLE });
  await dashboard.enter();
  await expect(page).toHaveURL("/dashboard");
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await dashboard.toggle("Gap and Go").click();
  await expect.poll(() => said(page, "probabilities")).toContain("gap_and_go");
  await page.reload();
  await dashboard.settled();
  await dashboard.shows(await api.days({ gap_up }), total);
  await expect(dashboard.panel("Gap and Go")).toBeVisible();

  await chart.open();
  const latest = (await api.day({ gap_up })).navigation.availableDates.slice(-2);
  await expect.poll(() => said(page, "day")).toBe(latest[1]);
  await page.getByRole("combobox", { name: "Date", exact: true }).selectOption(latest[0] ?? "");
  await chart.shows(latest[0] ?? "");
  await expect.poll(() => said(page, "day")).toBe(latest[0]);
  // Previous and Next replace the address: they are no steps.
  await chart.button("Next day").click();
  await chart.shows(latest[1] ?? "");
  await chart.button("Previous day").click();
  await chart.shows(latest[0] ?? "");
  await expect.poll(() => said(page, "day")).toBe(latest[0]);
  await page.reload();
  await chart.shows(latest[0] ?? "");
  await page.getByRole("link", { name: "Statistical Methods" }).click();
  await expect(methods).toBeVisible();

  await page.goBack();
  await chart.shows(latest[0] ?? "");
  await page.goBack();
  await chart.shows(latest[1] ?? "");
  await page.goBack();
  await dashboard.settled();
  await dashboard.shows(await api.days({ gap_up }), total);
  await page.goBack();
  await dashboard.shows(total, total);
  await expect(page).toHaveURL("/dashboard");
  await page.goForward();
  await dashboard.shows(await api.days({ gap_up }), total);
  await page.goForward();
  await chart.shows(latest[1] ?? "");
});

test("the list of days and the text that narrows the cards are of the address", async ({
  page,
  context,
  dashboard,
  api,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const total = (await api.summary()).totalDays;
  const chart = new Chart(page);
  const list = daysTable(page);
  const field = page.getByRole("searchbox", { name: CARD_FIELD });
  const oldest = list.getByRole("rowheader").first();
  const isSecondPage = async () => {
    await expect(list.getByRole("navigation", { name: "Pages of days" })).toContainText(
      /^Previous ?Page 2 of/,
    );
    await expect(list.getByRole("columnheader", { name: "Date" })).toHaveAttribute("aria-sort", "ascending");
  };
  await dashboard.enter(FEW_CARDS);
  await field.fill("gap up");
  await expect.poll(() => said(page, "cards")).toBe("gap up");
  await listDays(page);
  // Each is a step of its own once the address says it.
  await list.getByRole("button", { name: "Date" }).click();
  await expect.poll(() => said(page, "table")).toContain('"descending":false');
  await list.getByRole("button", { name: "Next" }).click();
  await isSecondPage();
  await expect.poll(() => said(page, "table")).toContain('"page":2');
  await page.reload();
  await isSecondPage();
  const day = await oldest.innerText();
  const link = await longLink(page, dashboard);
  expect(link).toBe(question(page.url()));

  await oldest.getByRole("link").click();
  await chart.drawn();
  await expect(list).toBeHidden();
  await page.goBack();
  await isSecondPage();
  await expect(oldest).toHaveText(day);
  await page.goBack();
  await expect(list.getByRole("navigation", { name: "Pages of days" })).toContainText("Page 1 of");
  await page.goBack();
  await page.goBack();
  await expect(list).toBeHidden();
  await expect(field).toHaveValue("gap up");
  await page.goForward();
  await expect(list).toBeVisible();
  await leaveDays(page);
  await dashboard.shows(total, total);

  await page.goto(link);
  await isSecondPage();
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(field).toHaveValue("gap up");
});

test("the tab of the signals' settings is of the address", async ({ page, dashboard }) => {
  await dashboard.session();
  await page.goto("/chart");
  await page.getByRole("checkbox", { name: /^AMA/ }).check();
  await page.getByRole("button", { name: "AMA Settings" }).click();
  const colors = page.getByRole("tab", { name: "Colors" });
  await colors.click();
  await expect.poll(() => new URL(page.url()).hash).toBe("#ama-colors");
  await page.reload();
  await expect(colors).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(colors).toBeHidden();
  await page.goForward();
  await expect(colors).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(colors).toBeHidden();
  await page.goto("/chart#ama-nothing");
  await expect(page.getByRole("tab", { name: "Settings" })).toHaveAttribute("aria-selected", "true");
});

test("a link copied on any screen leads to that screen", async ({ page, context, dashboard }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  const paths = [
    "/dashboard",
    "/dashboard?view=path",
    "/chart",
    "/days",
    "/days?view=table",
    "/days?view=like",
    "/today",
  ];
  for (const path of paths) {
    const { pathname, searchParams } = new URL(path, page.url());
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("heading").first()).toBeAttached();
    if (path === "/chart") await new Chart(page).drawn();
    await expect.poll(() => said(page, "filters")).toContain("gap_up");
    const link = new URL(await longLink(page, dashboard));
    expect([link.pathname, link.searchParams.get("view")]).toEqual([pathname, searchParams.get("view")]);
    expect(link.searchParams.get("filters")).toBe(JSON.stringify({ gap_up: FILTERS.gap_up }));
    expect(link.href).toBe(question(page.url()));
  }
});

test.describe("an address with nonsense", () => {
  test.use({ provoked: /404|422|API call failed/ });

  test("a day that is not there is named, and both its neighbours can be had", async ({
    page,
    api,
    dashboard,
  }) => {
    const chart = new Chart(page);
    const { availableDates } = (await api.day({})).navigation;
    const friday = availableDates.findLast(
      (date) => new Date(date).getUTCDay() === 5 && date < (availableDates.at(-1) ?? ""),
    );
    const saturday = new Date(Date.parse(friday ?? "") + 86_400_000).toISOString().slice(0, 10);
    const next = availableDates.find((date) => date > saturday);
    await dashboard.session();
    await page.goto(`/chart?day=${saturday}`);
    await chart.shows(friday ?? "");
    await expect(page.getByText(`${saturday}: the exchange was closed; showing ${friday}`)).toBeVisible();
    await expect.poll(() => said(page, "day")).toBe(friday);
    await page.getByRole("button", { name: `Show ${next}` }).click();
    await chart.shows(next ?? "");
    await expect(page.getByText("the exchange was closed")).toBeHidden();
    await page.goto("/chart?day=2031-01-02");
    await chart.shows(availableDates.at(-1) ?? "");
    await expect(page.getByText(/^2031-01-02 is after the data, .*; showing /)).toBeVisible();
    await page.goto("/chart?day=tomorrow");
    await chart.drawn();
    await dashboard.said("The link could not be read in full: day left out");
  });

  test("a list of days that is not there says so", async ({ page, dashboard }) => {
    const part = { feature: "moon_phase", module: "tides", place: "high" };
    const sort = { column: "session_date", descending: true };
    const list = JSON.stringify({ bar: { part, label: "Moon" }, columns: null, sort, page: 1 });
    await page.goto(entryAddress({ ...FEW_CARDS, list }));
    await expect(narrowedBy(page, "Moon")).toBeVisible();
    await expect(daysTable(page).getByRole("alert")).toContainText("Error loading days");
    await page.goto("/dashboard?list=7");
    await dashboard.said("The link could not be read in full: table of days left out");
    await expect(narrowedBy(page, "Moon")).toBeHidden();
  });
});

test.describe("a link with what is not to be had here", () => {
  test.use({ provoked: /422|API call failed/ });

  test("shows the rest and says what it left out", async ({ dashboard, api }) => {
    const filters = JSON.stringify({ ...FILTERS, moon_phase: { operator: "=", value: "full" } });
    await dashboard.enter({ ...FEW_CARDS, filters });
    await dashboard.said(`${KEPT_ASIDE}: Moon phase`);
    await dashboard.shows(await api.days(FILTERS), (await api.summary()).totalDays);
  });
});
