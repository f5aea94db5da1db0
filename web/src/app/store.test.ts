// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { dataApi } from "@/api/data-api";
import { generatedApi } from "@/api/generated";
import { type SessionUser, signedIn, userRenewed } from "@/api/session/session-slice";
import { daySelected, otherDaySelected } from "@/kept/chart/chart-slice";
import { askForReset } from "@/kept/preferences/preferences-reset";
import { keptHistory } from "@/kept/saved-filters";
import { viewOf } from "@/kept/view";
import { notKept } from "@/kept/words";
import { firstUi, symbolChosen } from "@/lib/state/ui-slice";
import { browserStorage, tabStorage } from "@/lib/storage/storage";
import { aCatalogue, aCategory, aFeature, aSummary, gapClass, gapUp } from "@/lib/testing/fixtures";
import { letIn } from "@/lib/testing/render";
import { answerOf, server } from "@/lib/testing/server";
import { loadSet } from "@/parts/filters/presets/presets";
import { type Filter, idOf } from "@/question/filters";
import { filterEdited, filtersApplied } from "@/question/filters-slice";
import { KEPT_ASIDE } from "@/question/words";
import { pageStore } from "./testing/page-store";

function answers(snapshots: string[]) {
  const computed: { statistics_features: string[] }[] = [];
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp, gapClass], [aCategory("GAPS")]))),
    http.get("*/api/v2/summary", () =>
      HttpResponse.json(aSummary({ id: (snapshots.length > 1 ? snapshots.shift() : snapshots[0]) ?? "" })),
    ),
    http.post("*/api/v2/filtered", ({ request }) =>
      answerOf(snapshots[0] ?? "", request, { filtered_data: { total_days: 3 } }),
    ),
    http.post("*/api/compute", async ({ request }) => {
      computed.push((await request.clone().json()) as { statistics_features: string[] });
      return answerOf(snapshots[0] ?? "", request, { total_days: 3, data: { statistics: { features: {} } } });
    }),
  );
  return computed;
}

it("the first summary asks once for the cards that are open at first start", async () => {
  const computed = answers(["s1"]);
  const cards = firstUi.activeProbabilityFeatures.map((name) => aFeature({ name }));
  server.use(http.get("*/api/features", () => HttpResponse.json(aCatalogue(cards, []))));
  const store = pageStore();
  await store.dispatch(dataApi.endpoints.summary.initiate({}));
  await waitFor(() => expect(store.getState().session.snapshot).not.toBeNull());
  await waitFor(() => expect(store.getState().filters.isBatching).toBe(false));
  expect(computed).toHaveLength(1);
  expect(computed[0]?.statistics_features).toHaveLength(9);
  expect(store.getState().session.snapshot).toEqual({ symbol: "ES", id: "s1" });
});

it("an answer of another snapshot brings the new one in, and says so once", async () => {
  answers(["s1", "s2"]);
  const store = pageStore();
  await store.dispatch(dataApi.endpoints.summary.initiate({}));
  await waitFor(() => expect(store.getState().session.snapshot?.id).toBe("s2"));
  expect(store.getState().ui.toasts.map((toast) => toast.type)).toEqual(["blank"]);
});

it("the catalogue drops open cards and sets filters aside of features the tier does not see", async () => {
  answers(["s1"]);
  const store = pageStore();
  store.dispatch(filterEdited({ feature: "gap_up", operator: "=", value: true }));
  store.dispatch(filterEdited({ feature: "unseen", operator: "=", value: true }));
  await store.dispatch(dataApi.endpoints.features.initiate({}));
  expect(store.getState().filters.pending.map(idOf)).toEqual(["gap_up"]);
  expect(store.getState().ui.activeProbabilityFeatures).toEqual(["gap_class"]);
  expect(store.getState().ui.toasts.map((toast) => toast.message)).toEqual([`${KEPT_ASIDE}: unseen`]);
});

it("another tier shows its own features; filters it lacks are kept aside, and come back with the larger one", async () => {
  answers(["s1"]);
  server.use(
    http.get("*/api/features", ({ request }) => {
      const tier = new URL(request.url).searchParams.get("profile");
      return HttpResponse.json(aCatalogue(tier === "pro" ? [gapUp, gapClass] : [gapUp], [aCategory("GAPS")]));
    }),
  );
  const user = { ...letIn.session.user, profile: "pro" } as SessionUser;
  const store = pageStore();
  store.dispatch(signedIn(user));
  await store.dispatch(dataApi.endpoints.summary.initiate({}));
  await waitFor(() => expect(store.getState().session.snapshot).not.toBeNull());
  const active = [
    { feature: "gap_up", operator: "=" as const, value: true },
    { feature: "gap_class", operator: "in" as const, value: ["flat"] },
  ];
  store.dispatch(filtersApplied({ filters: active, appliedAt: 1 }));
  const named = (list: "active" | "pending" | "aside") => store.getState().filters[list].map(idOf);

  store.dispatch(userRenewed({ ...user, profile: "lite" }));
  await waitFor(() => expect(named("aside")).toEqual(["gap_class"]));
  expect(named("active")).toEqual(["gap_up"]);
  store.dispatch(userRenewed(user));
  await waitFor(() => expect(named("pending")).toEqual(["gap_class"]));
  expect(named("active")).toEqual(["gap_up"]);
  expect(store.getState().session.snapshot).toEqual({ symbol: "ES", id: "s1" });
});

it("a link's bar is the whole day, and the page says so, where the tier has none", async () => {
  answers(["s1"]);
  const lite = aCatalogue([gapUp], [aCategory("GAPS")]);
  lite.profile_limits.features.as_of = false;
  server.use(http.get("*/api/features", () => HttpResponse.json(lite)));
  history.replaceState(null, "", "/dashboard?filters=%7B%7D&asOf=b12");
  const store = pageStore();
  expect(store.getState().ui.asOf).toBe("b12");
  await store.dispatch(dataApi.endpoints.features.initiate({}));
  expect(store.getState().ui.asOf).toBe("day");
  expect(store.getState().ui.toasts.map(({ message }) => message)).toContain(
    "Not available here: known up to bar 12, 10:30. The whole day is asked",
  );
});

it("a kept instrument that the server no longer has gives the choice back", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  server.use(http.get("*/api/v2/summary", () => HttpResponse.json({ message: "Unknown." }, { status: 404 })));
  const store = pageStore();
  store.dispatch(symbolChosen("GONE"));
  await store.dispatch(dataApi.endpoints.summary.initiate({ symbol: "GONE" }));
  expect(store.getState().ui.symbol).toBeNull();
  expect(store.getState().ui.toasts.map((toast) => toast.message)).toContain(
    "There is no data of GONE here; another instrument is shown",
  );
});

it("what a person set up is there after the page comes back", () => {
  const store = pageStore();
  store.dispatch(filterEdited({ feature: "gap_up", operator: "=", value: true }));
  window.dispatchEvent(new Event("pagehide"));
  expect(pageStore().getState().filters.pending).toHaveLength(1);
});

it("an address that says what to show beats what was kept, and is read once", () => {
  const kept = pageStore();
  kept.dispatch(filterEdited({ feature: "gap_up", operator: "=", value: true }));
  window.dispatchEvent(new Event("pagehide"));
  const filters = JSON.stringify({ gap_class: { operator: "in", value: ["flat"] } });
  history.replaceState(
    null,
    "",
    `/dashboard?user_id=7&probabilities=gap_up&filters=${encodeURIComponent(filters)}`,
  );
  const toasts: string[] = [];
  for (const { filters, ui } of [pageStore().getState(), pageStore().getState()]) {
    expect(filters.active).toEqual([{ feature: "gap_class", operator: "in", value: ["flat"] }]);
    expect(filters.pending).toEqual([]);
    expect(ui.activeProbabilityFeatures).toEqual(["gap_up"]);
    toasts.push(...ui.toasts.map((toast) => toast.message));
    expect(keptHistory.load().value).toMatchObject([{ filters: [{ feature: "gap_up" }] }]);
  }
  expect(toasts).toEqual(["The link's filters are shown; yours are kept in History"]);
  expect(location.pathname + location.search).toBe("/dashboard?user_id=7");
});

it("a visit without filters starts with the default ones, a link without filters has none", () => {
  const gap = { feature: "gap_up", operator: "=" as const, value: true };
  const preferences = { defaultFilters: [gap], exportFormat: "csv", usageEvents: true };
  localStorage.setItem("session-almanac.preferences", JSON.stringify(preferences));
  const activeAt = (written: unknown) => {
    history.replaceState(written, "", "/dashboard?filters=%7B%7D");
    return pageStore().getState().filters.active;
  };
  expect(activeAt(null)).toEqual([]);
  expect(activeAt({ idx: 1 })).toEqual([gap]);
});

it("a reset forgets what the address says too", () => {
  askForReset();
  history.replaceState({ idx: 1 }, "", "/settings?probabilities=nr7");
  expect(pageStore().getState().ui).toEqual(firstUi);
});

it("a link that cannot be read changes nothing, and the page says so", () => {
  history.replaceState(null, "", "/dashboard?filters=%7B");
  const { filters, ui } = pageStore().getState();
  expect(filters.active).toEqual([]);
  expect(ui.toasts.map((toast) => toast.message)).toEqual(["The link could not be read in full"]);
});

it("another number of active filters goes back to the latest day; the same number keeps the day", () => {
  answers(["s1"]);
  const store = pageStore();
  const gap = (value: boolean) => [{ feature: "gap_up", operator: "=" as const, value }];
  store.dispatch(filtersApplied({ filters: gap(true), appliedAt: 1 }));
  store.dispatch(daySelected("2024-05-03"));
  store.dispatch(filtersApplied({ filters: gap(false), appliedAt: 2 }));
  expect(store.getState().chart.selectedDate).toBe("2024-05-03");
  store.dispatch(filtersApplied({ filters: [], appliedAt: 3 }));
  expect(store.getState().chart.selectedDate).toBeNull();
});

describe("the chart day of a preset", () => {
  const gap = { feature: "gap_up", operator: "=" as const, value: true };
  const flat = { feature: "gap_class", operator: "in" as const, value: ["flat"] };

  function loaded(applied: Filter[] = []) {
    answers(["s1"]);
    const store = pageStore();
    if (applied.length > 0) store.dispatch(filtersApplied({ filters: applied, appliedAt: 0 }));
    const view = { ...viewOf(store.getState()), day: "2024-05-03" };
    store.dispatch(loadSet({ filters: [gap], view }, aCatalogue([gapUp, gapClass], [aCategory("GAPS")])));
    return { store, day: () => store.getState().chart.selectedDate };
  }

  it("outlives the Apply of its filters, and the next ordinary one takes it back", () => {
    const { store, day } = loaded();
    expect(day()).toBe("2024-05-03");
    store.dispatch(otherDaySelected({ date: "2024-04-30", why: "does not match" }));
    store.dispatch(filtersApplied({ filters: [gap], appliedAt: 1 }));
    expect(day()).toBe("2024-05-03");
    store.dispatch(filtersApplied({ filters: [gap, flat], appliedAt: 2 }));
    expect(day()).toBeNull();
  });

  it("comes back with its own filters where as many others were applied before", () => {
    const { store, day } = loaded([flat]);
    store.dispatch(otherDaySelected({ date: "2024-04-30", why: "does not match" }));
    store.dispatch(filtersApplied({ filters: [gap], appliedAt: 1 }));
    expect(day()).toBe("2024-05-03");
    store.dispatch(daySelected("2024-04-30"));
    store.dispatch(filtersApplied({ filters: [gap, flat], appliedAt: 2 }));
    expect(day()).toBeNull();
    store.dispatch(filtersApplied({ filters: [gap], appliedAt: 3 }));
    expect(day()).toBeNull();
  });

  it("goes where other filters are applied, or the same are set already", () => {
    const { store, day } = loaded();
    store.dispatch(filtersApplied({ filters: [flat], appliedAt: 1 }));
    expect(day()).toBeNull();
    store.dispatch(filtersApplied({ filters: [gap], appliedAt: 2 }));
    const view = { ...viewOf(store.getState()), day: "2024-05-03" };
    store.dispatch(loadSet({ filters: [gap], view }, aCatalogue([gapUp, gapClass], [aCategory("GAPS")])));
    expect(day()).toBe("2024-05-03");
    store.dispatch(filtersApplied({ filters: [gap, flat], appliedAt: 3 }));
    expect(day()).toBeNull();
  });
});

it("nobody is asked about a filter before the catalogue is there, and never about an unknown one", async () => {
  const asked: object[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.get("*/api/features", async () => {
      await held;
      return HttpResponse.json(aCatalogue([gapUp], [aCategory("GAPS")]));
    }),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/compute", async ({ request }) => {
      asked.push(((await request.json()) as { filters: object }).filters);
      return HttpResponse.json({ total_days: 3, data: { statistics: { features: {} } }, snapshot: "s1" });
    }),
  );
  const filters = { gap_up: { operator: "=", value: true }, moon_phase: { operator: "=", value: "full" } };
  history.replaceState(null, "", `/dashboard?filters=${encodeURIComponent(JSON.stringify(filters))}`);
  const store = pageStore();
  await store.dispatch(dataApi.endpoints.summary.initiate({}));
  expect(store.getState().session.snapshot).toBeNull();
  release();
  await waitFor(() => expect(asked).toEqual([{ gap_up: filters.gap_up }]));
  expect(store.getState().filters).toMatchObject({
    active: [{ feature: "gap_up" }],
    aside: [{ feature: "moon_phase" }],
  });
});

it("a filter kept aside comes back as pending once the catalogue holds its feature", async () => {
  const catalogues = [aCatalogue([gapClass], []), aCatalogue([gapClass, gapUp], [])];
  server.use(http.get("*/api/features", () => HttpResponse.json(catalogues.shift())));
  const store = pageStore();
  store.dispatch(filterEdited({ feature: "gap_up", operator: "=", value: true }));
  const features = () =>
    store.dispatch(dataApi.endpoints.features.initiate({}, { forceRefetch: true, subscribe: false }));
  await features();
  expect(store.getState().filters).toMatchObject({ pending: [], aside: [{ feature: "gap_up" }] });
  await features();
  expect(store.getState().filters).toMatchObject({ pending: [{ feature: "gap_up" }], aside: [] });
});

it("what another tab has pending is not pending here", () => {
  const store = pageStore();
  const gap = { feature: "gap_up", operator: "=", value: true } as const;
  const key = "session-almanac";
  localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), filters: { pending: [gap] } }));
  window.dispatchEvent(new StorageEvent("storage", { key, newValue: localStorage.getItem(key) }));
  expect(store.getState().filters.pending).toEqual([]);
});

it("a storage that refuses is said once, and the page goes on", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const store = pageStore();
  for (const value of [true, false]) {
    store.dispatch(filterEdited({ feature: "gap_up", operator: "=", value }));
    window.dispatchEvent(new Event("pagehide"));
  }
  full.mockRestore();
  expect(store.getState().ui.toasts.map((toast) => toast.message)).toEqual([
    "The browser's storage is full or blocked. What you set up holds until the page closes.",
  ]);
  expect(store.getState().filters.pending).toHaveLength(1);
  for (const storage of [browserStorage, tabStorage]) storage.remove("session-almanac");
});

it("a history that the browser refuses is said, though the rest is kept", () => {
  const set = Storage.prototype.setItem;
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, text) {
    if (key === keptHistory.name) throw new DOMException("full", "QuotaExceededError");
    set.call(this, key, text);
  });
  const store = pageStore();
  const gap = { feature: "gap_up", operator: "=", value: true } as const;
  store.dispatch(filtersApplied({ filters: [gap], appliedAt: 5 }));
  window.dispatchEvent(new Event("pagehide"));
  full.mockRestore();
  expect(store.getState().ui.toasts.map((toast) => toast.message)).toEqual([notKept("What you set up")]);
  expect(keptHistory.load().value).toHaveLength(1);
  browserStorage.remove(keptHistory.name);
});

it("what was kept and cannot be read is named", () => {
  localStorage.setItem("session-almanac", "{half");
  localStorage.setItem("session-almanac.presets", '{"future":{"v":2}}');
  expect(
    pageStore()
      .getState()
      .ui.toasts.map((toast) => toast.message),
  ).toEqual(["Saved here, but could not be read: view settings, chart settings, filters, preset future"]);
});

it("what a link names is to be seen: the categories of its filters and open cards", async () => {
  const eod = aFeature({ name: "day_close", category: "EOD" });
  const globex = aFeature({ name: "gx_range", category: "ORCL" });
  const filters = encodeURIComponent('{"day_close_prev":{"operator":"=","value":true}}');
  server.use(http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp, eod, globex], []))));
  history.replaceState(null, "", `/dashboard?filters=${filters}&probabilities=gx_range`);
  const store = pageStore();
  await store.dispatch(generatedApi.endpoints.features.initiate({}));
  await waitFor(() =>
    expect(store.getState().ui.selectedCategories).toEqual(expect.arrayContaining(["EOD", "ORCL"])),
  );
  expect(store.getState().ui.expandedCategories).toEqual(expect.arrayContaining(["EOD", "ORCL"]));
  expect(store.getState().ui.showPreviousDayFilters).toBe(true);
});
