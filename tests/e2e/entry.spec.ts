import { COURSE_SITE, entryAddress, FEW_CARDS, screenAddress, VISITOR } from "./address";
import { expect, oneEntry, test } from "./test";

const step = oneEntry("a visit from its entry to its end @walk", async () => {});

step(
  "an entry address opens the dashboard and leaves nothing of itself in the address bar",
  async ({ page, dashboard }) => {
    const posted: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/entry")) posted.push(request.postDataJSON());
    });
    await dashboard.enter();
    await expect(page).toHaveURL("/dashboard");
    expect(posted).toEqual([{ ...VISITOR, referrer: "" }]);
    await expect(page.getByRole("banner")).toContainText("PRO");
    await expect(page.getByRole("banner").getByText("Session Almanac")).toBeVisible();
  },
);

step("a later visit needs no parameters", async ({ page, dashboard }) => {
  await page.goto("/");
  await dashboard.settled();
  await expect(page).toHaveURL("/dashboard");
});

step("an unknown address leads to the dashboard", async ({ page, dashboard }) => {
  await page.goto("/no/such/page");
  await dashboard.settled();
  await expect(page).toHaveURL("/dashboard");
});

step("the profile entry of the user menu opens the settings", async ({ page }) => {
  await page.getByRole("button", { name: "User menu: Walker" }).click();
  await page.getByRole("dialog", { name: "User menu" }).getByRole("button", { name: "Profile" }).click();
  await expect(page).toHaveURL("/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});

step("logging out leads to the sign-in page, ends the session and keeps the way back", async ({ page }) => {
  const asked = page.waitForRequest("**/api/auth/logout");
  await page.getByRole("button", { name: "User menu: Walker" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Return to Course" })).toBeVisible();
  const logout = await asked;
  await logout.response();
  const authorization = (await logout.headerValue("authorization")) ?? "";
  const me = await page.request.get("/api/auth/me", { headers: { authorization } });
  expect(me.status()).toBe(401);
});

test("a first visit asks once for all that it shows, a second one too; figures and open cards come together", async ({
  page,
  dashboard,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(pathname);
  });
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const panels = document.querySelectorAll("[aria-label^='Probability of']");
      if (panels.length === 0) return;
      watch.disconnect();
      const isThere = [...panels].every((panel) => panel.textContent.includes("%"));
      document.documentElement.dataset.firstPanels = `${isThere} ${panels.length}`;
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  for (const [address, signIn] of [
    [entryAddress(), "/api/auth/entry"],
    ["/", "/api/auth/me"],
  ] as const) {
    asked.length = 0;
    await page.goto(address);
    await dashboard.settled();
    await expect(dashboard.panel("GXL Breakout (bar)")).toContainText("%");
    await expect(page.locator("html")).toHaveAttribute("data-first-panels", "true 9");
    await page.waitForLoadState("networkidle");
    expect(asked.toSorted()).toEqual([signIn, "/api/v2/start"]);
  }
});

test("until the server has answered the page says that access is validated", async ({ page, dashboard }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/auth/entry", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(entryAddress());
  await expect(page.getByText("Validating access...")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Filter Controls" })).toBeHidden();
  answer();
  await dashboard.settled();
});

test("a visitor who came from a course can return to it", async ({ page, dashboard }) => {
  const back = "https://course.example/lesson/7";
  await dashboard.enter({ ...FEW_CARDS, return_url: back });
  await expect(page).toHaveURL(screenAddress("/dashboard"));
  await expect(page.getByRole("link", { name: "Return to Course" })).toHaveAttribute("href", back);
});

test("a course member without a name of their own enters with the course's tier", async ({
  page,
  dashboard,
}) => {
  await page.goto(entryAddress({ course: "cad-essentials" }), { referer: `http://${COURSE_SITE}/` });
  await dashboard.settled();
  await expect(page.getByRole("banner")).toContainText("ESSENTIALS");
  await expect(page.getByRole("checkbox", { name: /Previous Day Filters/ })).toHaveCount(0);
});

test.describe("refusals", () => {
  test.use({ provoked: /status of (401|403|500)|Sign-in call failed/ });

  const REFUSALS: [string, Record<string, string>, string][] = [
    ["no parameters", {}, "Authentication required. Please access this dashboard through LearnWorlds."],
    ["a visitor without e-mail and course", { user_id: "e2e" }, "Invalid authentication parameters."],
    [
      "a course that has no dashboard",
      { ...VISITOR, course_id: "cooking" },
      "Access denied. You are not enrolled in a course that has access to this dashboard.",
    ],
    [
      "a course member from elsewhere",
      { course: "dev-cad-std" },
      "Access denied. Please access this dashboard from your LearnWorlds course.",
    ],
  ];

  const refusal = oneEntry("visitors who are not let in", async () => {});

  for (const [what, parameters, text] of REFUSALS) {
    refusal(`${what}: the visitor is told why and shown the ways out`, async ({ page }) => {
      await page.goto(entryAddress(parameters));
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: "Return to Course" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Contact Support" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Filter Controls" })).toHaveCount(0);
    });
  }

  refusal("a wrong course code from the course site: the visitor is told why", async ({ page }) => {
    await page.goto(entryAddress({ course: "cooking" }), { referer: `http://www.${COURSE_SITE}/` });
    await expect(page.getByText("Access denied. Invalid course access code.", { exact: true })).toBeVisible();
  });

  refusal("the access-denied page stands outside the gate", async ({ page }) => {
    await page.goto("/access-denied");
    await expect(page.getByRole("link", { name: "Return to Course" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Contact Support" })).toBeVisible();
  });
});
