import type { Page } from "@playwright/test";
import { notApplied } from "../../web/src/parts/filters/words";
import { entryAddress, FEW_CARDS } from "./address";
import { counted } from "./dashboard";
import { expect, test } from "./test";

test.use({ provoked: /API call failed|Failed to load resource|Failed to fetch/ });

const GONE = { code: "snapshot_gone", message: "Other data was published.", detail: "", timestamp: "" };

const howCurrent = (page: Page) => page.getByRole("status", { name: "How current the figures are" });

test("a server that goes and comes back: the page says how old its figures are, loses nothing and catches up", async ({
  page,
  dashboard,
  api,
}) => {
  const { totalDays, max_date } = await api.summary();
  const [year, month, day] = max_date.split("-");
  await dashboard.enter();
  await dashboard.say("Gap Up", "True");
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  await dashboard.toggle("Gap and Go").click();
  await expect(howCurrent(page)).toContainText(
    `The figures on screen are from before, of data up to ${month}/${day}/${year}. What you set up is kept.`,
  );
  const tryNow = howCurrent(page).getByRole("button", { name: "Try now" });
  expect(await tryNow.evaluate((button) => button.scrollWidth <= button.clientWidth), "its words fit").toBe(
    true,
  );
  await dashboard.apply.click();
  await expect(page.getByText(notApplied(1))).toBeVisible();
  await expect(dashboard.summary).toContainText("(1 pending, 0 active, 10 probabilities)");
  await dashboard.shows(totalDays, totalDays);
  await expect(dashboard.panel("GXL Breakout (bar)")).toContainText("%");
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(howCurrent(page)).toBeEmpty();
  await expect(dashboard.panel("Gap and Go")).toContainText("%");
  await dashboard.apply.click();
  await expect(dashboard.summary).toContainText("(0 pending, 1 active, 10 probabilities)");
});

test("a token that ends in the middle of an Apply is renewed for it; with a session that ends the filters wait", async ({
  page,
  dashboard,
  api,
}) => {
  const filters = { gap_up: { operator: "=", value: true } } as const;
  await dashboard.enter(FEW_CARDS);
  const refuse = { status: 401, json: {} };
  await page.route("**/api/compute", (route) => route.fulfill(refuse), { times: 1 });
  await dashboard.say("Gap Up", "True");
  await dashboard.apply.click();
  await expect(dashboard.summary).toContainText("(0 pending, 1 active,");
  await expect(dashboard.figure("Filtered Days")).toHaveText(counted(await api.days(filters)));
  for (const path of ["compute", "auth/refresh"])
    await page.route(`**/api/${path}`, (route) => route.fulfill(refuse));
  await dashboard.say("Gap and Go", "True");
  await dashboard.apply.click();
  await expect(page).toHaveURL("/login");
  await page.unrouteAll();
  await page.goto(entryAddress(FEW_CARDS));
  await dashboard.settled();
  await expect(dashboard.summary).toContainText("(1 pending, 1 active,");
  await dashboard.apply.click();
  await expect(dashboard.summary).toContainText("(0 pending, 2 active,");
});

test("newer data takes the place of older data as a whole, and until then the page says which it shows", async ({
  page,
  dashboard,
  api,
}) => {
  const { totalDays, snapshot } = await api.summary();
  await dashboard.enter(FEW_CARDS);
  let release = () => {};
  const catalogue = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/**", async (route) => {
    if (route.request().url().includes("/api/features?")) await catalogue;
    const [url, sent] = [route.request().url(), route.request().postData()];
    if (`${url} ${sent}`.includes(snapshot.id)) return route.fulfill({ status: 409, json: GONE });
    const real = (text: string) => text.replaceAll("newer", snapshot.id);
    const response = await route.fetch({ url: real(url), ...(sent !== null && { postData: real(sent) }) });
    const body = (await response.text())
      .replaceAll(snapshot.id, "newer")
      .replace(`"totalDays":${totalDays}`, `"totalDays":${totalDays + 7}`);
    await route.fulfill({ response, body });
  });
  await dashboard.toggle("Gap and Go").click();
  await expect(howCurrent(page)).toContainText("New data was published and is on its way.");
  await expect(dashboard.panel("Gap and Go")).not.toContainText("%");
  await dashboard.shows(totalDays, totalDays);
  release();
  await expect(dashboard.figure("Total Days")).toHaveText(counted(totalDays + 7));
  await expect(dashboard.panel("Gap and Go")).toContainText("%");
  await expect(howCurrent(page)).toBeEmpty();
  await page.unrouteAll({ behavior: "wait" });
});

test("a screen that does not come leaves the rest of the page, and comes when it is tried again", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter(FEW_CARDS);
  await page.route("**/assets/chart-screen*", (route) => route.abort("connectionrefused"));
  await page.getByRole("link", { name: "Chart" }).click();
  await expect(page.getByText("This part of the page could not be loaded.")).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  const chart = page.getByRole("application");
  await expect(chart).toBeVisible();
  expect(await chart.evaluate((element) => getComputedStyle(element).position), "styled").toBe("relative");
});
