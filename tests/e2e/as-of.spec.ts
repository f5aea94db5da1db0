import { NOT_KNOWN } from "../../web/src/parts/as-of/words";
import { FEW_CARDS } from "./address";
import { faultsUnder } from "./axe";
import { expect, test } from "./test";

test("as of a bar a card tells the days still at risk, and the address holds the bar", {
  tag: "@walk",
}, async ({ page, dashboard }) => {
  await dashboard.enter({ ...FEW_CARDS, probabilities: "gap_fill_bar" });
  await page.getByLabel("Known up to", { exact: true }).selectOption("Bar 12, 10:30");
  await expect(
    page.getByText(/^Came before then on [\d,]+ of [\d,]+ days\. The rate is for the others\.$/).first(),
  ).toBeVisible();
  const panel = dashboard.panel("Gap Fill (bar)");
  await expect(panel).toContainText(
    /^[\d.]+%, list the days of [\d,]+ days still open, half of them by \d+:\d\d/,
  );
  const curve = panel.getByRole("img", { name: /^By when, of / });
  await expect(curve, "begins at the bar").toHaveAccessibleName(/^By when, of [\d,]+ days: by 11:00: /);
  await expect.poll(() => new URL(page.url()).searchParams.get("asOf")).toBe("b12");
  await page.reload();
  await expect(page.getByLabel("Known up to", { exact: true })).toHaveValue("b12");
  await expect(page.getByText(/^Came before then on /).first()).toBeVisible();
  expect(await faultsUnder(page, page.getByRole("banner"))).toEqual([]);
  await page.getByLabel("Known up to", { exact: true }).selectOption("Whole day");
  await expect(page.getByText(/^Came before then on /)).toHaveCount(0);
});

test("a filter that is not known by the bar is named and asked by it", async ({ page, dashboard }) => {
  const filters = JSON.stringify({ gap_fill_bar: { operator: ">", value: 0 } });
  await dashboard.enter({ ...FEW_CARDS, filters });
  await page.getByLabel("Known up to", { exact: true }).selectOption("Bar 6, 10:00");
  const notice = page.getByRole("dialog", { name: NOT_KNOWN });
  await expect(notice).toContainText("bar 6, 10:00: Gap filled");
  expect(await faultsUnder(page, notice)).toEqual([]);
  await notice.getByRole("button", { name: "Ask by bar 6" }).click();
  await expect(notice).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).searchParams.get("filters")).toContain('"by_bar":6');
});
