// @vitest-environment jsdom
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { keptSeals } from "@/kept/ledger/seals-storage";
import { aSummary } from "@/lib/testing/fixtures";
import { aStore, letIn } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { openEnvelope, sealDays } from "@/parts/ledger/envelope";
import type { Filter } from "./filters";
import { explored, readOpening, readSeal, type Seal, sealedWords } from "./seals";
import { daysSealed, envelopeOpened, selectOpening, selectSeal } from "./seals-slice";
import { keyOf } from "./selection";

const seal: Seal = { share: 20, from: "2024-03-02" };
const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const dates = (...value: string[]): Filter => ({ feature: "Date_Range", operator: "range", value });
const opening = {
  symbol: "ES",
  question: JSON.stringify([gap]),
  from: seal.from,
  at: 5,
  rates: [
    {
      feature: "gap_filled",
      label: null,
      explored: { days: 3, n: 9, lower: 0.1, upper: 0.7 },
      sealed: { days: 0, n: 0, lower: null, upper: null },
    },
  ],
};

it.each([
  ["all dates", [], ["1900-01-01", "2024-03-01"]],
  ["earlier dates as they are", [dates("2020-01-01", "2024-02-29")], ["2020-01-01", "2024-02-29"]],
  ["dates cut", [dates("2020-01-01", "2025-01-01")], ["2020-01-01", "2024-03-01"]],
  ["the last explored day alone", [dates("2024-03-01", "2024-03-09")], ["2024-03-01", "2024-03-01"]],
  ["sealed dates alone: no day", [dates("2024-03-02", "2025-01-01")], ["1900-01-01", "1900-01-01"]],
])("asked with a seal: %s", (_, given, range) => {
  expect(explored([gap, ...given], seal)).toEqual([gap, dates(...range)]);
  expect(explored(given, undefined)).toBe(given);
});

it("every key of an instrument with a seal ends before it, another's does not", () => {
  const sealed = { seals: { ES: seal }, openings: [] };
  const asked = (symbol: string) => keyOf([gap], { symbol, id: "s1" }, sealed, "day").filters;
  expect(asked("ES")).toEqual({
    gap_up: { operator: "=", value: true },
    Date_Range: { operator: "range", value: ["1900-01-01", "2024-03-01"] },
  });
  expect(asked("NQ")).toEqual({ gap_up: { operator: "=", value: true } });
  expect(sealedWords(seal)).toBe(
    "This day is sealed: you keep the newest 20% of days, from 03/02/2024 on, for the envelope",
  );
});

/** A service whose sessions are these dates. */
function serving(sessions: string[]) {
  const computed: object[] = [];
  type Asked = { filters: Record<string, { value: string[] }> };
  const upTo = ({ filters }: Asked) => {
    const [start = "", end = ""] = filters.Date_Range?.value ?? [];
    return sessions.filter((date) => date >= start && date <= end).length;
  };
  server.use(
    http.post("*/api/v2/filtered", async ({ request }) =>
      HttpResponse.json({
        filtered_data: { total_days: upTo((await request.json()) as Asked) },
        snapshot: "s1",
      }),
    ),
    http.post("*/api/compute", async ({ request }) => {
      const asked = (await request.json()) as Asked;
      computed.push(asked);
      const n = upTo(asked);
      const data = { occurrence_days: n / 2, total_days: n, confidence_interval: { lower: 0.1, upper: 0.9 } };
      const features = { gap_filled: { feature: "gap_filled", modules: { occurrence: { data } } } };
      return HttpResponse.json({ total_days: n, data: { statistics: { features } }, snapshot: "s1" });
    }),
  );
  const summary = {
    ...aSummary(),
    totalDays: sessions.length,
    min_date: sessions[0] ?? "",
    max_date: sessions.at(-1) ?? "",
  };
  const ui = { ...letIn.ui, activeProbabilityFeatures: ["gap_filled"] };
  const filters = { ...letIn.filters, active: [gap] };
  const store = aStore({ session: { ...letIn.session, summary }, ui, filters });
  return { store, computed };
}

const weekdays = Array.from({ length: 200 }, (_, at) => new Date(Date.UTC(2024, 0, 1 + at)))
  .filter((date) => date.getUTCDay() % 6 !== 0)
  .map((date) => date.toISOString().slice(0, 10));

it.each([20, 30, 40] as const)("%i %% of the sessions are sealed, rounded down", async (share) => {
  for (const sessions of [weekdays, weekdays.slice(0, 7), weekdays.slice(0, 142)]) {
    const { store } = serving(sessions);
    await store.dispatch(sealDays(share));
    const from = selectSeal(store.getState())?.from ?? "";
    expect(sessions.filter((date) => date >= from)).toHaveLength(Math.floor((sessions.length * share) / 100));
  }
});

it("an envelope is opened once, with the rates of both stretches, whatever the dates become", async () => {
  const { store, computed } = serving(weekdays);
  await store.dispatch(sealDays(20));
  await store.dispatch(openEnvelope());
  const rate = (n: number) => ({ days: n / 2, n, lower: 0.1, upper: 0.9 });
  expect(selectOpening(store.getState())?.rates).toEqual([
    { feature: "gap_filled", label: null, explored: rate(116), sealed: rate(28) },
  ]);
  await store.dispatch(openEnvelope());
  expect(computed).toHaveLength(2);
  store.dispatch(
    envelopeOpened({ ...opening, question: JSON.stringify([gap, dates("2020-01-01", "2021-01-01")]) }),
  );
  expect(store.getState().sealed.openings).toHaveLength(1);
});

it("a refused envelope stays closed", async () => {
  const { store } = serving(weekdays);
  await store.dispatch(sealDays(20));
  server.use(http.post("*/api/compute", () => HttpResponse.json({ message: "no" }, { status: 422 })));
  await expect(store.dispatch(openEnvelope())).rejects.toBeDefined();
  expect(selectOpening(store.getState())).toBeUndefined();
});

it("seals and openings are read entry by entry; lifting a seal leaves what was opened", () => {
  const store = aStore();
  store.dispatch(daysSealed({ symbol: "ES", seal }));
  store.dispatch(envelopeOpened(opening));
  keptSeals.keep(store.getState().sealed);
  expect(keptSeals.load()).toEqual({ value: { seals: { ES: seal }, openings: [opening] }, unread: 0 });
  const seals = { ES: seal, NQ: { share: 25, from: "2024-01-01" }, YM: { share: 20, from: "soon" } };
  const openings = [opening, { ...opening, question: "[{]" }, { ...opening, rates: [{}] }, 7];
  localStorage.setItem(keptSeals.name, JSON.stringify({ version: 9, seals, openings }));
  expect(keptSeals.load()).toEqual({ value: { seals: { ES: seal }, openings: [opening] }, unread: 5 });
  localStorage.setItem(keptSeals.name, "[]");
  expect(keptSeals.load()).toEqual({ value: { seals: {}, openings: [] }, unread: 1 });
  store.dispatch(daysSealed({ symbol: "ES", seal: null }));
  expect(store.getState().sealed).toEqual({ seals: {}, openings: [opening] });
  expect([readSeal(null), readOpening({ ...opening, at: -1 })]).toEqual([null, null]);
});
