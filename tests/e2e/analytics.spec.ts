import { expect, test } from "@playwright/test";
import { entryAddress, PORT, VISITOR } from "./address";
import { Dashboard, hear } from "./dashboard";
import { collector, serviceWith } from "./service";

const NAME = "dev-almanac.localhost";
const OWN_PORT = PORT + 1000;

let events: Awaited<ReturnType<typeof collector>>;
let service: Awaited<ReturnType<typeof serviceWith>>;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  events = await collector();
  const settings = {
    ANALYTICS_URL: events.url,
    PRODUCTION_URL: "https://almanac.example/",
    ALLOWED_HOSTS: `127.0.0.1,${NAME}`,
  };
  service = await serviceWith(settings, OWN_PORT, `build/e2e/${PORT}/analytics-state`);
});

test.afterAll(async () => {
  events.stop();
  await service.stop();
});

test.beforeEach(({ context }) => hear(context));

const named = (name: string) =>
  events.posts
    .flatMap(({ body }) => (JSON.parse(body) as { events: { name: string; properties: object }[] }).events)
    .filter((event) => event.name === name)
    .map((event) => event.properties);

test("applied filters and a timeout reach the collector, without a word about the visitor", async ({
  page,
}) => {
  const dashboard = new Dashboard(page);
  await page.goto(`${service.address}${entryAddress()}`);
  await dashboard.settled();
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await page.route("**/api/compute", (route) => route.fulfill({ status: 504, body: "{}" }));
  await dashboard.say("Gap and Go", "False");
  await dashboard.apply.click();
  await dashboard.said("Failed to apply filters");
  await page.close();

  await expect.poll(() => named("api_timeout")).toEqual([{ endpoint: "compute", filter_count: 2 }]);
  const applied = { filters: [{ feature: "gap_up", operator: "=", value: true }] };
  await expect.poll(() => named("filters_applied")).toEqual([applied]);
  const said = JSON.stringify(events.posts);
  for (const secret of [VISITOR.user_name, VISITOR.user_email, "Bearer", "eyJ"])
    expect(said).not.toContain(secret);
  for (const { headers } of events.posts) expect(headers).not.toHaveProperty("cookie");
});

test("an address with a development marker says so, with the way to production", async ({ page }) => {
  const api = `http://${NAME}:${OWN_PORT}/api`;
  await page.goto(`http://${NAME}:${OWN_PORT}${entryAddress()}`);
  const banner = page.getByRole("note", { name: "Development environment" });
  await expect(banner).toContainText(api);
  await expect(banner).toHaveCSS("background-color", "rgb(250, 204, 21)");
  await expect(banner.getByRole("link")).toHaveAttribute("href", "https://almanac.example/");
  await page.goto(`${service.address}/dashboard`);
  await expect(banner).toHaveCount(0);
});
