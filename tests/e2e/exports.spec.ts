import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { FEW_CARDS, screenAddress } from "./address";
import type { Filters } from "./api";
import { listDays } from "./days-table";
import { expect, test } from "./test";

const ROOT = `${import.meta.dirname}/../..`;
const GAP_UP: Filters = { gap_up: { operator: "=", value: true } };

async function exported(page: Page, button: string): Promise<Download> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return waiting;
}

/** What a Python library that did not write the file reads in it. */
function opened(program: string, path: string): string {
  return execFileSync(".venv/bin/python", ["-c", program, path], { cwd: ROOT, encoding: "utf8" });
}

const XLSX_COLUMN = `
import sys, openpyxl
sheet = openpyxl.load_workbook(open(sys.argv[1], "rb")).worksheets[0]
print("\\n".join(row[0].isoformat()[:10] for row in sheet.iter_rows(values_only=True) if hasattr(row[0], "isoformat")))
`;
const PDF_TEXT = `
import sys, pypdf
print("\\n".join(page.extract_text() for page in pypdf.PdfReader(sys.argv[1]).pages))
`;

import { LEAD } from "../../web/src/screens/days/export/words";

test("the matching days leave as CSV, Excel and PDF with the days of the API", { tag: "@walk" }, async ({
  page,
  dashboard,
  api,
}) => {
  await dashboard.enter(FEW_CARDS);
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  const wanted = await api.dates(GAP_UP);
  const { max_date } = await api.summary();
  await listDays(page);

  const csv = await exported(page, "Export days as CSV");
  expect(csv.suggestedFilename()).toBe(`cad-demo-${max_date}-days.csv`);
  const lines = (await readFile(await csv.path(), "utf8")).split("\r\n");
  const found = lines.map((line) => line.slice(0, 10)).filter((text) => /^\d{4}-\d\d-\d\d$/.test(text));
  expect(found).toEqual(wanted);
  expect(lines.join("\n")).toContain("Filter,Gap Up equals True");
  expect(lines.join("\n"), "sample data bears its mark").toContain("Sample data,");

  const xlsx = await exported(page, "Export days as Excel");
  expect(
    opened(XLSX_COLUMN, await xlsx.path())
      .trim()
      .split("\n"),
  ).toEqual(wanted);

  const pdf = await exported(page, "Export days as PDF");
  const text = opened(PDF_TEXT, await pdf.path());
  expect(text.split("\n").filter((line) => /^\d{4}-\d\d-\d\d$/.test(line))).toEqual(
    expect.arrayContaining(wanted),
  );
  expect(text).toMatch(/Page 1 of \d+/);
});

test("the export panel is linked, leads with what it saves, and counts files", async ({
  page,
  dashboard,
  api,
}) => {
  await dashboard.enter();
  await page.getByRole("link", { name: "Days", exact: true }).click();
  await page.getByRole("main").getByRole("button", { name: "Export", exact: true }).click();
  await expect(page.getByRole("button", { name: "Export statistics as CSV" })).toBeVisible();
  await expect(page).toHaveURL(/\/days\?export=open/);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(screenAddress("/days"));
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: "Export", exact: true }).click();
  await expect(page.getByText(LEAD)).toBeVisible();
  const file = await exported(page, "Export statistics as CSV");
  const text = await readFile(await file.path(), "utf8");
  const { modules } = await api.result("gap_fill_bar");
  const data = modules.occurrence?.data;
  if (!data || !("occurrence_days" in data)) throw new Error("the service gave no occurrence");
  expect(text).toContain(`Gap Fill (bar),Occurrence,Occurrence,share,${data.total_days},${data.occurrence},`);
  await expect(page.getByText("1 file exported since you came in.")).toBeVisible();
  await expect(
    page.getByRole("status").filter({ hasText: /^Saved cad-demo-.*-statistics\.csv$/ }),
  ).toBeVisible();
});
