import { readFile } from "node:fs/promises";
import { FEW_CARDS } from "./address";
import { listDays } from "./days-table";
import { expect, test } from "./test";

const LUCK = "By luck alone fewer than 1 would show p below 0.05; you have seen";

test("the ledger counts the questions that were looked at, sorts and saves them, and is emptied by hand", async ({
  page,
  dashboard,
}) => {
  await dashboard.enter(FEW_CARDS);
  const count = (words: string) => page.getByRole("main").getByRole("button", { name: words, exact: true });
  await dashboard.toggle("Half Gap Fill (bar)").click();
  await expect(dashboard.panel("Half Gap Fill (bar)")).toContainText("%");
  await expect(count("0 looks")).toBeVisible();

  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await dashboard.panel("Half Gap Fill (bar)").scrollIntoViewIfNeeded();
  await expect(count("1 look")).toBeVisible();
  await dashboard.toggle("Gap Filled in First Hour").click();
  await expect(dashboard.panel("Gap Filled in First Hour")).toContainText("%");
  await expect(count("1 look")).toBeVisible();
  await dashboard.say("Gap Up", "False");
  await dashboard.applied(1);
  await dashboard.panel("Gap Filled in First Hour").scrollIntoViewIfNeeded();
  await count("2 looks").click();
  const ledger = page.getByRole("dialog", { name: "Ledger of looks" });
  await expect(ledger.getByRole("status")).toContainText(`2 looks. ${LUCK}`);
  expect(new URL(page.url()).searchParams.get("ledger")).toBe("open");
  const rows = ledger.getByRole("region", { name: "Looks" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  const first = rows.nth(1).getByRole("rowheader");
  await expect(first).toHaveText("No gap up");
  await expect(rows.nth(1).getByRole("cell")).toHaveText([
    /Gap Fill|Gap Filled/,
    /\d/,
    /%|–/,
    /\d/,
    /\d/,
    /yes|no/,
    /\d/,
  ]);

  const byQuestion = ledger.getByRole("button", { name: "Question", exact: true });
  await byQuestion.click();
  await expect(ledger.getByRole("columnheader", { name: "Question" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect(first).toHaveText("Gap up");
  await byQuestion.click();
  await expect(first).toHaveText("No gap up");

  const saving = page.waitForEvent("download");
  await ledger.getByRole("button", { name: "Save as CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("session-almanac-ledger.csv");
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines[0]).toBe("Question,Feature,Days,Rate,p,Level,Found,First seen");
  expect(lines).toHaveLength(3);

  await page.reload();
  await expect(ledger.getByRole("status")).toContainText("2 looks.");
  await ledger.getByRole("button", { name: "Empty the ledger" }).click();
  await page
    .getByRole("dialog", { name: "Empty the ledger" })
    .getByRole("button", { name: "Cancel" })
    .click();
  await expect(rows).toHaveCount(3);
  await ledger.getByRole("button", { name: "Empty the ledger" }).click();
  await page
    .getByRole("dialog", { name: "Empty the ledger" })
    .getByRole("button", { name: "Empty", exact: true })
    .click();
  await expect(ledger.getByRole("status")).toContainText("No looks yet.");
  await page.keyboard.press("Escape");
  await expect(count("0 looks")).toBeVisible();
});

test("sealed days are in no answer, list or chart until the envelope of a question is opened, once", async ({
  page,
  dashboard,
  api,
}) => {
  await dashboard.enter(FEW_CARDS);
  const all = Number((await dashboard.figure("Total Days").textContent())?.replace(",", ""));
  await page.getByRole("main").getByRole("button", { name: "0 looks" }).click();
  const ledger = page.getByRole("dialog", { name: "Ledger of looks" });
  await ledger.getByLabel("Sealed days").selectOption({ label: "newest 20%" });
  await expect(ledger.getByText(/^Sealed from/)).toBeVisible();
  await page.keyboard.press("Escape");

  const band = page.getByRole("note", { name: "Sealed days" });
  await expect(band).toContainText("the newest 20% of days");
  const explored = all - Math.floor(all / 5);
  await dashboard.shows(explored, explored);

  const newest = String((await api.dayList({})).rows[0]?.session_date);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  const days = await listDays(page);
  await expect(days.getByRole("rowheader").first()).toBeVisible();
  const listed = String(await days.getByRole("rowheader").first().textContent());
  expect(Date.parse(listed)).toBeLessThan(Date.parse(newest));

  await page.goto(`/chart?date=${newest}`);
  await expect(
    page.getByText(/^This day is sealed: you keep the newest 20% of days, .*; showing /),
  ).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.get("day")).not.toBe(newest);

  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await dashboard.toggle("Gap Filled in First Hour").click();
  await expect(dashboard.panel("Gap Filled in First Hour")).toContainText("%");
  await band.getByRole("button", { name: "Open the envelope" }).click();
  const envelope = page.getByRole("dialog", { name: "The envelope" });
  await envelope.getByRole("button", { name: "Open the envelope" }).click();
  await expect(envelope.getByRole("status")).toContainText("is open, for good");
  const row = envelope.getByRole("row", { name: /Gap Filled in First Hour/ });
  await expect(row.getByRole("cell")).toHaveText([/^\d+\.\d\d% of \d/, /^\d+\.\d\d% of \d/]);
  await page.keyboard.press("Escape");

  await page.reload();
  await expect(band.getByRole("button", { name: "The opened envelope" })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^\d+ looks?$/ })
    .click();
  await expect(ledger.getByRole("table").last()).toContainText("Gap up");
  await expect(ledger.getByRole("region", { name: "Looks" }).getByRole("rowheader").first()).toHaveText(
    "Gap up (opened)",
  );
  await ledger.getByLabel("Sealed days").selectOption({ label: "no days" });
  await page.keyboard.press("Escape");
  await expect(band).toBeHidden();
  await expect(dashboard.figure("Total Days")).toHaveText(new RegExp(all.toLocaleString("en-US")));
});
