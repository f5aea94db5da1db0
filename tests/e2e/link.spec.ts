import { FEW_CARDS, VISITOR } from "./address";
import { counted } from "./dashboard";
import { expect, test } from "./test";

const FILTERS = {
  gap_up: { operator: "=", value: true },
  gap_fill_bar: { operator: "<=", value: 24 },
} as const;

test("a copied link shows another visitor the same days and cards", async ({
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
  await page.getByRole("button", { name: "Copy link" }).click();
  await dashboard.said("Copied the link");
  const link = await page.evaluate(() => navigator.clipboard.readText());

  await page.evaluate(() => localStorage.removeItem("session-almanac"));
  const other = await browser.newContext({ storageState: await context.storageState() });
  const arrived = await other.newPage();
  await arrived.goto(link);
  await expect(arrived).toHaveURL("/dashboard");
  const { gap_up } = FILTERS;
  await expect(
    arrived.getByRole("main").getByText(counted(await api.days({ gap_up })), { exact: true }),
  ).toBeVisible();
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
  await expect(page).toHaveURL("/dashboard");
  await dashboard.shows(await api.days(FILTERS), total);
  await expect(dashboard.activeFilters.getByRole("listitem")).toHaveText([
    "Gap Up equals True",
    "Gap Fill (bar) ≤ Bar 24",
  ]);
  await expect(page.getByRole("region", { name: /^Probability of / })).toHaveCount(1);
  await page.reload();
  await dashboard.settled();
  await dashboard.shows(await api.days(FILTERS), total);
});

test.describe("a link with what is not to be had here", () => {
  test.use({ provoked: /422|API call failed/ });

  test("shows the rest and says what it left out", async ({ dashboard, api }) => {
    const filters = JSON.stringify({ ...FILTERS, moon_phase: { operator: "=", value: "full" } });
    await dashboard.enter({ ...FEW_CARDS, filters });
    await dashboard.said("Not available here, kept aside: Moon phase");
    await dashboard.shows(await api.days(FILTERS), (await api.summary()).totalDays);
  });

  test("a half link changes nothing and says so", async ({ dashboard, api }) => {
    const total = (await api.summary()).totalDays;
    await dashboard.enter({ ...VISITOR, filters: '{"gap_up":' });
    await dashboard.said("The link could not be read in full");
    await dashboard.shows(total, total);
  });
});
