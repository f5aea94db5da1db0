// @vitest-environment jsdom
import { expect, it } from "vitest";
import { aStore } from "@/lib/testing/render";
import { questionOf } from "@/question/question-text";
import { ledgerEmptied, ledgerRead, lookSeen, noLooks, selectLooks } from "./ledger-slice";
import { keptLedger, placeOf } from "./ledger-storage";
import { type Look, MOST_LOOKS } from "./looks";

const PLACE = placeOf("ES", null);
const aLook = (more: Partial<Look> = {}): Look => ({
  ...{ question: questionOf([]), feature: "gap_filled", n: 40, rate: 0.5, p: 0.2, at: 7 },
  ...more,
});
const many = (count: number) => Array.from({ length: count }, (_, at) => aLook({ feature: `f${at}`, at }));

it("a question and feature seen again are one look, with their first date and newest figures", () => {
  const store = aStore();
  store.dispatch(lookSeen(aLook()));
  store.dispatch(lookSeen(aLook({ p: 0.01, at: 9 })));
  store.dispatch(lookSeen(aLook({ feature: "gap_up", at: 9 })));
  expect(selectLooks(store.getState())).toEqual([aLook({ p: 0.01 }), aLook({ feature: "gap_up", at: 9 })]);
  store.dispatch(ledgerEmptied());
  expect(store.getState().ledger).toEqual(noLooks);
});

it("beyond 2,000 the oldest go and are counted, in memory and out of the storage", () => {
  const store = aStore({ ledger: { place: PLACE, looks: many(MOST_LOOKS), dropped: 0 } });
  store.dispatch(lookSeen(aLook({ at: 5000 })));
  const { looks, dropped } = store.getState().ledger;
  expect([looks.length, looks[0]?.feature, looks.at(-1)?.feature, dropped]).toEqual([
    MOST_LOOKS,
    "f1",
    "gap_filled",
    1,
  ]);
  localStorage.setItem(PLACE, JSON.stringify({ version: 1, looks: many(MOST_LOOKS + 3), dropped: 2 }));
  const { value: ledger, unread } = keptLedger(PLACE).load();
  expect([ledger.looks.length, ledger.looks[0]?.feature, ledger.dropped, unread]).toEqual([
    MOST_LOOKS,
    "f3",
    5,
    0,
  ]);
});

it("a ledger is kept by symbol and layout profile", () => {
  keptLedger(PLACE).keep({ place: PLACE, looks: [aLook()], dropped: 0 });
  expect(keptLedger(PLACE).load().value.looks).toEqual([aLook()]);
  for (const other of [placeOf("NQ", null), placeOf("ES", "p1")])
    expect(keptLedger(other).load().value.looks).toEqual([]);
});

it.each([
  [
    "good ones stay",
    { looks: [aLook(), { feature: 3 }, aLook({ p: -1 }), aLook({ feature: "gap_up" })] },
    2,
    2,
  ],
  ["another version's entries", { version: 9, looks: [{ asked: [] }], newer: true }, 0, 1],
  ["one look twice", { looks: [aLook(), aLook()] }, 1, 0],
  ["no list", { looks: "many" }, 0, 1],
  ["no ledger", [1], 0, 1],
  ["a count that is none", { looks: [aLook()], dropped: "x" }, 1, 0],
])("edited by hand: %s", (_, stored, good, unread) => {
  localStorage.setItem(PLACE, JSON.stringify(stored));
  const found = keptLedger(PLACE).load();
  expect([found.value.looks.length, found.unread, found.value.dropped]).toEqual([good, unread, 0]);
});

it("what is read takes the place of what was there", () => {
  const store = aStore({ ledger: { place: PLACE, looks: many(2), dropped: 1 } });
  store.dispatch(ledgerRead({ place: placeOf("NQ", null), looks: [], dropped: 0 }));
  expect(store.getState().ledger).toEqual({ place: placeOf("NQ", null), looks: [], dropped: 0 });
});
