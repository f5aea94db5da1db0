// @vitest-environment jsdom
import { expect, it } from "vitest";
import { aStore } from "@/lib/testing/render";
import { questionOf } from "@/question/question-text";
import { ledgerEmptied, ledgerRead, lookSeen, noLooks, selectLooks } from "./ledger-slice";
import { keptLedger, placeOf } from "./ledger-storage";
import { isFound, type Look, levelAfter, MOST_LOOKS, type Test } from "./looks";

const PLACE = placeOf("ES", null);
const aTest = (more: Partial<Test> = {}): Test => ({
  ...{ question: questionOf([]), feature: "gap_filled", n: 40, rate: 0.5, p: 0.2, at: 7 },
  ...more,
});
const aLook = (more: Partial<Look> = {}): Look => ({ ...aTest(), level: 0.01, ...more });
const asked = (value: number) => questionOf([{ feature: "gap_size_pts", operator: ">", value }]);
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => aLook({ question: asked(at), at, level: levelAfter(at, 0) }));

it("a question seen again is one look, which stays what it was", () => {
  const store = aStore();
  store.dispatch(lookSeen(aTest()));
  store.dispatch(lookSeen(aTest({ feature: "gap_up", p: 0.0001, at: 9 })));
  store.dispatch(lookSeen(aTest({ question: asked(1), at: 9 })));
  expect(selectLooks(store.getState())).toEqual([
    aLook({ level: levelAfter(0, 0) }),
    aLook({ question: asked(1), at: 9, level: levelAfter(1, 0) }),
  ]);
  store.dispatch(ledgerEmptied());
  expect(store.getState().ledger).toEqual(noLooks);
});

it("what is found raises the levels of later looks alone, and stays found", () => {
  const store = aStore();
  for (const [at, p] of [0.5, 0.006, 0.006, 0.5].entries())
    store.dispatch(lookSeen(aTest({ question: asked(at), p })));
  const looks = selectLooks(store.getState());
  expect(looks.map(({ level }) => level)).toEqual([
    levelAfter(0, 0),
    levelAfter(1, 0),
    levelAfter(2, 1),
    levelAfter(3, 1),
  ]);
  expect(looks.map(isFound)).toEqual([false, true, false, false]);
  expect(store.getState().ledger.found).toBe(1);
});

it("beyond 2,000 the oldest go and are counted, in memory and out of the storage", () => {
  const store = aStore({ ledger: { place: PLACE, looks: many(MOST_LOOKS), dropped: 5, found: 3 } });
  store.dispatch(lookSeen(aTest({ at: 5000 })));
  const { looks, dropped, found } = store.getState().ledger;
  expect([looks.length, looks[0]?.question, dropped, found]).toEqual([MOST_LOOKS, asked(1), 6, 3]);
  expect(looks.at(-1)).toEqual(aLook({ at: 5000, level: levelAfter(MOST_LOOKS + 5, 3) }));
  const stored = { version: 2, looks: many(MOST_LOOKS + 3), dropped: 2, found: 4 };
  localStorage.setItem(PLACE, JSON.stringify(stored));
  const { value: ledger, unread } = keptLedger(PLACE).load();
  expect([ledger.looks.length, ledger.looks[0]?.question, ledger.dropped, ledger.found, unread]).toEqual([
    MOST_LOOKS,
    asked(3),
    5,
    4,
    0,
  ]);
});

it("the tests of version 1 become looks: a question's smallest p, times their number", () => {
  const looks = [
    aTest({ feature: "gap_up", p: 0.3, at: 9 }),
    aTest({ question: asked(1), p: 0.004, at: 8 }),
    aTest({ p: 0.02, at: 7 }),
    aTest({ feature: "gap_class", p: 0.9, at: 10 }),
  ];
  localStorage.setItem(PLACE, JSON.stringify({ version: 1, looks, dropped: 2 }));
  expect(keptLedger(PLACE).load()).toEqual({
    value: {
      place: PLACE,
      looks: [
        aLook({ p: 0.06, level: levelAfter(2, 0) }),
        aLook({ question: asked(1), p: 0.004, at: 8, level: levelAfter(3, 0) }),
      ],
      dropped: 2,
      found: 0,
    },
    unread: 0,
  });
});

it("a ledger is kept by symbol and layout profile", () => {
  keptLedger(PLACE).keep({ place: PLACE, looks: [aLook()], dropped: 0, found: 0 });
  expect(keptLedger(PLACE).load().value.looks).toEqual([aLook()]);
  for (const other of [placeOf("NQ", null), placeOf("ES", "p1")])
    expect(keptLedger(other).load().value.looks).toEqual([]);
});

it.each([
  [
    "good ones stay",
    { looks: [aLook(), { feature: 3 }, aLook({ p: -1 }), aLook({ question: asked(1) })] },
    2,
    2,
  ],
  ["another version's entries", { version: 9, looks: [{ asked: [] }], newer: true }, 0, 1],
  ["one look twice", { looks: [aLook(), aLook()] }, 1, 0],
  ["no list", { looks: "many" }, 0, 1],
  ["no ledger", [1], 0, 1],
  ["a count that is none", { looks: [aLook()], dropped: "x", found: -1 }, 1, 0],
  ["a look without its level", { looks: [aTest(), aLook()] }, 1, 1],
])("edited by hand: %s", (_, stored, good, unread) => {
  localStorage.setItem(PLACE, JSON.stringify(stored));
  const found = keptLedger(PLACE).load();
  const { looks, dropped } = found.value;
  expect([looks.length, found.unread, dropped, found.value.found]).toEqual([good, unread, 0, 0]);
});

it("what is read takes the place of what was there", () => {
  const store = aStore({ ledger: { place: PLACE, looks: many(2), dropped: 1, found: 0 } });
  store.dispatch(ledgerRead({ place: placeOf("NQ", null), looks: [], dropped: 0, found: 0 }));
  expect(store.getState().ledger).toEqual({ place: placeOf("NQ", null), looks: [], dropped: 0, found: 0 });
});
