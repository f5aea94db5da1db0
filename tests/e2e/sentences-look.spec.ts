import { VISITOR } from "./address";
import { expect, oneDashboard, test } from "./test";

/** The categories in their default order, the specification's and OR6: name and colour. */
const CATEGORIES: [string, string, string][] = [
  ["GAPS", "Gap Features", "rgb(16, 185, 129)"],
  ["OR12", "Opening Range 12", "rgb(245, 158, 11)"],
  ["OR6", "Opening Range 6", "rgb(179, 33, 193)"],
  ["OR18", "Opening Range 18", "rgb(239, 68, 68)"],
  ["RANGE", "Range", "rgb(20, 184, 166)"],
  ["BREAKOUTS", "Previous Session BO", "rgb(139, 92, 246)"],
  ["GLOBEX", "Globex Session", "rgb(14, 165, 233)"],
  ["ORCL", "OR Close", "rgb(236, 72, 153)"],
  ["REGIME", "Regime", "rgb(99, 102, 241)"],
  ["EOD", "End of Day", "rgb(249, 115, 22)"],
  ["DAYDATE", "Day/Date", "rgb(5, 150, 105)"],
];
const SELECTED_AT_FIRST = ["GAPS", "OR12", "GLOBEX"];

/** Where a colour stands on the circle from red over yellow and green, in degrees; nothing bluer is asked about. */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)?.map(Number) ?? [];
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  return most === red ? (60 * (green - blue)) / spread : 120 + (60 * (blue - red)) / spread;
}

const step = oneDashboard("how the dashboard looks");

step(
  "eleven categories stand in their default order and colours, three selected and open",
  async ({ page, dashboard }) => {
    const list = page.getByRole("complementary").getByRole("region", { name: "Feature Categories" });
    const entries = list.locator("[aria-pressed]");
    await expect(entries).toHaveCount(CATEGORIES.length);
    for (const [at, [id, name, color]] of CATEGORIES.entries()) {
      const entry = entries.nth(at);
      const isSelected = SELECTED_AT_FIRST.includes(id);
      await expect(entry).toContainText(name);
      await expect(entry).toHaveAttribute("aria-pressed", String(isSelected));
      await expect(entry).toHaveAttribute("title", /\w/);
      await expect(entry.locator("span").first()).toHaveCSS("background-color", color);
      if (!isSelected) continue;
      const section = dashboard.category(name);
      await expect(section).toHaveCSS("border-left-color", color);
      await expect(section.getByRole("button", { name: new RegExp(`^${name}`) })).toHaveAttribute(
        "aria-expanded",
        "true",
      );
    }
    const shown = await page.getByRole("main").getByRole("heading", { level: 3 }).allTextContents();
    const names = CATEGORIES.filter(([id]) => SELECTED_AT_FIRST.includes(id)).map(([, name]) => name);
    const sections = shown.filter((text) => names.some((name) => text.startsWith(`${name}(`)));
    expect(sections.map((text) => text.replace(/\(.*/, ""))).toEqual(names);
  },
);

step("cards stand in one to four columns as the screen has room", async ({ page }) => {
  const columns = () =>
    page.getByRole("article", { name: "Gap Up", exact: true }).evaluate((card) => {
      const grid = card.closest("section > div");
      return grid ? getComputedStyle(grid).gridTemplateColumns.split(" ").length : 0;
    });
  for (const [width, expected] of [
    [2560, 4],
    [1920, 3],
    [1440, 2],
    [1180, 2],
    [700, 1],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(columns, { message: `${width} px` }).toBe(expected);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

step("a filter's dot is yellow, then green, then orange, and says its state", async ({ dashboard }) => {
  const card = dashboard.card("Gap Up");
  const hue = async (words: Parameters<typeof dashboard.status>[1]) => {
    const dot = dashboard.status(card, words);
    await expect(dot).toBeVisible();
    return hueOf(
      await dot.evaluate((element) => {
        const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element);
        return borderTopWidth === "0px" ? backgroundColor : borderTopColor;
      }),
    );
  };
  await dashboard.say("Gap Up", "True");
  const yellow = await hue("Pending filter");
  await dashboard.applied(1);
  const green = await hue("Active filter");
  await dashboard.say("Gap Up", "False");
  const orange = await hue("Modified filter");
  expect(yellow).toBeGreaterThan(40);
  expect(yellow).toBeLessThan(65);
  expect(green).toBeGreaterThan(110);
  expect(green).toBeLessThan(160);
  expect(orange).toBeGreaterThan(15);
  expect(orange).toBeLessThan(36);
});

step("the sidebar is 80 units wide, and its panel of active filters closes", async ({ page, dashboard }) => {
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const units = await sidebar.evaluate(
    (element) =>
      (4 * element.getBoundingClientRect().width) /
      Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  expect(Math.round(units)).toBe(80);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  const panel = dashboard.activeFilters;
  await expect(panel.getByText("Gap up")).toBeVisible();
  await panel.getByRole("button", { name: "Active Filters" }).click();
  await expect(panel.getByText("Gap up")).toBeHidden();
});

step(
  "each category's section counts its features and its filters, and closes",
  async ({ page, dashboard }) => {
    const section = dashboard.category("Gap Features");
    const head = section.getByRole("heading", { level: 3 }).first();
    await expect(head).toContainText(/^Gap Features\(14 features\)$/);
    await expect(section.getByRole("article")).toHaveCount(14);
    await dashboard.say("Gap Up", "True");
    await expect(head).toContainText("1 pending");
    await dashboard.applied(1);
    await expect(head).toContainText("1 active");
    await expect(head).not.toContainText("pending");
    await head.getByRole("button").click();
    await expect(section.getByRole("article")).toHaveCount(0);
    await expect(
      page.getByText("Analyze trading day patterns and context when specific conditions occur."),
    ).toBeVisible();
  },
);

test("the tier decides the badge, purple for pro, and which features there are", async ({
  page,
  dashboard,
}) => {
  const colors: Record<string, string> = {};
  for (const [tier, text] of [
    ["lite", "ESSENTIALS"],
    ["standard", "STANDARD"],
    ["pro", "PRO"],
  ] as const) {
    await dashboard.enter({ ...VISITOR, profile: tier });
    const badge = page.getByRole("banner").getByText(text, { exact: true });
    const gaps = page.getByRole("button", { name: /^Gap Features \d/ });
    const [seen, all] = ((await gaps.textContent()) ?? "").match(/\d+/g)?.map(Number) ?? [];
    expect(all, "features of the catalogue").toBe(14);
    if (tier === "lite") expect(seen, "features the tier shows").toBeLessThan(14);
    else if (tier === "pro") expect(seen).toBe(14);
    await expect(dashboard.category("Gap Features").getByRole("article")).toHaveCount(seen ?? -1);
    await expect(badge).toBeVisible();
    colors[tier] = await badge.evaluate((element) => getComputedStyle(element).backgroundColor);
  }
  expect(colors.pro).toBe("rgb(109, 40, 217)");
  expect(new Set(Object.values(colors)).size).toBe(3);
});
