// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { snapshotShown } from "@/api/session/session-slice";
import { ledgerEmptied, lookSeen, selectLooks } from "@/kept/ledger/ledger-slice";
import { keptLedger, placeOf } from "@/kept/ledger/ledger-storage";
import { type Look, levelAfter, type Test } from "@/kept/ledger/looks";
import { keptSeals } from "@/kept/ledger/seals-storage";
import { profilesRead } from "@/kept/profiles/profiles-slice";
import { aSummary } from "@/lib/testing/fixtures";
import { server } from "@/lib/testing/server";
import { daysSealed } from "@/question/seals-slice";
import { pageStore } from "../testing/page-store";

const PLACE = placeOf("ES", null);
const test: Test = { question: "[]", feature: "gap_filled", n: 4, rate: 0.5, p: 0.2, at: 7 };
const look: Look = { ...test, level: levelAfter(0, 0) };

function shownStore() {
  const store = pageStore();
  store.dispatch(snapshotShown(aSummary()));
  return store;
}

it("looks are kept, come back after a reload, and stay gone once emptied", async () => {
  const first = shownStore();
  first.dispatch(lookSeen(test));
  await waitFor(() => expect(keptLedger(PLACE).load().value.looks).toEqual([look]));
  const second = shownStore();
  expect(selectLooks(second.getState())).toEqual([look]);
  second.dispatch(ledgerEmptied());
  await waitFor(() => expect(keptLedger(PLACE).load().value.looks).toEqual([]));
});

it("another layout profile has a ledger of its own", () => {
  keptLedger(PLACE).keep({ place: PLACE, looks: [look], dropped: 0, found: 0 });
  const store = shownStore();
  const profile = { id: "p1", name: "mine", settings: {}, createdAt: 0 };
  store.dispatch(profilesRead({ kind: "dashboard", profiles: [profile], activeId: "p1" }));
  expect(store.getState().ledger).toEqual({ place: placeOf("ES", "p1"), looks: [], dropped: 0, found: 0 });
  store.dispatch(profilesRead({ kind: "dashboard", profiles: [profile], activeId: null }));
  expect(selectLooks(store.getState())).toEqual([look]);
});

it("what could not be read is said, and the good looks stay", () => {
  localStorage.setItem(PLACE, JSON.stringify({ looks: [look, { p: "x" }, 3] }));
  const store = shownStore();
  expect(selectLooks(store.getState())).toEqual([look]);
  const said = store.getState().ui.toasts.map(({ message }) => message);
  expect(said).toContain("Ledger of looks: 2 could not be read and were left out");
});

it("a full storage is said once, and nothing is lost in memory", async () => {
  const store = shownStore();
  const words = () =>
    store.getState().ui.toasts.filter(({ message }) => message.includes("The ledger of looks"));
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  store.dispatch(lookSeen(test));
  await waitFor(() => expect(words()).toHaveLength(1));
  store.dispatch(lookSeen({ ...test, against: "[]" }));
  await vi.waitUntil(() => full.mock.calls.filter(([name]) => name === PLACE).length > 1);
  expect([words().length, selectLooks(store.getState()).length]).toEqual([1, 2]);
});

it("a seal is kept and asks anew without its days; a full storage is said", async () => {
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/compute", async ({ request }) => {
      asked.push(((await request.json()) as { filters: unknown }).filters);
      return HttpResponse.json({ total_days: 3, data: { statistics: { features: {} } }, snapshot: "s1" });
    }),
  );
  const store = shownStore();
  const seal = { share: 20, from: "2024-03-02" } as const;
  store.dispatch(daysSealed({ symbol: "ES", seal }));
  expect(keptSeals.load().value.seals).toEqual({ ES: seal });
  await waitFor(() => expect(store.getState().filters.isBatching).toBe(false));
  expect(asked).toEqual([{ Date_Range: { operator: "range", value: ["1900-01-01", "2024-03-01"] } }]);
  expect(pageStore().getState().sealed.seals).toEqual({ ES: seal });

  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  store.dispatch(daysSealed({ symbol: "ES", seal: { ...seal, share: 30 } }));
  full.mockRestore();
  expect(store.getState().sealed.seals.ES?.share).toBe(30);
  const said = store.getState().ui.toasts.map(({ message }) => message);
  expect(said.filter((words) => words.includes("What you sealed or opened"))).toHaveLength(1);
  store.dispatch(daysSealed({ symbol: "ES", seal: null }));
  expect(keptSeals.load().value.seals).toEqual({});
});

it("seals that could not be read are said", () => {
  localStorage.setItem(keptSeals.name, JSON.stringify({ seals: { ES: { share: 99 } } }));
  const { sealed, ui } = pageStore().getState();
  expect(sealed.seals).toEqual({});
  expect(ui.toasts.map(({ message }) => message)).toContain(
    "Sealed days: 1 of what is saved could not be read",
  );
});

it("what another tab writes stands here too", () => {
  const store = shownStore();
  keptLedger(PLACE).keep({ place: PLACE, looks: [look], dropped: 0, found: 0 });
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: PLACE })));
  expect(selectLooks(store.getState())).toEqual([look]);
});
