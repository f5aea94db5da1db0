import type { Page } from "@playwright/test";
import { entryAddress, FEW_CARDS, VISITOR } from "./address";
import { counted } from "./dashboard";
import { expect, oneDashboard, test } from "./test";

test.use({ provoked: /API call failed|Failed to load resource/ });

const isCall = (path: string) => (url: URL) => url.pathname === `/api${path}`;

/** From now on the call at `path` is answered with `status`; the array grows with every such answer. */
async function failing(page: Page, path: string, status: number, body: object = {}): Promise<string[]> {
  const answered: string[] = [];
  await page.route(isCall(path), (route) => {
    answered.push(route.request().url());
    return route.fulfill({ status, json: body });
  });
  return answered;
}

const ANSWERS: [number, object, string][] = [
  [500, {}, "Server error. Please try again later."],
  [422, { message: "The range is upside down." }, "The range is upside down."],
];

const step = oneDashboard("answers that are none while applying", FEW_CARDS);

for (const [status, body, text] of ANSWERS) {
  step(
    `status ${status} while applying: the toast is "${text}" and the old filters stay`,
    async ({ page, dashboard, api }) => {
      const total = (await api.summary()).totalDays;
      const asked = await failing(page, "/compute", status, body);
      await dashboard.say("Gap Up", "True");
      await dashboard.apply.click();
      await dashboard.said(text);
      await dashboard.said("Failed to apply filters");
      await expect(dashboard.summary).toContainText("(1 pending, 0 active,");
      await dashboard.shows(total, total);
      expect(asked, "only a 500 is asked again, twice").toHaveLength(status === 500 ? 3 : 1);
      await page.unrouteAll();
    },
  );
}

const further = oneDashboard("a connection and a session that end");

further("a server out of reach: the toast names the connection", async ({ page, context, dashboard }) => {
  await context.setOffline(true);
  await dashboard.toggle("Gap and Go").click();
  await dashboard.said("Network error. Please check your connection.");
  await expect(dashboard.card("Gap and Go")).toContainText("Error loading probability:");
  await context.setOffline(false);
  await dashboard.toggle("Gap and Go").click();
  await dashboard.toggle("Gap and Go").click();
  await expect(page.getByRole("region", { name: "Probability of Gap and Go" })).toContainText("%");
});

further("a session that is over leads to the sign-in page and says so", async ({ page, dashboard }) => {
  await failing(page, "/v2/probabilities", 401);
  await failing(page, "/auth/refresh", 401);
  await dashboard.toggle("Gap Filled in First Hour").click();
  await dashboard.said("Session expired. Please refresh the page.");
  await expect(page).toHaveURL("/login");
});

test("filters that cannot be cleared stay, and the page says so", async ({ page, dashboard, api }) => {
  const filters = { gap_up: { operator: "=", value: true } } as const;
  const days = await api.days(filters);
  await dashboard.enter({ ...VISITOR, filters: JSON.stringify(filters) });
  await failing(page, "/compute", 504);
  await dashboard.summary.getByRole("button", { name: "Clear Filters", exact: true }).click();
  await dashboard.said("Failed to clear filters");
  await dashboard.summary.getByRole("button", { name: "Clear All" }).click();
  await dashboard.said("Failed to clear all");
  await expect(dashboard.summary).toContainText("(0 pending, 1 active, 9 probabilities)");
  await expect(dashboard.figure("Filtered Days")).toHaveText(counted(days));
});

test("data that does not come: the page says so and tries again when asked", async ({ page, dashboard }) => {
  const message = "The catalogue is being rebuilt.";
  await failing(page, "/v2/start", 422);
  await failing(page, "/features", 422, { message });
  await page.goto(entryAddress());
  await expect(page.getByRole("heading", { name: "Error loading data" })).toBeVisible();
  await expect(page.getByRole("main").getByText(message)).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await dashboard.settled();
});

test.describe("an answer that cannot be drawn", () => {
  test.use({ provoked: /./ });

  test("the page falls back to an explanation that only a reload leaves", async ({ page, dashboard }) => {
    await failing(page, "/v2/start", 422);
    await failing(page, "/v2/summary", 200, { totalDays: 1 });
    await page.goto(entryAddress());
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page.getByText("We encountered an error while loading the application.")).toBeVisible();
    await expect(page.getByText("Error details")).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Reload Page" }).click();
    await dashboard.settled();
  });
});
