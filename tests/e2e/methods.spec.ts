import type { Page } from "@playwright/test";
import type { CoinRate, Feature, Occurrence } from "../../web/src/api/generated";
import { asRead } from "../../web/src/lib/text/format";
import { CATALOGUE_EDGES, LARGEST, LIMITS, MARKET, SHARE } from "../../web/src/screens/methods/words";
import type { Api } from "./api";
import { counted, share } from "./dashboard";
import { expect, oneEntry, test } from "./test";

/** The list a topic holds, as term and text. */
async function facts(page: Page, label: string): Promise<Record<string, string>> {
  const list = page.locator(`dl[aria-label="${label}"]`);
  await expect(list).toBeAttached();
  const pairs = await list
    .locator("dt")
    .evaluateAll((terms) =>
      terms.map((term) => [term.textContent, term.nextElementSibling?.textContent] as [string, string]),
    );
  return Object.fromEntries(pairs);
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const edge = (page: Page, name: string) =>
  heading(page, name).evaluate(
    (element) =>
      element.getBoundingClientRect().top -
      (document.getElementById("content")?.getBoundingClientRect().top ?? 0),
  );

/** From the top to the glossary by the contents: in how many places the page is seen until it stands still. */
async function ride(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const content = document.getElementById("content") as HTMLElement;
    content.scrollTo({ top: 0, behavior: "instant" });
    document.querySelector<HTMLAnchorElement>('nav a[href$="#glossary"]')?.click();
    const seen: number[] = [];
    for (let still = 0; still < 30; still += 1) {
      await new Promise(requestAnimationFrame);
      if (seen.at(-1) === content.scrollTop) continue;
      seen.push(content.scrollTop);
      still = 0;
    }
    return seen.length;
  });
}

const step = oneEntry(
  "the methods page by its addresses",
  ({ dashboard }) => dashboard.session(),
  ({ page }) => page.goto("about:blank"),
);

step("an entry of the contents opens its chapter and goes to its topic", async ({ page }) => {
  await page.goto("/methods");
  await expect(heading(page, "Streak Analysis")).toBeHidden();
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Streak Analysis" }).click();
  await expect(heading(page, "Streak Analysis")).toBeInViewport();
  await expect(page).toHaveURL("/methods#streaks");
  await expect.poll(async () => Math.abs(await edge(page, "Streak Analysis"))).toBeLessThan(40);
  await page.goBack();
  await expect(page).toHaveURL("/methods");
});

step("an address with an anchor arrives at a topic that was folded", async ({ page }) => {
  await page.goto("/methods#all-time-highs");
  await expect(heading(page, "All-Time High Analysis")).toBeInViewport();
  await expect(heading(page, "All-Time High Analysis")).toBeFocused();
});

step("chapters fold and unfold by keyboard", async ({ page }) => {
  await page.goto("/methods");
  const chapter = page.locator("summary").filter({ hasText: "Core Concepts" });
  await chapter.focus();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Sessions and bars")).toBeHidden();
  await page.keyboard.press("Space");
  await expect(heading(page, "Sessions and bars")).toBeVisible();
});

test.describe("where motion is welcome", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" }, reducedMotion: "no-preference" });

  test("the page rides to the topic", async ({ page, dashboard }) => {
    await dashboard.session();
    await page.goto("/methods");
    await expect(heading(page, "Core Concepts")).toBeVisible();
    // A machine that draws few frames may miss the ride: then the page goes up again and rides once more.
    await expect(async () => expect(await ride(page)).toBeGreaterThan(3)).toPass({ timeout: 30_000 });
    await expect(heading(page, "Glossary")).toBeInViewport();
  });
});

step("the edges are those of the served catalogue", async ({ page, api }) => {
  const { features } = await api.catalogue();
  const ranged = features.filter(({ business_logic }) => business_logic.bucket_edges !== null);
  await page.goto("/methods#threshold");
  const printed = await facts(page, CATALOGUE_EDGES);
  const names = Object.values(printed).join(", ");
  for (const { displayName } of ranged) expect(names).toContain(displayName);
  for (const feature of ranged) expect(Object.keys(printed).some(says(feature)), feature.name).toBe(true);
});

function says({ business_logic, metadata }: Feature) {
  const edges = asRead((business_logic.bucket_edges ?? []).join(", "));
  return (text: string) => text.startsWith(`${edges} ${metadata.unit ?? ""}`.trim());
}

step(
  "the worked examples are the service's figures, and its limits are met by hand",
  async ({ page, api }) => {
    const all = await occurrence(api.result("gap_fill_bar"));
    const matched = await occurrence(api.result("gap_fill_bar", { gap_up: { operator: "=", value: true } }));
    const { display_name } = await api.feature("gap_fill_bar");
    await page.goto("/methods#worked-interval");
    const one = await facts(page, `Example: ${display_name}`);
    const { occurrence_days, total_days, confidence_interval } = all;
    const limits = `${percent(confidence_interval.lower)} to ${percent(confidence_interval.upper)}`;
    const rate = share(occurrence_days, total_days);
    expect(one[SHARE]).toBe(`${counted(occurrence_days)} / ${counted(total_days)} = ${rate}`);
    expect(one[LIMITS]).toBe(limits);
    expect(one["The card says"]).toBe(`${rate}, ${limits}`);

    const two = await facts(page, `Example: ${display_name} with a filter`);
    expect(two["Other days, p₂"]).toContain(`= ${percent(matched.others?.occurrence ?? null)}`);
    expect(two["The card says"]).toBe(matched.others?.verdict.words);
    expect(two.Lift).toContain(`= ${matched.others?.lift?.toPrecision(3)}`);
  },
);

async function occurrence(result: ReturnType<Api["result"]>): Promise<Occurrence> {
  return (await result).modules.occurrence?.data as Occurrence;
}

function percent(fraction: number | null): string {
  return `${(100 * (fraction ?? Number.NaN)).toFixed(2)}%`;
}

step("on a market made by a coin the example counts what the service tests", async ({ page, api }) => {
  await page.goto("/methods#coin-market");
  const market = page.getByRole("group", { name: MARKET });
  await expect(market.getByRole("button", { pressed: true })).toHaveText("DEMO-COIN");
  const { features } = await api.catalogue();
  const decided = features
    .filter(({ known_at_bar, ui_schema: { statistics_component } }) => {
      return known_at_bar > 0 && statistics_component.includes("occurrence");
    })
    .map(({ name }) => name);
  for (const symbol of ["DEMO-COIN", "DEMO"]) {
    await market.getByRole("button", { name: symbol === "DEMO" ? "The sample, DEMO" : symbol }).click();
    const coins = await coinsOfGapUp(api, symbol, decided);
    const different = coins.filter(({ difference }) => Math.abs(difference) >= 0.001).length;
    await expect(
      page.getByText(`${different} of ${coins.length} outcomes come more or less often than a coin.`),
    ).toBeVisible();
    const left = await facts(page, `What is left of ${symbol}`);
    const below = coins.filter(({ verdict }) => (verdict.p ?? 1) < 0.05).length;
    expect(left["p below 0.05"]).toMatch(new RegExp(`^${below}; chance alone brings about`));
    const found = coins.filter(({ verdict }) => (verdict.adjusted_p ?? 1) < 0.05).length;
    expect(left["Adjusted p below 0.05"]).toBe(String(found));
    if (symbol === "DEMO-COIN") expect(found).toBe(0);
    const largest = coins.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference)).slice(0, 3);
    const words = page.getByRole("table", { name: LARGEST }).getByRole("row").locator("td:last-child");
    await expect(words).toHaveText(largest.map(({ verdict }) => verdict.words));
  }
});

/** What is tested against a coin on days with Gap Up. */
async function coinsOfGapUp(api: Api, symbol: string, features: string[]): Promise<CoinRate[]> {
  const filters = { gap_up: { operator: "=" as const, value: true } };
  const results = await api.probabilities({ symbol, filters, features });
  return features.flatMap((name) => {
    const coin = (results[name]?.modules.occurrence?.data as Occurrence | null | undefined)?.coin;
    return coin && "occurrence" in coin && coin.verdict.code !== "not_tested" ? [coin] : [];
  });
}

step("at 360 pixels nothing is cut off", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/methods#threshold");
  await expect(heading(page, "Threshold Analysis")).toBeInViewport();
  const beyond = () => {
    const main = document.getElementById("content") as HTMLElement;
    return main.scrollWidth - main.clientWidth;
  };
  await expect.poll(() => page.evaluate(beyond), "pixels beyond the screen").toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

step("printed, the page is unfolded and alone on the paper", async ({ page }) => {
  await page.goto("/methods");
  await expect(heading(page, "Core Concepts")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(heading(page, "Threshold Analysis")).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Contents" })).toBeHidden();
  const isWhole = () => {
    const content = document.getElementById("content") as HTMLElement;
    return content.scrollHeight <= content.clientHeight + 1;
  };
  await expect.poll(() => page.evaluate(isWhole)).toBe(true);
});
