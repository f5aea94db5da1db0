import type { Page } from "@playwright/test";
import type { CurveAnswer } from "../../web/src/api/generated";
import { AS_A_TABLE, rateWords } from "../../web/src/screens/dashboard/curve/words";
import { FEW_CARDS, screenAddress } from "./address";
import type { Filters } from "./api";
import { faults, faultsUnder } from "./axe";
import { counted } from "./dashboard";
import { expect, test } from "./test";

const GAP_UP: Filters = { gap_up: { operator: "=", value: true } };
const SIZE = "gap_size_pct_adr";
const ALONG = { by: SIZE, outcome: "gap_fill_bar" };

const panel = (page: Page) => page.getByRole("region", { name: "Cut", exact: true });
const figures = (page: Page) => panel(page).getByRole("status").first();
const slider = (page: Page) => page.getByRole("slider", { name: /^Cut, / });
const asked = (page: Page) => Number(new URL(page.url()).searchParams.get("cut"));

/** The page's figures are settled, and stand at this cut. */
async function settledAt(page: Page, cut: number) {
  await expect(page).toHaveURL(new RegExp(`[?&]cut=${cut}(&|$)`));
  await expect(figures(page)).toContainText(`From ${cut}% on`);
  await expect(figures(page)).toHaveAttribute("data-stale", "false");
}

/** What the page says of the cut is what the service answers. */
async function tells(page: Page, { cut }: CurveAnswer) {
  if (!cut?.difference) throw new Error("no cut");
  await expect(figures(page)).toContainText(`Below ${cut.value}%${rateWords(cut.below)}`);
  await expect(figures(page)).toContainText(`From ${cut.value}% on${rateWords(cut.above)}`);
  const points = (100 * cut.difference.value).toFixed(1).replace("-", "−");
  await expect(figures(page)).toContainText(`${points} points (95% `);
}

test("from a card to its curve, a cut by keys and pointer, and one side of it applied", {
  tag: "@walk",
}, async ({ page, dashboard, api }) => {
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await dashboard.toggle("Absolute Gap (% of ADR10)").click();
  await dashboard
    .card("Absolute Gap (% of ADR10)")
    .getByRole("link", { name: "Curve of Absolute Gap (% of ADR10)" })
    .click();
  await expect(page).toHaveURL(screenAddress("/dashboard", "by-value"));
  const curve = await api.curve({ ...ALONG, filters: GAP_UP });
  await expect(page.getByText(`${counted(curve.asked_days)} days.`)).toBeVisible();
  await expect(panel(page)).toContainText("You tried 1 cut.");

  await slider(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("PageUp");
  await expect.poll(() => asked(page)).toBeGreaterThan(0);
  const byKeys = Number(await slider(page).getAttribute("aria-valuenow"));
  await settledAt(page, byKeys);
  await tells(page, await api.curve({ ...ALONG, filters: GAP_UP, cut: byKeys }));
  await expect(panel(page)).toContainText("You tried 2 cuts. The best of many tries");

  const plane = await page.getByTestId("plane").boundingBox();
  if (!plane) throw new Error("no plane");
  await page.mouse.move(plane.x + 20, plane.y + 40);
  await page.mouse.down();
  await page.mouse.move(plane.x + plane.width / 4, plane.y + 60, { steps: 4 });
  await page.mouse.up();
  const [min, max] = await Promise.all(
    ["aria-valuemin", "aria-valuemax"].map(async (name) => Number(await slider(page).getAttribute(name))),
  );
  const byPointer = Number(await slider(page).getAttribute("aria-valuenow"));
  expect(Math.abs(byPointer - ((min ?? 0) + ((max ?? 0) - (min ?? 0)) / 4))).toBeLessThanOrEqual(0.5);
  await settledAt(page, byPointer);
  const parted = await api.curve({ ...ALONG, filters: GAP_UP, cut: byPointer });
  await tells(page, parted);
  await expect(panel(page)).toContainText("You tried 3 cuts.");

  await panel(page).getByRole("button", { name: "Open the ledger" }).click();
  const ledger = page.getByRole("dialog", { name: "Ledger of looks" });
  await expect(ledger.getByRole("row", { name: /beside the days below/ })).toHaveCount(3);
  expect(await faultsUnder(page, ledger)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/ledger/);

  await page.reload();
  await settledAt(page, byPointer);
  await tells(page, parted);
  await panel(page)
    .getByRole("button", { name: /^Use ≥ / })
    .click();
  await expect(panel(page)).toContainText(`Absolute gap ${byPointer}% or more of ADR10 waits for Apply.`);
  await dashboard.apply.click();
  const side = await api.days({ ...GAP_UP, [SIZE]: { operator: ">=", value: byPointer } });
  await expect(page.getByText(`${counted(parted.cut?.above.total_days ?? -1)} days.`)).toBeVisible();
  expect(side).toBe(parted.cut?.above.total_days);
});

test("the drawing is the service's points to a pixel", async ({ page, dashboard, api }) => {
  await dashboard.enter(FEW_CARDS);
  await page.goto("/dashboard?view=by-value&by=gap_size_pct_adr&outcome=gap_fill_bar");
  const { points } = await api.curve({ ...ALONG, filters: {} });
  const plot = page.getByRole("img", { name: /^Gap Fill \(bar\) along / });
  const line = plot.locator('path[stroke-width="2"]');
  await expect(line).toHaveCount(1);
  const drawn = await line.evaluate((path) => {
    const numbers = (path.getAttribute("d") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
    return {
      numbers,
      width: path.closest("svg")?.clientWidth ?? 0,
      height: path.closest("svg")?.clientHeight ?? 0,
    };
  });
  const [min, max] = await Promise.all(
    ["aria-valuemin", "aria-valuemax"].map(async (name) => Number(await slider(page).getAttribute(name))),
  );
  const [low, high] = [10, 100];
  const expected = points.flatMap(({ value, occurrence }) => [
    ((value - (min ?? 0)) / ((max ?? 0) - (min ?? 0))) * drawn.width,
    ((high - 100 * occurrence) / (high - low)) * drawn.height,
  ]);
  expect(drawn.numbers).toHaveLength(expected.length);
  for (const [at, place] of expected.entries())
    expect(Math.abs((drawn.numbers[at] ?? Number.NaN) - place)).toBeLessThanOrEqual(1);
});

test("a copied link and Back bring a question again", async ({ page, dashboard, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await dashboard.enter(FEW_CARDS);
  await page.getByRole("link", { name: "By value", exact: true }).click();
  await page.getByRole("combobox", { name: "How often comes" }).fill("Gap Class");
  await page.getByRole("option", { name: "Gap Class", exact: true }).click();
  await page.getByLabel("Label", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("spinbutton", { name: "Cut at, %" }).fill("33");
  await settledAt(page, 33);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dashboard.said(/^Copied the short link/);
  await page.getByRole("button", { name: "Copy the long link" }).click();
  await dashboard.said("Copied the link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const label = new URL(page.url()).searchParams.get("label");
  await page.goto("/dashboard");
  await page.goto(link);
  await settledAt(page, 33);
  await expect(page.getByLabel("Label", { exact: true })).toHaveValue(label ?? "");

  await page.getByRole("combobox", { name: "How often comes" }).fill("Gap Up");
  await page.getByRole("option", { name: "Gap Up", exact: true }).click();
  await expect(page.getByLabel("Label", { exact: true })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByLabel("Label", { exact: true })).toHaveValue(label ?? "");
  await settledAt(page, 33);
});

for (const theme of ["light", "dark"] as const)
  test(`axe finds nothing on the page of the curve, ${theme}`, async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.getByRole("link", { name: "By value", exact: true }).click();
    await expect(figures(page)).toContainText("Below ");
    await page.getByText(AS_A_TABLE).click();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("combobox", { name: "How often comes" }).click();
    await expect(page.getByRole("listbox")).toBeVisible();
    expect(await faultsUnder(page, page.getByRole("listbox"))).toEqual([]);
  });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a cut is tapped, and nothing is wider than the page", async ({ page, dashboard }) => {
    await dashboard.enter(FEW_CARDS);
    await page.goto("/dashboard?view=by-value");
    await expect(figures(page)).toContainText("Below ");
    const plane = await page.getByTestId("plane").boundingBox();
    if (!plane) throw new Error("no plane");
    await page.touchscreen.tap(plane.x + plane.width / 2, plane.y + plane.height / 2);
    await expect.poll(() => asked(page)).toBeGreaterThan(0);
    await settledAt(page, asked(page));
    await page.getByText(AS_A_TABLE).tap();
    await expect(page.getByRole("row")).toHaveCount(10);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const [main, picture] = [
      await page.getByRole("main").boundingBox(),
      await page.getByTestId("plane").boundingBox(),
    ];
    expect(picture?.width ?? 0).toBeLessThan(main?.width ?? 0);
    await panel(page)
      .getByRole("button", { name: /^Use < / })
      .tap();
    await expect(page.getByRole("button", { name: "Apply 1 Filter(s)" }).last()).toBeVisible();
  });
});
