import fc from "fast-check";
import { expect } from "vitest";
import { allDays, type DaysState } from "@/address/days-slice";
import { nothingWanted } from "@/address/find-slice";
import { firstGallery, type GalleryView, nothingOpened, PAGE_SIZES } from "@/address/gallery-slice";
import { LINK_PARAMETERS, linkQuery, readLink, withLink } from "@/address/link";
import { readParameters, withParameters } from "@/address/parameters";
import { readPrice } from "@/address/typed";
import { firstChart } from "@/kept/chart/chart-slice";
import { readDrawings } from "@/kept/drawings/drawings";
import { keptDrawings, loadDrawings, saveDrawings } from "@/kept/drawings/drawings-storage";
import { loadState, saveState } from "@/kept/persistence";
import { entryName, loadProfiles } from "@/kept/profiles/profiles-storage";
import type { ProfileType } from "@/kept/profiles/profiles-type";
import { type Answer, addAnswer, keptAnswers } from "@/kept/quiz/answers";
import { keepPresets, keptHistory, keptPresets } from "@/kept/saved-filters";
import type { RootState } from "@/lib/state/hooks";
import { type DashboardView, firstUi } from "@/lib/state/ui-slice";
import { sameJson } from "@/lib/storage/json";
import { isRecord, parsedText } from "@/lib/storage/storage";
import { lineProfiles } from "@/parts/lines/line-profile";
import { layoutProfiles } from "@/parts/profiles/layout-profiles";
import { amaProfiles } from "@/parts/signals/ama-profile";
import { type Filter, idOf, isComplete } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import { MOST_FILTERS, readFilter } from "@/question/read-filter";
import { csvOf } from "@/screens/practice/csv";
import { calibration, scoresOf } from "@/screens/practice/scores";
import { NEXT, type NextParameters } from "@/screens/today/parameters";
import { holds } from "./promise";
import { anyJson, mangled, stored } from "./texts";
import { drawings, filters, SETTINGS } from "./wholes";

const NOW = 1_760_000_000_000;
const HOUR = 3_600_000;

function expectFilters(found: readonly Filter[], { whole }: { whole: boolean }) {
  expect(found.length).toBeLessThanOrEqual(MOST_FILTERS);
  expect(new Set(found.map(idOf)).size).toBe(found.length);
  for (const filter of found) {
    expect(readFilter(filter)).toEqual(filter);
    if (whole) expect(isComplete(filter)).toBe(true);
  }
}

/** A value as JSON has it: "-0" is read as a number that is written as "0". */
const asWritten = (value: unknown) => parsedText(JSON.stringify(value));

interface Shown {
  active: Filter[];
  cards: string[];
  symbol: string | null;
  asOf: string;
  view: DashboardView;
  pinned: Filter[] | null;
  text: string;
  table: DaysState | null;
  gallery: GalleryView | null;
  ledger: "open" | null;
}

/** The part of the page's state that a link is made of. */
const shown = ({ active, pinned, cards, symbol, asOf, view, text, table, gallery, ledger }: Shown) =>
  ({
    filters: { ...emptyFilters, active, pinned },
    ui: {
      ...firstUi,
      activeProbabilityFeatures: cards,
      symbol,
      asOf,
      view,
      modals: ledger ? ["ledger"] : [],
    },
    chart: firstChart,
    find: { ...nothingWanted, cardText: text },
    days: table ?? allDays,
    gallery: { ...nothingOpened, view: gallery ?? firstGallery },
  }) as unknown as RootState;

const card = fc.string({ minLength: 1, maxLength: 20 }).filter((name) => !name.includes(","));
const part = fc.record({ feature: card, module: fc.constant("occurrence" as const), place: card });
const table = fc.record({
  bar: fc.option(fc.record({ part, label: card })),
  columns: fc.option(fc.array(card, { maxLength: 3 })),
  sort: fc.record({ column: card, descending: fc.boolean() }),
  page: fc.integer({ min: 2, max: 60 }),
});
const gallery = fc.record({
  sort: fc.record({ column: card, descending: fc.boolean() }),
  page: fc.integer({ min: 2, max: 60 }),
  size: fc.constantFrom(...PAGE_SIZES),
  captions: fc.option(fc.array(card, { maxLength: 3 })),
});
const rightView = fc.record({
  active: filters,
  cards: fc.array(card, { maxLength: 3 }),
  symbol: fc.constantFrom(null, "ES", "NQ.c"),
  asOf: fc.constantFrom("day", "pre", "open", "b12", "b80"),
  view: fc.constantFrom("all" as const, "focus" as const),
  pinned: fc.option(filters),
  text: fc.string({ maxLength: 20 }),
  table: fc.option(table),
  gallery: fc.option(gallery),
  ledger: fc.constantFrom(null, "open" as const),
});
const addressOf = (view: Shown) => `https://page/dashboard?${linkQuery(shown(view))}`;
const rightLink = rightView.map(addressOf);
const anyLink = fc
  .array(fc.tuple(fc.constantFrom(...LINK_PARAMETERS), fc.oneof(stored(filters), fc.string())))
  .map((pairs) => `?${new URLSearchParams(pairs)}`);

holds(
  "links",
  "what is read can be shown, sent and linked again",
  fc.oneof(rightLink.map(search), mangled(rightLink).map(search), anyLink, fc.string()),
  (given) => {
    const link = readLink(given);
    expectFilters(link.filters ?? [], { whole: true });
    expect(link.symbol ?? "ES").toMatch(/^[\w.-]{1,16}$/);
    const state = withLink({ ui: firstUi, filters: emptyFilters, chart: firstChart }, link);
    const { ui } = state;
    const { active, pinned } = state.filters;
    expectFilters(pinned ?? [], { whole: true });
    const { symbol, asOf, view } = ui;
    const said = { active, pinned, cards: ui.activeProbabilityFeatures, symbol, asOf, view };
    const { table, gallery, ledger } = link;
    const again = readLink(linkQuery(shown({ ...said, text: link.cards ?? "", table, gallery, ledger })));
    expect(again.filters).toEqual(asWritten(active));
    expect(again.cards).toBe(link.cards || null);
    expect(again.table).toEqual(sameJson(table, allDays) ? null : table);
    expect(again.gallery).toEqual(sameJson(gallery, firstGallery) ? null : gallery);
    expect(again.ledger).toBe(ledger);
    expect(again.leftOut).toBeNull();
    expect(again.symbol).toBe(ui.symbol);
    expect(again.asOf).toBe(asOf);
    expect(again.only).toBe(view === "all" ? "all" : "open");
    expect(again.compare).toEqual(asWritten(pinned));
    return link.leftOut ? "read in part" : "read";
  },
);

function search(address: string): string {
  const at = address.indexOf("?");
  return at < 0 ? "" : address.slice(at);
}

holds("links made", "a link says what the page shows", rightView, (view) => {
  const link = readLink(search(addressOf(view)));
  expect(link).toEqual({
    filters: view.active,
    probabilities: view.cards,
    symbol: view.symbol,
    asOf: view.asOf,
    only: view.view === "all" ? "all" : "open",
    compare: view.pinned,
    layout: {
      selectedCategories: firstUi.selectedCategories,
      categoryOrder: firstUi.categoryOrder,
      expandedCategories: firstUi.expandedCategories,
      showPreviousDayFilters: firstUi.showPreviousDayFilters,
    },
    day: firstChart.selectedDate,
    ama: { amaOn: firstChart.amaOn, ama: firstChart.ama },
    cards: view.text || null,
    table: view.table,
    gallery: view.gallery,
    ledger: view.ledger,
    leftOut: null,
  });
  return "read";
});

const price = fc.integer({ min: 1, max: 4e9 }).map((ticks) => ticks / 4);
const rightNext: fc.Arbitrary<NextParameters> = fc.record({
  session: fc.constantFrom("2026-11-27", "2028-02-29 ES"),
  typed: fc.record(
    { open: price, gxh: price, gxl: price, orh: price, orl: price, orc: price },
    { requiredKeys: ["open"] },
  ),
  on: fc.uniqueArray(card, { maxLength: 5 }),
});
const nextAddress = rightNext.map((asked) => String(withParameters(NEXT, new URLSearchParams(), asked)));
const anyNext = fc
  .array(fc.tuple(fc.constantFrom("for", "on", "open", "gxh", "orc"), fc.oneof(stored(price), fc.string())))
  .map((pairs) => String(new URLSearchParams(pairs)));

holds(
  "next session",
  "an address asks with prices and names alone, and asks the same written again",
  fc.oneof(nextAddress, mangled(nextAddress), anyNext, fc.string()),
  (given) => {
    const asked = readParameters(NEXT, new URLSearchParams(given));
    const prices = Object.values(asked.typed);
    for (const each of prices) {
      expect(each).toBeGreaterThan(0);
      expect(each).toBeLessThanOrEqual(1e9);
      expect(readPrice(String(each))).toBe(each);
    }
    expect(new Set(asked.on).size).toBe(asked.on.length);
    const again = readParameters(NEXT, withParameters(NEXT, new URLSearchParams(), asked));
    expect(again).toEqual({ ...asked, session: prices.length > 0 ? asked.session : null });
    return prices.length > 0 ? "numbers" : "none";
  },
);

holds("next sessions made", "an address says what is asked", rightNext, (asked) => {
  expect(readParameters(NEXT, withParameters(NEXT, new URLSearchParams(), asked))).toEqual(asked);
  return "read";
});

const PROFILES = [layoutProfiles, amaProfiles, lineProfiles] as ProfileType<unknown>[];

const profileLists = (settings: unknown) =>
  stored(
    fc.record({
      activeId: fc.constantFrom("a", "b", null),
      profiles: fc.array(
        fc.record({
          id: fc.constantFrom("a", "b", "c"),
          name: fc.constantFrom("one", " two ", "x".repeat(90)),
          settings: fc.constant(settings),
          createdAt: fc.constant(NOW),
        }),
        { maxLength: 3 },
      ),
    }),
  );

const profileTexts = fc
  .constantFrom(...PROFILES)
  .chain((type) => fc.tuple(fc.constant(type), profileLists(SETTINGS[type.kind])));

holds(
  "saved profiles",
  "each entry is a profile or lies aside, and none is lost",
  profileTexts,
  ([type, text]) => {
    localStorage.setItem(entryName(type.kind), text);
    const read = loadProfiles(type);
    const { profiles = [], leftOut = [] } = read ?? {};
    expect(new Set(profiles.map(({ id }) => id)).size).toBe(profiles.length);
    for (const { name, settings } of profiles) {
      expect(type.read(settings)).toEqual(settings);
      expect(name.trim()).not.toBe("");
    }
    expectNothingLost(type, text);
    expect(loadProfiles(type)).toEqual({ ...read, leftOut: [] });
    return leftOut.length > 0 ? "read in part" : "read";
  },
);

function expectNothingLost({ kind }: ProfileType<unknown>, text: string) {
  const before = parsedText(text);
  const aside = parsedText(localStorage.getItem(`${entryName(kind)}.aside`)) ?? [];
  const kept = parsedText(localStorage.getItem(entryName(kind)));
  const isList = isRecord(before) && Array.isArray(before.profiles);
  if (!isList) return expect(aside).toEqual([text]);
  const left = isRecord(kept) ? kept.profiles : [];
  const together = [...(left as unknown[]), ...(aside as unknown[])].map((entry) => JSON.stringify(entry));
  expect(together.sort()).toEqual(
    (before.profiles as unknown[]).map((entry) => JSON.stringify(entry)).sort(),
  );
}

const savedStates = filters.chain((active) =>
  stored(
    fc.record({
      version: fc.constant(1),
      savedBy: fc.constant("x"),
      savedAt: fc.constantFrom(NOW - HOUR, NOW - 48 * HOUR),
      ui: fc.constant(firstUi),
      filters: fc.record({ pending: fc.constant(active), active: filters, aside: filters }),
      chart: fc.constant({ amaOn: true, ama: SETTINGS.ama, lines: SETTINGS.lines }),
    }),
  ),
);

holds("saved state", "what is read is of its kind, and saved again it stays", savedStates, (text) => {
  localStorage.setItem("session-almanac", text);
  const { leftOut, ...state } = loadState(NOW);
  for (const [name, first] of Object.entries(firstUi)) {
    const value: unknown = Reflect.get(state.ui, name);
    if (first !== null) expect(typeof value).toBe(typeof first);
  }
  expectFilters(state.filters.active, { whole: true });
  expectFilters(state.filters.pending, { whole: false });
  saveState(state, NOW);
  expect(loadState(NOW)).toEqual(asWritten({ ...state, leftOut: [] }));
  return leftOut.length > 0 ? "read in part" : "read";
});

holds(
  "saved filters",
  "what is read can be shown; saving one loses no other",
  fc.tuple(
    stored(fc.dictionary(fc.constantFrom("mine", "other", "__proto__"), filters)),
    stored(fc.array(fc.record({ filters, appliedAt: fc.constant(NOW) }), { maxLength: 4 })),
  ),
  ([presets, history]) => {
    localStorage.setItem(keptPresets.name, presets);
    localStorage.setItem(keptHistory.name, history);
    for (const set of keptHistory.load().value) expectFilters(set.filters, { whole: false });
    const before = keptPresets.load();
    for (const set of Object.values(before.value)) expectFilters(set.filters, { whole: true });
    keepPresets({ set: { new: { filters: [{ feature: "gap_up", operator: "=", value: true }] } }, gone: [] });
    const after = parsedText(localStorage.getItem(keptPresets.name));
    const were: unknown = parsedText(JSON.stringify(parsedText(presets)) ?? null);
    if (isRecord(were))
      expect(after).toMatchObject(
        Object.fromEntries(Object.entries(were).filter(([name]) => name !== "new")),
      );
    else expect(localStorage.getItem(`${keptPresets.name}.unread`)).toBe(presets);
    return before.unread.length > 0 ? "read in part" : "read";
  },
);

holds(
  "drawings",
  "what is read can be drawn; saving a day loses no other",
  fc.tuple(stored(fc.dictionary(fc.constantFrom("ES 1", "ES 2", "__proto__"), drawings)), drawings, anyJson),
  ([text, mine, foreign]) => {
    localStorage.setItem(keptDrawings.name, text);
    const { drawings: found, dropped } = loadDrawings("ES 1");
    expect(readDrawings(found)).toEqual({ drawings: found, dropped: 0 });
    expect(readDrawings(readDrawings(foreign).drawings).dropped).toBe(0);
    const other = loadDrawings("ES 2");
    saveDrawings("ES 1", mine);
    expect(loadDrawings("ES 1")).toEqual({ drawings: mine, dropped: 0 });
    if (isRecord(parsedText(text))) expect(loadDrawings("ES 2")).toEqual(other);
    return dropped > 0 ? "read in part" : "read";
  },
);

const answer: fc.Arbitrary<Answer> = fc.record({
  probability: fc.integer({ min: 0, max: 100 }),
  occurred: fc.boolean(),
  base: fc.constantFrom(0, 0.25, 1),
  coin: fc.constantFrom(null, 0, 0.5, 1),
  date: fc.constantFrom("2024-05-02", "2024-05-03"),
  feature: card,
  as_of: fc.integer({ min: 1, max: 80 }),
  symbol: fc.constantFrom("ES", "NQ.c"),
  snapshot: fc.constant("s1"),
  at: fc.integer({ min: 0, max: NOW }),
  round: fc.constantFrom(null, { id: "r1", guesses: 1 }, { id: "r2", guesses: 5 }),
});

holds(
  "quiz",
  "what is read can be scored and saved; an answer more loses no other",
  fc.tuple(stored(fc.record({ answers: fc.array(answer, { maxLength: 4 }) })), answer),
  ([text, mine]) => {
    localStorage.setItem(keptAnswers.name, text);
    const { value: answers, unread } = keptAnswers.load();
    const { own } = scoresOf(answers);
    if (answers.length > 0) expect(own).toBeLessThanOrEqual(1);
    expect(calibration(answers).reduce((sum, { n }) => sum + n, 0)).toBe(answers.length);
    expect(csvOf(answers, new Map()).split("\r\n")).toHaveLength(answers.length + 2);
    addAnswer(mine);
    const after = keptAnswers.load();
    expect(after.unread).toBe(0);
    expect(after.value).toHaveLength(answers.length + 1);
    expect(after.value).toEqual(expect.arrayContaining([...answers.map(asWritten), mine]));
    return unread > 0 ? "read in part" : "read";
  },
);
