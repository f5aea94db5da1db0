import { describe, expect, it } from "vitest";
import { dayEntries, isDayText } from "./days";

const DATES = { first: "2022-02-07", last: "2025-04-11" };
const NOW = new Date(2026, 10, 23);
const days = (text: string, now = NOW) => dayEntries(text, DATES, now).map(({ alias }) => alias);

describe("one day", () => {
  it.each([
    "2025-04-09",
    "2025-4-9",
    "2025/4/9",
    "20250409",
    "4/9/2025",
    "04/09/2025",
    "4/9/25",
    "9.4.2025",
    "April 9 2025",
    "april 9, 2025",
    "Apr 9, 2025",
    "9 April 2025",
    "9 Apr 2025",
    "9th of April, 2025",
    "Wed 9 Apr 2025",
    "Wednesday, April 9th 2025",
  ])("%s", (text) => expect(days(text)).toEqual(["2025-04-09"]));
});

it("a day without its year is that of every year it can be a session in, the latest first", () => {
  const ninths = ["2025-04-09", "2024-04-09"];
  for (const text of ["April 9", "9 apr", "4/9", "9th of april"]) expect(days(text)).toEqual(ninths);
  expect(days("sept 12")).toEqual(["2024-09-12", "2023-09-12", "2022-09-12"]);
});

it("the 29th of February is found in leap years alone", () => {
  expect(days("feb 29")).toEqual(["2024-02-29"]);
});

it("a weekday is the latest of the data, and those before it", () => {
  const fridays = ["2025-04-11", "2025-04-04", "2025-03-28", "2025-03-21", "2025-03-14"];
  for (const text of ["last Friday", "friday", "Fri"]) expect(days(text)).toEqual(fridays);
  expect(days("last monday")[0]).toBe("2025-04-07");
  expect(days("last friday", new Date(2025, 3, 9, 15))[0], "no day to come").toBe("2025-04-04");
});

it("the last day is that of the data; today and yesterday are the clock's", () => {
  expect(days("last day")).toEqual(["2025-04-11"]);
  expect(days("latest session")).toEqual(["2025-04-11"]);
  expect(days("today")).toEqual([]);
  expect(days("today", new Date(2025, 3, 10, 9))).toEqual(["2025-04-10"]);
  expect(days("yesterday", new Date(2025, 3, 10, 9))).toEqual(["2025-04-09"]);
});

it("a day outside of the data is none of it, and is known for a day", () => {
  expect(days("2031-01-06")).toEqual([]);
  expect(isDayText("2031-01-06")).toBe(true);
  expect(isDayText("gap fill")).toBe(false);
});

it("a day of a weekend is said to have no session", () => {
  expect(dayEntries("2025-04-05", DATES, NOW)).toMatchObject([
    { title: "Saturday, April 5, 2025", detail: "No session at a weekend: the chart opens the nearest" },
  ]);
});

it.each([
  "",
  "9",
  "or12",
  "gap fill",
  "april",
  "2025",
  "2025-04",
  "32 may",
  "2025-02-30",
  "high of day",
  "fr",
])("%s is no day", (text) => expect(days(text)).toEqual([]));
