import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  type AppliedSet,
  keepHistory,
  keepPresets,
  keptHistory,
  keptPresets,
  type Presets,
} from "@/kept/saved-filters";
import { type View, viewOf } from "@/kept/view";
import { notKept } from "@/kept/words";
import { categoryToggled } from "@/lib/state/ui-slice";
import { browserStorage } from "@/lib/storage/storage";
import { aClaim, aClaimsAnswer } from "@/lib/testing/claims";
import { aCatalogue, gapClass, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { DEFAULT_AMA } from "@/plot/settings/ama-settings";
import { applyPending, removeActive } from "@/question/apply-filters";
import type { Filter } from "@/question/filters";
import { emptyFilters, type FiltersState, pendingCleared } from "@/question/filters-slice";
import { KEPT_ASIDE } from "@/question/words";
import { SavedFilters } from "./saved-filters";
import { ALREADY_SET } from "./words";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const gone: Filter = { feature: "moon_phase", operator: "=", value: "full" };

beforeEach(() => {
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp, gapClass, gapFillBar], []))),
  );
});

interface Given extends Partial<FiltersState> {
  presets?: Presets;
  history?: AppliedSet[];
}

async function opened(name: "Presets" | "History", { presets = {}, history = [], ...filters }: Given) {
  keepPresets({ set: presets, gone: [] });
  keepHistory(history);
  const store = renderPage(
    <SavedFilters close={vi.fn()} />,
    aStore({ filters: { ...emptyFilters, ...filters } }),
  );
  const menu = screen.getByRole("region", { name });
  return { store, menu, toasts: () => store.getState().ui.toasts.map((toast) => toast.message) };
}

async function loaded(menu: HTMLElement, name: RegExp) {
  const button = await within(menu).findByRole("button", { name });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
}

it("an example is a question of each group: one click asks it", async () => {
  const claims = [
    aClaim({ id: "pro", question: "Beyond the tier?", tier: "pro" }),
    aClaim(),
    aClaim({ id: "second", question: "Another of the group?" }),
    aClaim({ id: "hoy", group: "Yesterday", question: "Does the high break?" }),
  ];
  server.use(
    http.get("*/api/v2/claims", () => HttpResponse.json(aClaimsAnswer(...claims))),
    http.post("*/api/compute", () => HttpResponse.json({ total_days: 3, data: {}, snapshot: "s1" })),
  );
  const user = { ...letIn.session.user, profile: "lite" } as typeof letIn.session.user;
  const close = vi.fn();
  const store = renderPage(<SavedFilters close={close} />, aStore({ session: { ...letIn.session, user } }));
  const examples = await screen.findByRole("region", { name: "Examples" });
  expect(
    within(examples)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Does the gap fill by the close?", "Does the high break?"]);
  await loaded(examples, /^Does the gap fill/);
  await waitFor(() => expect(store.getState().filters.active).toEqual(aClaim().filters));
  expect(store.getState().ui.activeProbabilityFeatures).toEqual(["gap_fill_bar"]);
  expect(keptPresets.load().value).toEqual({});
  expect(close).toHaveBeenCalledOnce();
});

describe("loading a preset", () => {
  it("puts its filters into pending, and what the catalogue lacks aside, by name", async () => {
    const { store, menu, toasts } = await opened("Presets", { presets: { mine: { filters: [gap, gone] } } });
    await loaded(menu, /Load preset mine/);
    expect(store.getState().filters).toMatchObject({ pending: [gap], active: [], aside: [gone] });
    expect(toasts()).toEqual(["1 filter now pending. Not available here, kept aside: Moon phase"]);
  });

  it("lets its cards be seen: their category, and previous-day filters where it has one", async () => {
    const before: Filter = { feature: "gap_class_prev", operator: "in", value: ["flat"] };
    const { store, menu } = await opened("Presets", { presets: { mine: { filters: [before] } } });
    store.dispatch(categoryToggled("GAPS"));
    await loaded(menu, /Load preset mine/);
    expect(store.getState().ui.selectedCategories).toContain("GAPS");
    expect(store.getState().ui.showPreviousDayFilters).toBe(true);
  });

  it("opens its view: categories, order, cards, previous day, symbol, chart day and AMA", async () => {
    const view: View = {
      probabilities: ["gap_class"],
      symbol: "NQ",
      asOf: "day",
      layout: {
        selectedCategories: ["EOD", "GAPS"],
        categoryOrder: ["EOD", "GAPS", "OR12"],
        expandedCategories: ["EOD", "GAPS"],
        showPreviousDayFilters: true,
      },
      day: "2024-05-03",
      ama: { amaOn: true, ama: { ...DEFAULT_AMA, zscore: { ...DEFAULT_AMA.zscore, lookback: 30 } } },
    };
    const { store, menu } = await opened("Presets", { presets: { mine: { filters: [gap], view } } });
    await loaded(menu, /Load preset mine/);
    expect(viewOf(store.getState())).toEqual(view);
    expect(store.getState().filters.pending).toEqual([gap]);
  });

  it("keeps its bar for its own filters: others that are set may not be known by then", async () => {
    const asked: unknown[] = [];
    server.use(
      http.post("*/api/compute", async ({ request }) => {
        asked.push(((await request.json()) as { as_of?: number }).as_of);
        return HttpResponse.json({ total_days: 3, data: { statistics: { features: {} } }, snapshot: "s1" });
      }),
    );
    const range: Filter = { feature: "day_range_pts", operator: ">", value: 50 };
    const view = { ...viewOf(aStore().getState()), asOf: "b12", symbol: null };
    const { store, menu, toasts } = await opened("Presets", {
      active: [range],
      presets: { mine: { filters: [gap], view } },
    });
    await loaded(menu, /Load preset mine/);
    expect(store.getState().ui.asOf).toBe("day");
    expect(toasts()).toEqual(["1 filter now pending, known up to bar 12, 10:30."]);
    await store.dispatch(removeActive("day_range_pts"));
    expect(store.getState().ui.asOf).toBe("day");
    await store.dispatch(applyPending());
    expect(asked).toEqual([undefined, 12]);
    expect(store.getState()).toMatchObject({
      ui: { asOf: "b12" },
      filters: { nextAsOf: null, active: [gap] },
    });
    expect(keptHistory.load().value[0]?.view?.asOf).toBe("b12");
  });

  it("leaves its bar, and says so, where the tier asks of the whole day only", async () => {
    const catalogue = aCatalogue([gapUp, gapClass], []);
    catalogue.profile_limits.features.as_of = false;
    server.use(http.get("*/api/features", () => HttpResponse.json(catalogue)));
    const view = { ...viewOf(aStore().getState()), asOf: "b12" };
    const { store, menu, toasts } = await opened("Presets", { presets: { mine: { filters: [gap], view } } });
    await loaded(menu, /Load preset mine/);
    expect(store.getState().filters).toMatchObject({ pending: [gap], nextAsOf: null });
    expect(toasts()).toEqual([
      "Not available here: known up to bar 12, 10:30. The whole day is asked",
      "1 filter now pending.",
    ]);
  });

  it("lets its bar go with its filters", async () => {
    const view = { ...viewOf(aStore().getState()), asOf: "b12" };
    const { store, menu } = await opened("Presets", { presets: { mine: { filters: [gap], view } } });
    await loaded(menu, /Load preset mine/);
    expect(store.getState().filters.nextAsOf?.asOf).toBe("b12");
    store.dispatch(pendingCleared());
    expect(store.getState().filters.nextAsOf).toBeNull();
  });

  it("of before views were kept leaves the view", async () => {
    const { store, menu } = await opened("Presets", { presets: { mine: { filters: [gap] } } });
    const before = viewOf(store.getState());
    await loaded(menu, /Load preset mine/);
    expect(viewOf(store.getState())).toEqual(before);
  });

  it("says where nothing of it can be set", async () => {
    const { menu, toasts } = await opened("Presets", { presets: { lost: { filters: [gone] } } });
    await loaded(menu, /Load preset lost/);
    expect(toasts()).toEqual([`${KEPT_ASIDE}: Moon phase`]);
  });
});

it("a set that is active already is not pending again, and the page says so", async () => {
  const state = { active: [gap], history: [{ filters: [gap], appliedAt: 5 }] };
  const { store, menu, toasts } = await opened("History", state);
  await loaded(menu, /^Load the filters/);
  expect(store.getState().filters.pending).toEqual([]);
  expect(toasts()).toEqual([ALREADY_SET]);
});

describe("what another tab does", () => {
  const stored = (key: string, value: object) => {
    localStorage.setItem(key, JSON.stringify(value));
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
  };

  it("with presets happens here: they come and go, this tab's own stay", async () => {
    const { menu } = await opened("Presets", {
      presets: { mine: { filters: [gap] }, gone: { filters: [gap] } },
    });
    const names = () =>
      within(menu)
        .getAllByRole("button", { name: /^Load preset/ })
        .map((button) => button.getAttribute("aria-label"));
    await waitFor(() => expect(names()).toEqual(["Load preset gone", "Load preset mine"]));
    const { mine } = JSON.parse(localStorage.getItem("session-almanac.presets") ?? "");
    stored("session-almanac.presets", { mine, theirs: [gap] });
    expect(names()).toEqual(["Load preset mine", "Load preset theirs"]);
  });

  it("with the history happens here", async () => {
    const { menu } = await opened("History", {});
    await within(menu).findByText("No applied filters yet");
    stored("session-almanac.history", [{ filters: [gap], appliedAt: 5 }]);
    expect(await within(menu).findByText("Gap up")).toBeVisible();
  });
});

describe("saving a preset", () => {
  it("takes the trimmed name, the active filters and no pending one", async () => {
    const pending: Filter[] = [{ feature: "gap_class", operator: "in", value: ["flat"] }];
    const { store, menu, toasts } = await opened("Presets", { active: [gap], pending });
    await userEvent.type(await within(menu).findByLabelText("Preset name"), "  mine {Enter}");
    const mine = { filters: [gap], view: viewOf(store.getState()) };
    expect(keptPresets.load().value).toEqual({ mine });
    expect(JSON.parse(localStorage.getItem("session-almanac.presets") ?? "")).toEqual({ mine });
    expect(toasts()).toEqual(["Preset mine saved successfully"]);
  });

  it("that the browser refuses says so, and the preset is there until the page closes", async () => {
    const { menu, toasts } = await opened("Presets", { active: [gap] });
    const field = await within(menu).findByLabelText("Preset name");
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await userEvent.type(field, "mine{Enter}");
    full.mockRestore();
    const held = keptPresets.load().value;
    browserStorage.remove("session-almanac.presets");
    expect(toasts()).toEqual([notKept("Preset mine")]);
    expect(held).toMatchObject({ mine: { filters: [gap] } });
  });
});

it("an entry of the history says when and what, and loads into pending", async () => {
  const appliedAt = new Date(2026, 10, 21, 9, 15, 7).getTime();
  const { store, menu } = await opened("History", { history: [{ filters: [gap], appliedAt }] });
  expect(await within(menu).findByText("Gap up")).toBeVisible();
  await loaded(menu, /Load the filters of Nov 21, 2026, 9:15:07/);
  expect(store.getState().filters.pending).toEqual([gap]);
});
