import { FEW_CARDS } from "./address";
import type { Filters } from "./api";
import { expect, test } from "./test";

test("weekdays are chosen as days, and a date is a day or a span of the calendar", async ({
  page,
  dashboard,
  api,
}) => {
  const total = (await api.summary()).totalDays;
  const weekday: Filters = { weekday: { operator: "in", value: ["Mon", "Fri"] } };
  const span: Filters = { trade_date: { operator: "range", value: ["2019-03-04", "2019-03-29"] } };
  await dashboard.enter(FEW_CARDS);
  await page.getByRole("button", { name: /^Day\/Date \d/ }).click();
  const days = dashboard.card("Weekday");
  await dashboard.choose(days, "Weekday", "Mon", "Fri");
  await expect(days.getByRole("button", { name: "Weekday: 2 day(s) selected" })).toBeVisible();
  await dashboard.applied(1);
  await dashboard.shows(await api.days(weekday), total);
  await days.getByRole("button", { name: "Remove filter: Weekday" }).click();
  await dashboard.shows(total, total);

  const date = dashboard.card("Trade Date");
  await expect(date.getByRole("combobox", { name: "Trade Date operator" }).locator("option")).toHaveText([
    "equals",
    "range",
  ]);
  await date.getByRole("combobox", { name: "Trade Date operator" }).selectOption("range");
  await dashboard.pickDate("Trade Date from", "2019-03-04");
  await dashboard.pickDate("Trade Date to", "2019-03-29");
  await dashboard.applied(1);
  await dashboard.shows(await api.days(span), total);
});

test("the fields of a range hint at the data's own bounds", async ({ dashboard, api }) => {
  const { validation } = (await api.definition("gap_size_pts")).ui_schema.filter_component;
  await dashboard.enter(FEW_CARDS);
  const card = dashboard.card("Gap Size (pts, signed)");
  const hint = async (end: string) =>
    Number(/\((-?[\d.]+)\)/.exec((await card.getByPlaceholder(end).getAttribute("placeholder")) ?? "")?.[1]);
  expect(validation.minimum).not.toBeNull();
  expect(Math.abs((await hint("Min")) - Number(validation.minimum))).toBeLessThan(1);
  expect(Math.abs((await hint("Max")) - Number(validation.maximum))).toBeLessThan(1);
});
