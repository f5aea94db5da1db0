import { VISITOR } from "../e2e/address";
import { expect, test } from "../e2e/test";

const filters = JSON.stringify({ gap_up: { operator: "=", value: true } });
const QUESTION = new URLSearchParams({ filters });
const DASHBOARD = new URLSearchParams({ filters, probabilities: "gap_fill_bar,gap_class" });

const SCREENS = {
  dashboard: `/dashboard?${DASHBOARD}`,
  focus: `/dashboard?view=focus&${DASHBOARD}`,
  chart: "/chart?date=2025-06-12",
  next: "/next",
  days: `/days?${QUESTION}`,
  questions: `/questions?${QUESTION}`,
  claims: "/claims",
  excursion: `/excursion?${QUESTION}`,
  compare: `/compare?${QUESTION}`,
  curve: `/curve?${QUESTION}`,
  path: `/path?${QUESTION}`,
  methods: "/methods",
};

/** The version and the snapshot's id: other commits have others. */
const CHANGING = /^Session Almanac \d|\d{4}-\d\d-\d\d-[0-9a-f]{12}/;

for (const [name, address] of Object.entries(SCREENS))
  test(`${name} looks as before`, async ({ page, dashboard }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await dashboard.session({ ...VISITOR, user_id: `frozen-${name}` });
    await page.goto(address);
    await expect(page.getByRole("main")).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await dashboard.unsaid();
    const mask = [page.getByText(CHANGING)];
    await expect(page).toHaveScreenshot(`${name}.png`, { animations: "disabled", caret: "hide", mask });
  });
