// @vitest-environment jsdom
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { dataApi } from "@/api/data-api";
import type { RootState } from "@/lib/state/hooks";
import { aCatalogue, gapClass, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import { nothingSealed } from "@/question/seals-slice";
import { copyShortLink } from "./short-link";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
let copied: string[];
let asked: Record<string, unknown>[];

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  history.replaceState(null, "", "/dashboard");
  [copied, asked] = [[], []];
  vi.stubGlobal(
    "ClipboardItem",
    class {
      constructor(readonly parts: Record<string, Promise<Blob>>) {}
    },
  );
  const write = async ([item]: { parts: Record<string, Promise<Blob>> }[]) => {
    copied.push(await ((await item?.parts["text/plain"])?.text() ?? ""));
  };
  vi.stubGlobal("navigator", { ...navigator, clipboard: { write } });
  answers(() => HttpResponse.json({ id: "AbC_-123", expires_at: 1_830_000_000 }));
  return () => vi.unstubAllGlobals();
});

function answers(answer: () => Response) {
  server.use(
    http.post("*/api/v2/views", async ({ request }) => {
      asked.push((await request.json()) as Record<string, unknown>);
      return answer();
    }),
  );
}

async function copy(state: Partial<RootState> = {}) {
  const store = aStore({ filters: { ...emptyFilters, active: [gap] }, ...state });
  await store.dispatch(
    dataApi.util.upsertQueryData(
      "features",
      { symbol: "ES", profile: "pro" },
      aCatalogue([gapUp, gapClass], []),
    ),
  );
  await store.dispatch(copyShortLink());
  return store.getState().ui.toasts.map(({ type, message }) => [type, message]);
}

it("the page's address, its filters and its card are kept, and the short address copied", async () => {
  const toasts = await copy({
    ui: { ...letIn.ui, activeProbabilityFeatures: ["gap_class", "gap_up"], asOf: "b12" },
  });
  expect(copied).toEqual([`${location.origin}/v/AbC_-123`]);
  expect(toasts).toEqual([["success", "Copied the short link. It leads here until Dec 28, 2027."]]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    filters: { gap_up: { operator: "=", value: true } },
    symbol: "ES",
    as_of: 12,
    feature: "gap_up",
  });
  expect(asked[0]?.address).toMatch(/^\/dashboard\?filters=.*asOf=b12/);
  expect(asked[0]).not.toHaveProperty("snapshot");
});

it("the pinned card goes before open ones; without either there is none", async () => {
  await copy({ ui: { ...letIn.ui, activeProbabilityFeatures: ["gap_up"], pinnedFeature: "gap_class" } });
  await copy();
  expect(asked.map(({ feature }) => feature)).toEqual(["gap_class", null]);
});

it("sealed days are in neither the filters nor the address", async () => {
  const seals = { ES: { share: 20 as const, from: "2025-06-02" } };
  await copy({ sealed: { ...nothingSealed, seals } });
  const { filters, address } = asked[0] ?? {};
  const dates = { operator: "range", value: ["1900-01-01", "2025-06-01"] };
  expect(filters).toMatchObject({ Date_Range: dates });
  const query = new URL(String(address), location.origin).searchParams;
  expect(JSON.parse(query.get("filters") ?? "")).toEqual(filters);
});

it("the full link is copied where no short one can be made, and that is said", async () => {
  answers(() => HttpResponse.json({ message: "Too many requests." }, { status: 429 }));
  const toasts = await copy();
  expect(asked).toHaveLength(1);
  expect(copied).toEqual([location.origin + asked[0]?.address]);
  expect(toasts).toEqual([
    ["error", "No short link was made: Too many requests. The full link was copied instead."],
  ]);
});

it("a clipboard that refuses is told", async () => {
  vi.stubGlobal("navigator", { clipboard: { write: () => Promise.reject(new Error("denied")) } });
  expect(await copy()).toEqual([["error", "Failed to copy the link"]]);
});
