import fc from "fast-check";
import { expect, it } from "vitest";
import type { ListedDay } from "@/api/generated";
import { csvOf, fileNameOf, readDays, withDays } from "./days-text";

it.each([
  ["2024-05-03", [{ date: "2024-05-03", note: "" }]],
  ["2024-05-03, gap and go, textbook", [{ date: "2024-05-03", note: "gap and go, textbook" }]],
  [
    "2024-05-03\tgap\n\n2024-05-06 go\r\n",
    [
      { date: "2024-05-03", note: "gap" },
      { date: "2024-05-06", note: "go" },
    ],
  ],
  ['date,note\n2024-05-03,"says ""go"""', [{ date: "2024-05-03", note: 'says "go"' }]],
])("%j is read as its days", (text, days) => {
  expect(readDays(text)).toEqual({ days, unread: [] });
});

it.each(["05/03/2024", "2024-02-30 gap", "gap and go"])("%s is no day, and its line is named", (text) => {
  expect(readDays(`2024-05-03\n${text}`)).toEqual({
    days: [{ date: "2024-05-03", note: "" }],
    unread: [`line 2: “${text}”`],
  });
});

it("a day that comes again keeps its note unless it brings one", () => {
  const before = [
    { date: "2024-05-06", note: "kept" },
    { date: "2024-05-03", note: "old" },
  ];
  expect(withDays(before, [{ date: "2024-05-06" }, { date: "2024-05-03", note: "new" }])).toEqual([
    { date: "2024-05-03", note: "new" },
    { date: "2024-05-06", note: "kept" },
  ]);
});

const day = fc.record({
  date: fc
    .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((moment) => moment.toISOString().slice(0, 10)),
  note: fc
    .string({ maxLength: 40 })
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => !/^[=+@-]/.test(text)),
  kind: fc.constant("full" as const),
});

it("a file that was saved is read back as the same days", () => {
  fc.assert(
    fc.property(fc.uniqueArray(day, { selector: ({ date }) => date, maxLength: 6 }), (days: ListedDay[]) => {
      const plain = days.map(({ date, note }) => ({ date, note }));
      expect(readDays(csvOf(days))).toEqual({ days: plain, unread: [] });
    }),
  );
});

it("no note is a formula in a spreadsheet, and no name leaves its folder", () => {
  expect(csvOf([{ date: "2024-05-03", note: "=1+1", kind: "full" }])).toContain(`2024-05-03,"'=1+1"`);
  expect(fileNameOf("../gap: 1/2")).toBe("..gap 12.csv");
  expect(fileNameOf("???")).toBe("days.csv");
});
