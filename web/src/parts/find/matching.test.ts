import { describe, expect, it } from "vitest";
import type { AppliedSet } from "@/kept/saved-filters";
import type { View } from "@/kept/view";
import type { Tier } from "@/lib/tiers";
import type { Filter } from "@/question/filters";
import { categoryEntries, type Entry, featureEntries, presetEntries, questionEntries } from "./entries";
import { matcherOf } from "./matching";
import { realCatalogue } from "./testing/catalogue";

const upDay: Filter = { feature: "gap_up", operator: "=", value: true };
const view: View = { probabilities: null, symbol: null, asOf: null, layout: null, day: null, ama: null };
const asked: AppliedSet = { filters: [upDay], view, appliedAt: Date.UTC(2026, 1, 3) };

function screen(title: string): Entry {
  const target = { kind: "screen" as const, path: "/" };
  return { id: title, kind: "Screen", title, detail: "", words: "", alias: "", target };
}

function all(tier: Tier): Entry[] {
  const { features, categories } = realCatalogue(tier);
  return [
    ...featureEntries(realCatalogue(tier)),
    ...categoryEntries(categories),
    ...presetEntries({ "up mornings": asked }, features),
    ...questionEntries([asked], features),
    ...["Dashboard", "Chart", "Statistical Methods", "Settings"].map(screen),
  ];
}

const find = matcherOf(all("pro"));
const titles = (text: string, matcher = find) => matcher(text).map(({ title }) => title);

describe("what is typed and what comes first", () => {
  it.each([
    ["gap up", "Gap Up"],
    ["gap u", "Gap Up"],
    ["gap_fill_bar", "Gap Fill (bar)"],
    ["fill", "Gap Fill (bar)"],
    ["gap fill by noon", "Gap Fill (bar)"],
    ["when does the gap fill", "Gap Fill (bar)"],
    ["half gap", "Half Gap Fill (bar)"],
    ["gap first hour", "Gap Filled in First Hour"],
    ["first hour high", "OR12 High Set (bar)"],
    ["first hour direction", "OR12 Direction"],
    ["first hour breakout up", "OR12 Breakout Up (bar)"],
    ["90 minutes direction", "OR18 Direction"],
    ["30 minutes direction", "OR6 Direction"],
    ["half hour breakout up", "OR6 Breakout Up (bar)"],
    ["first 30 minutes extension down", "OR6 Extension Down (% of R6)"],
    ["OR12", "Opening Range 12"],
    ["or18", "Opening Range 18"],
    ["or6", "Opening Range 6"],
    ["opening range 12", "Opening Range 12"],
    ["overnight range", "Overnight Range Above CoY (%)"],
    ["overnight high break", "GXH Breakout (bar)"],
    ["onh", "GXH Breakout (bar)"],
    ["gxl", "GXL Breakout (bar)"],
    ["PDH", "HoY Breakout (bar)"],
    ["previous day low breakout", "LoY Breakout (bar)"],
    ["yesterday's close", "Close Above CoY"],
    ["high of day", "High of Day (bar)"],
    ["hod", "High of Day (bar)"],
    ["lod", "Low of Day (bar)"],
    ["adr10", "ADR10 (pts)"],
    ["ATR", "ADR10 (pts)"],
    ["trend day", "Trend From the Open (TFO)"],
    ["nr7", "NR7"],
    ["inside day", "Inside Day"],
    ["moving average touch", "First EMA20 Touch (bar)"],
    ["ibs", "Day Close IBS (%)"],
    ["ath", "First New All-Time High (bar)"],
    ["record high", "New All-Time High in RTH"],
    ["fed", "FOMC Decision Day"],
    ["nfp", "Jobs Report Day"],
    ["payrolls", "Jobs Report Day"],
    ["inflation", "CPI Day"],
    ["opex", "Monthly Option Expiry Friday"],
    ["half day", "Yesterday Was a Half Day"],
    ["green day", "Bull Day (close above open)"],
    ["last hour", "Last Hour Direction"],
    ["measured move down", "OR12 Measured Move Down (bar)"],
    ["streak", "EMA20 Streak into Close (signed)"],
    ["days in a row", "Consecutive Bull/Bear Days (signed)"],
    ["consecutive closes", "Consecutive Closes Above/Below CoY (signed)"],
    ["weekday", "Weekday"],
    ["globex", "Globex Session"],
    ["end of day", "End of Day"],
    ["chart", "Chart"],
    ["sett", "Settings"],
    ["methods", "Statistical Methods"],
    ["up mornings", "up mornings"],
    ["hoy brekout failed", "HoY Breakout Failed at Close"],
  ])("%s", (text, first) => expect(titles(text)[0]).toBe(first));
});

it("every feature and category is found by its name, and by its name in the catalogue", () => {
  for (const { title, alias, kind } of all("pro").flatMap((entry) =>
    entry.alias ? [{ ...entry, alias: entry.alias }] : [],
  )) {
    expect(titles(title), title).toContain(title);
    expect(find(alias)[0], `${kind} ${alias}`).toMatchObject({ alias });
  }
});

it("every word that was typed counts, unless nothing has them all", () => {
  expect(titles("gap down")).not.toContain("Gap Up");
  expect(titles("gap qwertz")).toContain("Gap Up");
  expect(titles("qwertz")).toEqual([]);
});

it("words that say nothing find nothing", () => {
  for (const text of ["", "   ", "the", "of the"]) expect(titles(text)).toEqual([]);
});

it("what is half typed is found already", () => {
  for (const text of ["g", "ga", "gap", "gap f", "gap fi"]) expect(titles(text)).toContain("Gap Fill (bar)");
});

it("a tier finds its own features only", () => {
  const lite = matcherOf(all("lite"));
  expect(titles("half gap fill")[0]).toBe("Half Gap Fill (bar)");
  expect(titles("half gap fill", lite)).not.toContain("Half Gap Fill (bar)");
  expect(titles("gap fill", lite)[0]).toBe("Gap Fill (bar)");
  expect(titles("regime", matcherOf(all("lite")))).not.toContain("Always-In Changes (count, proxy)");
});
