import type { UnknownAction } from "@reduxjs/toolkit";
import type { RootState } from "@/lib/state/hooks";
import { readUi } from "@/lib/state/read-ui";
import {
  asOfChosen,
  firstUi,
  type LayoutSettings,
  layoutApplied,
  probabilitiesSet,
  symbolChosen,
} from "@/lib/state/ui-slice";
import { isRecord } from "@/lib/storage/storage";
import { isDay } from "@/lib/text/format";
import { DEFAULT_AMA, readAmaSettings } from "@/plot/settings/ama-settings";
import { type AsOf, isAsOf } from "@/question/as-of";
import { amaSettingsSet, amaSwitched, type ChartState, daySelected } from "./chart/chart-slice";

/** What the page shows besides its filters; null leaves a part as it is. */
export interface View {
  /** The features whose probability is open. */
  probabilities: string[] | null;
  symbol: string | null;
  /** As of when is asked. */
  asOf: AsOf | null;
  /** Which categories are shown, in which order, and whether previous-day filters are. */
  layout: LayoutSettings | null;
  /** The chart's day as an ISO date. */
  day: string | null;
  /** Whether the chart is painted by signals, and by which settings. */
  ama: Pick<ChartState, "amaOn" | "ama"> | null;
}

const MOST_CARDS = 200;
const LONGEST_NAME = 100;
const SYMBOL = /^[\w.-]{1,16}$/;

type Viewed = Pick<RootState, "ui" | "chart"> & { session?: RootState["session"] };

/** The view as the page has it; where no symbol was chosen it is the one whose data is shown. */
export function viewOf({ ui, chart, session }: Viewed): View {
  return {
    probabilities: ui.activeProbabilityFeatures,
    symbol: ui.symbol ?? session?.snapshot?.symbol ?? null,
    asOf: ui.asOf,
    layout: layoutOf(ui),
    day: chart.selectedDate,
    ama: { amaOn: chart.amaOn, ama: chart.ama },
  };
}

const WORDS: Record<keyof View, string> = {
  probabilities: "open cards",
  symbol: "symbol",
  asOf: "as-of bar",
  layout: "layout",
  day: "day",
  ama: "AMA settings",
};

/** A view out of unknown JSON; `unread` names the parts, as a person would, that are there and could not be read, or not whole. */
export function readView(given: Record<string, unknown>): { view: View; unread: string[] } {
  const cards = readCards(given.probabilities);
  const view: View = {
    probabilities: cards,
    symbol: typeof given.symbol === "string" && SYMBOL.test(given.symbol) ? given.symbol : null,
    asOf: isAsOf(given.asOf) ? given.asOf : null,
    layout: readLayout(given.layout),
    day: typeof given.day === "string" && isDay(given.day) ? given.day : null,
    ama: readAma(given.ama),
  };
  const isThere = (part: keyof View) => given[part] !== undefined && given[part] !== null;
  const isCut = Array.isArray(given.probabilities) && cards?.length !== given.probabilities.length;
  const parts = Object.keys(WORDS) as (keyof View)[];
  const isUnread = (part: keyof View) => view[part] === null || (part === "probabilities" && isCut);
  const unread = parts.filter((part) => isThere(part) && isUnread(part)).map((part) => WORDS[part]);
  return { view, unread };
}

/** What makes a view the page's; its filters are not of it. */
export function viewActions({ layout, probabilities, symbol, asOf, ama, day }: View): UnknownAction[] {
  return [
    ...(layout ? [layoutApplied(layout)] : []),
    ...(probabilities ? [probabilitiesSet(probabilities)] : []),
    ...(symbol === null ? [] : [symbolChosen(symbol)]),
    ...(asOf ? [asOfChosen(asOf)] : []),
    ...(ama ? [amaSwitched(ama.amaOn), amaSettingsSet(ama.ama)] : []),
    ...(day === null ? [] : [daySelected(day)]),
  ];
}

function layoutOf(ui: LayoutSettings): LayoutSettings {
  const { selectedCategories, categoryOrder, expandedCategories, showPreviousDayFilters } = ui;
  return { selectedCategories, categoryOrder, expandedCategories, showPreviousDayFilters };
}

function readLayout(given: unknown): LayoutSettings | null {
  const parts: object | null = isRecord(given) ? given : null;
  const { value, isWhole } = readUi(parts && layoutOf(parts as LayoutSettings), firstUi);
  return isWhole ? layoutOf(value) : null;
}

function readAma(given: unknown): View["ama"] {
  if (!isRecord(given) || typeof given.amaOn !== "boolean") return null;
  const ama = given.ama === undefined ? DEFAULT_AMA : readAmaSettings(given.ama);
  return ama && { amaOn: given.amaOn, ama };
}

function readCards(given: unknown): string[] | null {
  if (!Array.isArray(given)) return null;
  const isName = (name: unknown) => typeof name === "string" && name !== "" && name.length <= LONGEST_NAME;
  return given.filter(isName).slice(0, MOST_CARDS);
}
