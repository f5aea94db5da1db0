import { PIN_AS_A, SAME_DAYS } from "../../web/src/screens/dashboard/compare/words";
import { FEW_CARDS, screenAddress } from "./address";
import { faults } from "./axe";
import { expect, test } from "./test";

test("two questions stand beside each other, in the address too", { tag: "@walk" }, async ({
  page,
  dashboard,
}) => {
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await page.getByRole("link", { name: "Compare" }).click();
  await expect(page).toHaveURL(screenAddress("/dashboard", "compare"));
  await page.getByRole("button", { name: PIN_AS_A }).click();
  await expect(page.getByText(SAME_DAYS)).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "Change the filters" }).first().click();
  await dashboard.say("Gap Up", "False");
  await dashboard.applied(1);
  await page.getByRole("link", { name: "Compare" }).click();
  const ranking = page.getByRole("region", { name: "What differs most" });
  await expect(page.getByText(/^[\d,]+ days of A, [\d,]+ of B, 0 in both\.$/)).toBeVisible();
  await expect(ranking.getByRole("listitem").first()).toContainText(/A minus B [+−]\d/);
  await expect.poll(() => new URL(page.url()).searchParams.get("compare")).toContain('"value":true');
  expect(await faults(page)).toEqual([]);

  await page.goto(page.url());
  await expect(ranking).toBeVisible();
  const name = await ranking.getByRole("link").first().innerText();
  await ranking.getByRole("link").first().click();
  await expect(page).toHaveURL(screenAddress("/dashboard"));
  const [feature = ""] = name.split(":");
  await expect(page.getByRole("region", { name: `Probability of ${feature}`, exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Compare" }).click();
  const open = page.getByRole("region", { name: "Open cards" }).getByRole("listitem");
  await expect(open).toContainText(feature);
  await expect(open).toContainText(/A\d+\.\d\d% of [\d,]+ daysB\d+\.\d\d% of [\d,]+ days/);
  expect(await faults(page)).toEqual([]);

  const address = new URL(page.url());
  address.searchParams.set("ledger", "open");
  await page.goto(address.href);
  const looks = page.getByRole("dialog", { name: "Ledger of looks" }).getByRole("region", { name: "Looks" });
  await expect(looks.getByText("Gap up beside No gap up", { exact: true }).first()).toBeVisible();
});
