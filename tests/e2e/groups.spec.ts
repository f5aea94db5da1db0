import type { Page } from "@playwright/test";
import {
  CONDITION_FEATURE,
  contradictionWords,
  NO_DAY_CAN_MATCH,
  ON_NO_CARD,
} from "../../web/src/parts/filters/words";
import { FEW_CARDS, VISITOR } from "./address";
import type { Api, Filters } from "./api";
import { faultsUnder } from "./axe";
import { expect, test } from "./test";

const up = { operator: "=", value: true } as const;
const UP = { feature: "gap_up", ...up } as const;
const WIDE = { feature: "gap_size_pts", operator: ">", value: 3 } as const;
const NARROW = { feature: "nr7", ...up } as const;

const editor = (page: Page) => page.getByRole("dialog", { name: "Edit filter" });

async function openEditor(page: Page) {
  await page
    .getByRole("button", { name: /^Edit filter: / })
    .first()
    .click();
  await expect(editor(page).getByRole("combobox").first()).toBeVisible();
  return editor(page);
}

type Member = typeof UP | typeof WIDE | typeof NARROW;

/** Asks of each day how many of some plain conditions hold on it, each of which is asked alone. */
async function counter(api: Api, ...members: Member[]) {
  const sets = await Promise.all(members.map(async (member) => new Set(await api.dates([member]))));
  return (day: string) => sets.filter((set) => set.has(day)).length;
}

test("a link with groups, days further back and first time shows the days that sets of days give", async ({
  dashboard,
  api,
}) => {
  const hold = await counter(api, UP, WIDE, NARROW);
  const isUp = await counter(api, UP);
  const isNotUp = new Set(await api.dates([{ ...UP, value: false }]));
  const { totalDays, snapshot } = await api.summary();
  const days = await api.dates({});
  const { short_sessions, missing_sessions, quarantined } = snapshot;
  const left = [...short_sessions, ...missing_sessions, ...quarantined.map(({ date }) => date)];
  const sessions = [...new Set([...days, ...left])].sort();
  const before = (day: string, lag: number) => sessions[sessions.indexOf(day) - lag] ?? "";
  const full = new Set(days);
  const isAfterFull = (day: string) => [1, 2, 3].every((lag) => full.has(before(day, lag)));
  const cases: [string, Filters, (day: string) => boolean][] = [
    [
      "Gap up or gap size over 3 points or narrowest of seven days (NR7)",
      [{ any_of: [UP, WIDE, NARROW] }],
      (day) => hold(day) >= 1,
    ],
    ["At least 2 of", [{ at_least: { count: 2, of: [UP, WIDE, NARROW] } }], (day) => hold(day) >= 2],
    ["Not (gap up)", [{ none_of: [UP] }], (day) => isNotUp.has(day)],
    ["3 days before: gap up", { gap_up_prev3: up }, (day) => isUp(before(day, 3)) === 1],
    [
      "Gap up, first time in 3 days",
      { gap_up: { ...up, first_in: 3 } },
      (day) => isUp(day) === 1 && [1, 2, 3].every((lag) => isNotUp.has(before(day, lag))),
    ],
  ];
  for (const [words, filters, match] of cases) {
    await test.step(words, async () => {
      const found = await api.dates(filters);
      expect(found.filter(isAfterFull)).toEqual(days.filter(isAfterFull).filter(match));
      expect(found.length).toBeGreaterThan(100);
      await dashboard.enter({ ...FEW_CARDS, ...VISITOR, filters: JSON.stringify(filters) });
      await dashboard.shows(found.length, totalDays);
      await expect(dashboard.activeFilters.getByRole("listitem")).toContainText([words]);
    });
  }
});

test("a group is edited in place, applied, linked and undone", { tag: "@walk" }, async ({
  page,
  dashboard,
  api,
}) => {
  const total = (await api.summary()).totalDays;
  await dashboard.enter({ ...FEW_CARDS, ...VISITOR, filters: JSON.stringify([{ any_of: [UP, WIDE] }]) });
  const surface = await openEditor(page);
  await surface.getByRole("button", { name: "Or another condition…" }).click();
  await surface.getByRole("combobox", { name: CONDITION_FEATURE }).fill("NR7");
  await page.keyboard.press("Enter");
  const third = surface.getByRole("group", { name: /^Condition 3: / });
  await expect(third.getByRole("button", { name: "True" })).toBeFocused();
  await expect(third.getByText("Incomplete: choose a value")).toBeVisible();
  await page.keyboard.press("Enter");
  await surface.getByRole("combobox", { name: "How many hold" }).selectOption("At least");
  await surface.getByRole("button", { name: "Done" }).click();
  await expect(surface).toBeHidden();
  const pending = page.getByRole("list", { name: ON_NO_CARD }).getByRole("listitem");
  await expect(pending).toContainText(["At least 2 of (gap up, "]);
  await dashboard.applied(1);
  await dashboard.shows(await api.days([{ at_least: { count: 2, of: [UP, WIDE, NARROW] } }]), total);
  await page.reload();
  await dashboard.settled();
  await dashboard.shows(await api.days([{ at_least: { count: 2, of: [UP, WIDE, NARROW] } }]), total);
  await page.goBack();
  await dashboard.shows(await api.days([{ any_of: [UP, WIDE] }]), total);
  await page.getByRole("button", { name: /^Remove filter: Gap up or / }).click();
  await dashboard.shows(total, total);
});

test.describe("a contradiction", () => {
  test.use({ provoked: /422/ });
  test("is said with the way back, before it is asked and where a link asks it", async ({
    page,
    dashboard,
  }) => {
    const opposite = [UP, { none_of: [{ ...UP, value: false }] }];
    await dashboard.enter({ ...FEW_CARDS, ...VISITOR, filters: JSON.stringify(opposite) });
    const surface = await openEditor(page);
    await surface.getByRole("button", { name: "True" }).click();
    await expect(surface.getByText(contradictionWords("Gap up"))).toBeVisible();
    await surface.getByRole("button", { name: "Take this back" }).click();
    await expect(surface.getByText(NO_DAY_CAN_MATCH)).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(surface).toBeHidden();

    const both = [UP, { none_of: [UP] }];
    await dashboard.enter({ ...FEW_CARDS, ...VISITOR, filters: JSON.stringify(both) });
    const words = "Gap Up equals True and not (Gap Up equals True) hold on no day; remove one of them.";
    const said = page.getByRole("main").getByRole("alert").filter({ hasText: words });
    await expect(said).toBeVisible();
    await page.getByRole("button", { name: "Remove filter: Not (gap up)" }).click();
    await expect(page.getByRole("button", { name: "Remove filter: Gap up", exact: true })).toBeVisible();
    await expect(said).toBeHidden();
  });
});

for (const theme of ["light", "dark"] as const)
  test(`the editor can be used by everybody, ${theme}`, async ({ page, dashboard }) => {
    const group = [{ at_least: { count: 1, of: [UP, WIDE] } }];
    await dashboard.enter({ ...FEW_CARDS, ...VISITOR, filters: JSON.stringify(group) });
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    const surface = await openEditor(page);
    expect(await faultsUnder(page, surface)).toEqual([]);
    await surface.getByRole("button", { name: "Another condition…" }).click();
    await expect(page.getByRole("listbox")).toBeVisible();
    expect(await faultsUnder(page, surface)).toEqual([]);
  });

test("the editor fits a phone", async ({ page, dashboard }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const group = [{ any_of: [UP, WIDE] }];
  await dashboard.enter({ ...FEW_CARDS, ...VISITOR, filters: JSON.stringify(group) });
  await page.getByRole("button", { name: "Toggle sidebar" }).click();
  const surface = await openEditor(page);
  const box = await surface.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
