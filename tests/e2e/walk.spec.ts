import { expect, test } from "./test";

test("a visitor walks from entry through filter, apply, probability and clear", { tag: "@walk" }, async ({
  page,
  dashboard,
  api,
}) => {
  const total = (await api.summary()).totalDays;
  await dashboard.enter();
  await expect(page).toHaveURL("/dashboard");
  await dashboard.shows(total, total);

  const card = dashboard.card("Gap Up");
  await card.getByRole("button", { name: "True" }).click();
  await expect(dashboard.status(card, "Pending filter")).toBeVisible();
  await expect(dashboard.summary).toContainText("(1 pending, 0 active, 9 probabilities)");
  await dashboard.shows(total, total);

  const filters = { gap_up: { operator: "=", value: true } } as const;
  const days = await api.days(filters);
  await dashboard.applied(1);
  await expect(dashboard.status(card, "Active filter")).toBeVisible();
  await dashboard.shows(days, total);

  await dashboard.toggle("Gap and Go").click();
  const { modules } = await api.result("gap_and_go", filters);
  const { data } = modules.occurrence ?? {};
  if (!data || !("occurrence_days" in data)) throw new Error("the service gave no occurrence");
  const rate = `${(100 * (data.occurrence ?? Number.NaN)).toFixed(2)}%`;
  await expect(dashboard.panel("Gap and Go").getByText(rate).first()).toBeVisible();

  await dashboard.summary.getByRole("button", { name: "Clear All" }).click();
  await dashboard.said("Cleared all filters and probability analyses");
  await dashboard.shows(total, total);
  await expect(dashboard.panel("Gap and Go")).toBeHidden();
  await expect(dashboard.summary).toBeHidden();
});
