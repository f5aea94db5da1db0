import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { codeRedeemed, TOO_MANY_ATTEMPTS, UNKNOWN_CODE } from "../../web/src/screens/entry/words";
import { COURSE_SITE, PORT, VISITOR } from "./address";
import { Dashboard, hear } from "./dashboard";
import { serviceWith } from "./service";
import { signedPath } from "./signed-link";

const SECRET = "a-secret-of-the-browser-tests-of-32-bytes";
const PRO_CODE = "browser-tests-pro";
const STATE = `build/e2e/${PORT}/access-state`;
const ACCOUNT = { name: "grace", password: "correct horse battery" };
const BACK = `https://${COURSE_SITE}/lesson/7?unit=2`;

let service: Awaited<ReturnType<typeof serviceWith>>;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  const settings = {
    ACCESS_MODE: "signed_url",
    ENTRY_SECRETS: SECRET,
    COURSE_SITE,
    REDEEM_CODES: `${PRO_CODE}:pro`,
    REDEEM_LIMIT: "3/600",
    LOGIN_LIMIT: "3/600",
    DEFAULT_SYMBOL: "DEMO",
  };
  service = await serviceWith(settings, PORT + 2000, STATE);
  const added = spawnSync(
    ".venv/bin/almanac",
    ["accounts", "add", ACCOUNT.name, "--tier", "pro", "--password-stdin", "--state", STATE],
    { cwd: `${import.meta.dirname}/../..`, input: `${ACCOUNT.password}\n`, encoding: "utf8" },
  );
  if (added.status !== 0) throw new Error(added.stderr);
});

test.afterAll(() => service.stop());

test.beforeEach(({ context }) => hear(context));

const link = (parameters: Record<string, string> = VISITOR) =>
  service.address + signedPath(parameters, SECRET);

async function enter(page: Page, parameters?: Record<string, string>): Promise<Dashboard> {
  const dashboard = new Dashboard(page);
  await page.goto(link(parameters));
  await dashboard.settled();
  return dashboard;
}

async function refused(page: Page, address: string, text: string) {
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Access restricted" })).toBeVisible();
  await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact Support" })).toHaveAttribute(
    "href",
    `https://${COURSE_SITE}/contact`,
  );
}

const returnLink = (page: Page) => page.getByRole("link", { name: "Return to Course" });

async function signIn(page: Page, name: string, password: string) {
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function openRedeem(page: Page) {
  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("button", { name: "Redeem code" }).click();
  const dialog = page.getByRole("dialog", { name: "Redeem code" });
  return async (code: string) => {
    await dialog.getByLabel("Code").fill(code);
    const answer = page.waitForResponse("**/api/auth/redeem");
    await dialog.getByRole("button", { name: "Redeem" }).click();
    await answer;
    return dialog;
  };
}

test("a signed link lets in, and after its own request no address or referrer bears what it said", {
  tag: "@walk",
}, async ({ page }) => {
  const told: string[] = [];
  page.on("request", (request) => told.push(`${request.url()} ${request.headers().referer ?? ""}`));
  const dashboard = await enter(page, { ...VISITOR, return_url: BACK });
  await expect(page).toHaveURL(`${service.address}/dashboard`);
  await expect(returnLink(page)).toHaveAttribute("href", BACK);
  expect(told[0]).toContain("signature=");
  for (const address of told.slice(1)) expect(address).not.toMatch(/walker|signature|nonce|user_/i);
  await page.goto(`${service.address}/methods`);
  await page.goBack();
  await dashboard.settled();
  await expect(page).toHaveURL(`${service.address}/dashboard`);
});

const FAILED = "Authentication error. Please try again.";
const INVALID = "Invalid authentication parameters.";

test("a link lets in once", async ({ page, context }) => {
  const address = link();
  for (const _ of ["the link lets in", "the session it began runs on"]) {
    await page.goto(address);
    await new Dashboard(page).settled();
  }
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await refused(page, address, FAILED);
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
});

const HOUR_AGO = String(Math.floor(Date.now() / 1000) - 3600);
const UNSIGNED: [string, () => string, string][] = [
  [
    "another tier",
    () => link({ ...VISITOR, profile: "lite" }).replace("profile=lite", "profile=pro"),
    INVALID,
  ],
  ["no signature", () => link().replace(/&signature=.*/, ""), INVALID],
  ["a parameter given twice", () => `${link()}&user_id=other`, INVALID],
  ["a time that is over", () => link({ ...VISITOR, expires: HOUR_AGO }), FAILED],
  [
    "a course without a dashboard",
    () => link({ ...VISITOR, course_id: "cooking" }),
    "Access denied. You are not enrolled in a course that has access to this dashboard.",
  ],
  [
    "a placeholder nobody filled in",
    () => link({ ...VISITOR, user_id: "{{USER_ID}}" }),
    "The course platform left the placeholder {{USER_ID}} in the address. This happens in a preview of the course: open the dashboard as an enrolled member.",
  ],
];

test("links that are not as the course's server signed them", async ({ page }) => {
  for (const [what, address, text] of UNSIGNED)
    await test.step(`a link with ${what} lets nobody in and says why`, async () => {
      await refused(page, address(), text);
      await expect(page).toHaveURL(`${service.address}/`);
      await expect(returnLink(page)).toHaveAttribute("href", `https://${COURSE_SITE}/`);
    });
});

test("a refused visitor returns to where the course sent them from, and nowhere else", async ({ page }) => {
  const stranger = { ...VISITOR, course_id: "cooking" };
  const text = "Access denied. You are not enrolled in a course that has access to this dashboard.";
  await refused(page, link({ ...stranger, return_url: "https://evil.example/" }), text);
  await expect(returnLink(page)).toHaveAttribute("href", `https://${COURSE_SITE}/`);
  await refused(page, link({ ...stranger, return_url: BACK }), text);
  await expect(returnLink(page)).toHaveAttribute("href", BACK);
});

test("an outage at the door says when to try again, and then the same link lets in", async ({ page }) => {
  const message = "The course platform does not answer.";
  const headers = { "Retry-After": "1" };
  await page.route(
    "**/api/auth/entry",
    (route) => route.fulfill({ status: 503, json: { message }, headers }),
    {
      times: 1,
    },
  );
  await refused(page, link(), FAILED);
  await expect(page.getByText(message)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await new Dashboard(page).settled();
});

test("an account signs in on the page it is sent to, after a wrong try that says so, and is kept out after too many", {
  tag: "@walk",
}, async ({ page }) => {
  await refused(
    page,
    `${service.address}/chart`,
    "Authentication required. Please access this dashboard through LearnWorlds.",
  );
  await page.getByRole("link", { name: "sign in here" }).click();
  await expect(returnLink(page)).toHaveAttribute("href", `https://${COURSE_SITE}/`);
  await signIn(page, ACCOUNT.name, "wrong");
  await expect(page.getByRole("alert")).toHaveText("Sign-in failed. Check the username and password.");
  await expect(page.getByLabel("Password")).toHaveValue("");
  await signIn(page, ACCOUNT.name, ACCOUNT.password);
  await expect(page).toHaveURL(`${service.address}/chart`);
  await expect(page.getByRole("banner").getByText("PRO", { exact: true })).toBeVisible();

  await page.goto(`${service.address}/login`);
  for (const attempt of ["wrong", "wrong", "wrong"]) {
    if (await page.getByRole("timer").isVisible()) break;
    const answer = page.waitForResponse("**/api/auth/login");
    await signIn(page, ACCOUNT.name, attempt);
    await answer;
    await expect(page.getByRole("alert")).toBeVisible();
  }
  await expect(page.getByRole("alert")).toHaveText(TOO_MANY_ATTEMPTS);
  await expect(page.getByRole("timer")).toHaveText(/ \d+ (seconds|minutes)\.$/);
  await page.getByLabel("Password").fill(ACCOUNT.password);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
});

test("a redeemed code changes badge, features and limits at once and leaves the filters", async ({
  page,
}) => {
  const newcomer = { ...VISITOR, user_id: randomUUID(), profile: "lite" };
  const dashboard = await enter(page, newcomer);
  const badge = (text: string) => page.getByRole("banner").getByText(text, { exact: true });
  await expect(badge("ESSENTIALS")).toBeVisible();
  const gaps = page.getByRole("button", { name: /^Gap Features \d/ });
  const before = await gaps.textContent();
  const all = (await dashboard.figure("Total Days").textContent()) ?? "";
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await expect(dashboard.figure("Filtered Days")).not.toHaveText(all);
  const days = await dashboard.figure("Filtered Days").textContent();

  const redeem = await openRedeem(page);
  await expect((await redeem("nonsense")).getByRole("alert")).toHaveText(UNKNOWN_CODE);
  await expect(await redeem(PRO_CODE)).toBeHidden();
  await dashboard.said(codeRedeemed("pro"));
  await expect(badge("PRO")).toBeVisible();
  await expect(gaps).not.toHaveText(before ?? "");
  await expect(page.getByRole("checkbox", { name: /^Previous Day Filters/ })).toBeVisible();
  await expect(dashboard.summary).toContainText("(0 pending, 1 active,");
  await expect(dashboard.figure("Filtered Days")).toHaveText(days ?? "");

  const again = await openRedeem(page);
  await again("nonsense");
  const dialog = await again("nonsense");
  await expect(dialog.getByRole("alert")).toHaveText(TOO_MANY_ATTEMPTS);
  await expect(dialog.getByRole("timer")).toBeVisible();
  await page.reload();
  await expect(badge("PRO")).toBeVisible();
  await enter(page, newcomer);
  await expect(badge("PRO")).toBeVisible();
});

test("a smaller profile is looked through on the settings, and reset to the visitor's own", async ({
  page,
}) => {
  const dashboard = await enter(page);
  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("button", { name: "Profile", exact: true }).click();
  await expect(page.getByText(/^PRO, /)).toBeVisible();
  await page.getByLabel("View as").selectOption("ESSENTIALS");
  await expect(page.getByRole("banner").getByText("ESSENTIALS", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await dashboard.settled();
  await expect(page.getByRole("checkbox", { name: /^Previous Day Filters/ })).toHaveCount(0);
  await page.goBack();
  await page.getByRole("button", { name: "Reset to PRO" }).click();
  await expect(page.getByRole("banner").getByText("PRO", { exact: true })).toBeVisible();
});

for (const locks of ["with the browser's locks", "without them"]) {
  test(`two tabs whose token has ended renew it once, ${locks}, and both go on`, async ({ context }) => {
    if (locks === "without them")
      await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "locks"));
    const [one, other] = [await context.newPage(), await context.newPage()];
    await enter(one);
    await other.goto(`${service.address}/dashboard`);
    await new Dashboard(other).settled();
    const renewals: string[] = [];
    for (const tab of [one, other])
      tab.on("request", (request) => {
        if (request.url().endsWith("/auth/refresh")) renewals.push(request.url());
      });
    await one.evaluate(() => {
      const tokens = JSON.parse(localStorage.getItem("session-almanac.tokens") ?? "{}");
      localStorage.setItem("session-almanac.tokens", JSON.stringify({ ...tokens, expiresAt: 0 }));
    });
    const focused = (tab: Page) => tab.evaluate(() => window.dispatchEvent(new Event("focus")));
    await Promise.all([focused(one), focused(other)]);
    const renewed = () =>
      one.evaluate(() => JSON.parse(localStorage.getItem("session-almanac.tokens") ?? "{}"));
    await expect.poll(async () => (await renewed()).expiresAt).toBeGreaterThan(0);
    const headers = { Authorization: `Bearer ${(await renewed()).access}` };
    const me = await one.request.get(`${service.address}/api/auth/me`, { headers });
    expect(me.status(), "the session goes on").toBe(200);
    for (const tab of [one, other]) await new Dashboard(tab).settled();
    expect(renewals).toHaveLength(1);
  });
}

test("logging out in one tab logs the other out, and the session id goes with the calls until then", async ({
  context,
}) => {
  const [one, other] = [await context.newPage(), await context.newPage()];
  const ids = new Set<string | undefined>();
  one.on("request", (request) => {
    if (request.url().includes("/api/v2/")) ids.add(request.headers()["x-session-id"]);
  });
  await enter(one);
  await other.goto(`${service.address}/dashboard`);
  await new Dashboard(other).settled();
  const kept = await one.evaluate(() => sessionStorage.getItem("session-almanac.session-id"));
  expect([...ids]).toEqual([JSON.parse(kept ?? "{}").id]);
  await other.getByRole("button", { name: /^User menu/ }).click();
  await other.getByRole("button", { name: "Logout" }).click();
  for (const tab of [one, other]) await expect(tab).toHaveURL(`${service.address}/login`);
  await expect.poll(() => one.evaluate(() => localStorage.getItem("session-almanac.tokens"))).toBeNull();
});
