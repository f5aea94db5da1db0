import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { IN_NO_LIST } from "../../web/src/parts/filters/words";
import { ADD_TO_LIST, FILTER_BY_LIST, LISTS_OF_DAY, NEW_LIST_NAME } from "../../web/src/parts/lists/words";
import { KEPT_ASIDE } from "../../web/src/question/words";
import { COURSE_SITE, PORT, VISITOR } from "./address";
import { faults, faultsUnder } from "./axe";
import { keepDrawings } from "./canvas";
import { Chart } from "./chart";
import { Dashboard, hear } from "./dashboard";
import { listDays } from "./days-table";
import { serviceWith } from "./service";
import { signedPath } from "./signed-link";
import { expect, test } from "./test";

const SECRET = "a-secret-of-the-browser-tests-of-32-bytes";
const STATE = `build/e2e/${PORT}/lists-state`;
const ACCOUNT = { name: "grace", password: "correct horse battery" };

let service: Awaited<ReturnType<typeof serviceWith>>;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const settings = { ACCESS_MODE: "signed_url", ENTRY_SECRETS: SECRET, COURSE_SITE, DEFAULT_SYMBOL: "DEMO" };
  service = await serviceWith(settings, PORT + 2600, STATE);
  const account = ["accounts", "add", ACCOUNT.name, "--tier", "pro", "--permission", "maintain"];
  const added = spawnSync(".venv/bin/almanac", [...account, "--password-stdin", "--state", STATE], {
    cwd: `${import.meta.dirname}/../..`,
    input: `${ACCOUNT.password}\n`,
    encoding: "utf8",
  });
  if (added.status !== 0) throw new Error(added.stderr);
});

test.afterAll(() => service.stop());

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

async function visit(browser: Browser, viewport = { width: 1440, height: 900 }) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  await hear(context);
  await keepDrawings(context);
  const page = await context.newPage();
  return { page, dashboard: new Dashboard(page) };
}

async function asInstructor(browser: Browser) {
  const { page, dashboard } = await visit(browser);
  await page.goto(`${service.address}/login`);
  await page.getByLabel("Username").fill(ACCOUNT.name);
  await page.getByLabel("Password").fill(ACCOUNT.password);
  await press(page, "Sign in");
  await dashboard.settled();
  return { page, dashboard };
}

async function asStudent(browser: Browser, viewport?: { width: number; height: number }) {
  const { page, dashboard } = await visit(browser, viewport);
  await page.goto(service.address + signedPath(VISITOR, SECRET));
  await expect(page.getByRole("main")).toBeVisible();
  return { page, dashboard };
}

const open = (page: Page, place: string) =>
  page.getByRole("navigation").getByRole("link", { name: place, exact: true }).click();

async function openLists(page: Page) {
  await open(page, "Days");
  await press(page, "Lists of days");
  return dialog(page, "Lists of days");
}

const openList = async (page: Page, name: string) => {
  const sheet = await openLists(page);
  await sheet.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  return sheet.getByRole("region", { name });
};

/** The days of the list, newest first, as the list of days names them. */
let listed: string[] = [];

test("an instructor makes a list out of the list of days and writes notes", async ({ browser }) => {
  const { page, dashboard } = await asInstructor(browser);
  const days = await listDays(page);
  await expect(days.getByRole("rowheader").first()).toBeVisible();
  listed = (await days.getByRole("rowheader").allTextContents()).slice(0, 3);
  await days.getByRole("button", { name: ADD_TO_LIST }).click();
  const adding = dialog(page, "Add days to a list");
  await adding.getByLabel(NEW_LIST_NAME).fill("gap and go");
  await adding.getByLabel("Note", { exact: true }).fill("textbook");
  await adding.getByRole("button", { name: "None of these days" }).click();
  for (const date of listed) await adding.getByRole("checkbox", { name: date }).check();
  expect(await faultsUnder(page, adding)).toEqual([]);
  await adding.getByRole("button", { name: "Add 3 days" }).click();
  await dashboard.said("Added 3 days to the list gap and go");
  await expect(adding).toBeHidden();
  await page.keyboard.press("Escape");

  await openList(page, "gap and go");
  await press(page, "Edit");
  const editor = dialog(page, "Edit gap and go");
  await editor.getByLabel(`Note on ${listed[0]}`).fill("late, look at bar 18");
  await editor.getByLabel(/^Add days/).fill("2026-01-01, no session\n2099-01-05");
  expect(await faultsUnder(page, editor)).toEqual([]);
  await editor.getByRole("button", { name: "Save" }).click();
  await dashboard.said("List gap and go saved: 5 days");
  await page.context().close();
});

test("a student filters by the list, reads a note in the chart and saves the list", async ({ browser }) => {
  const { page, dashboard } = await asStudent(browser);
  await dashboard.settled();
  const list = await openList(page, "gap and go");
  await expect(list.getByRole("row", { name: /late, look at bar 18/ })).toContainText("Full session");
  await expect(list.getByRole("row", { name: /01\/05\/2099/ })).toContainText("Not in these data");
  await expect(list.getByRole("button", { name: "Edit" })).toHaveCount(0);
  expect(await faultsUnder(page, dialog(page, "Lists of days"))).toEqual([]);
  const saving = page.waitForEvent("download");
  await list.getByRole("button", { name: "Save as CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("gap and go.csv");
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(6);
  expect(lines).toContain('2026-01-01,"no session"');

  await list.getByRole("button", { name: FILTER_BY_LIST }).click();
  await dashboard.said("In list gap and go: waits for Apply");
  await open(page, "Dashboard");
  await dashboard.apply.click();
  await dashboard.said("Applied 1 filter(s)");
  await expect(page.getByRole("button", { name: "Edit In list gap and go" })).toBeVisible();
  await expect(dashboard.activeFilters).toContainText("In list gap and go");
  await expect(page.locator("#content").getByText("3 days").first()).toBeVisible();
  await expect(page).toHaveURL(/day_list/);

  await page.getByRole("link", { name: "Days", exact: true }).click();
  const gallery = page.getByRole("list", { name: "Days", exact: true });
  await expect(gallery.getByRole("listitem")).toHaveCount(3);
  await expect(gallery).toContainText("gap and go: late, look at bar 18");
  await expect(page.getByRole("button", { name: ADD_TO_LIST })).toHaveCount(0);

  const chart = new Chart(page);
  await chart.open();
  const note = page.getByRole("note", { name: LISTS_OF_DAY });
  await expect(note).toHaveText("gap and go: late, look at bar 18");
  await expect(page.getByRole("button", { name: ADD_TO_LIST })).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  await press(page, "Use the dark theme");
  expect(await faults(page)).toEqual([]);
  await page.context().close();
});

test("the palette adds the condition, its editor turns it, and a list that is gone sets it aside", async ({
  browser,
}) => {
  const { page, dashboard } = await asStudent(browser);
  await dashboard.settled();
  await press(page, "Use the dark theme");
  await press(page, /^Add a condition|condition$/);
  await page.getByRole("combobox", { name: "Add a condition" }).fill("in list gap");
  await expect(dialog(page, "Add a condition").getByRole("option").first()).toContainText("gap and go");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await dashboard.said("Applied 1 filter(s)");
  await press(page, "Edit In list gap and go");
  const editor = dialog(page, "Edit filter");
  await expect(editor.getByRole("checkbox", { name: "gap and go 5 days" })).toBeChecked();
  expect(await faultsUnder(page, editor)).toEqual([]);
  await editor.getByLabel("Lists of days operator").selectOption({ label: IN_NO_LIST });
  await editor.getByRole("button", { name: "Done" }).click();
  await dashboard.apply.click();
  await expect(page.getByRole("button", { name: "Edit Not in list gap and go" })).toBeVisible();
  const sheet = await openLists(page);
  expect(await faultsUnder(page, sheet)).toEqual([]);
  await page.keyboard.press("Escape");
  await open(page, "Dashboard");

  const instructor = await asInstructor(browser);
  const list = await openList(instructor.page, "gap and go");
  await list.getByRole("button", { name: "Delete" }).click();
  const asked = dialog(instructor.page, "Delete gap and go");
  await asked.getByRole("button", { name: "Delete" }).click();
  await instructor.dashboard.said("List gap and go deleted");
  await instructor.page.context().close();

  await page.reload();
  await dashboard.said(`${KEPT_ASIDE}: not in list gap and go`);
  await expect(dashboard.activeFilters.getByRole("list", { name: "Kept aside" })).toContainText(
    "Not in list gap and go",
  );
  await page.context().close();
});

test("on a phone the lists and the chart's notes have room", async ({ browser }) => {
  const instructor = await asInstructor(browser);
  await openLists(instructor.page);
  await press(instructor.page, "New list");
  const made = dialog(instructor.page, "New list");
  await made.getByLabel("Name").fill("reversals");
  await made
    .getByLabel(/^Add days/)
    .fill("2026-06-30, a late reversal after a failed breakout of the first hour");
  await made.getByRole("button", { name: "Save" }).click();
  await instructor.dashboard.said("List reversals saved: 1 day");
  await instructor.page.context().close();

  const { page } = await asStudent(browser, { width: 390, height: 844 });
  await page.goto(`${service.address}/chart?date=2026-06-30`);
  const note = page.getByRole("note", { name: LISTS_OF_DAY });
  await expect(note).toContainText("reversals: a late reversal");
  await openList(page, "reversals");
  const sheet = dialog(page, "Lists of days");
  await expect(sheet.getByRole("row", { name: /a late reversal/ })).toBeVisible();
  expect(await sheet.evaluate((it) => it.scrollWidth <= innerWidth)).toBe(true);
  expect(await faultsUnder(page, sheet)).toEqual([]);
  await page.context().close();
});
