import { act, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dataApi } from "@/api/data-api";
import { selectLooks } from "@/kept/ledger/ledger-slice";
import { probabilityToggled } from "@/lib/state/ui-slice";
import { aCatalogue, aFeature, gapClass, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { questionOf } from "@/question/question-text";
import { computeSelection } from "@/question/selection";
import { CardProbability, SelectedDays } from "./card-probability";

const drawn = vi.hoisted((): string[] => []);

vi.mock("@/parts/probability/module-list", () => ({
  ModuleList: ({ feature, result }: { feature: { name: string }; result: { modules: object } }) => {
    drawn.push(feature.name);
    return <p>{JSON.stringify(result.modules)}</p>;
  },
}));

const filter = (value: number): Filter => ({ feature: "gap_size_pts", operator: ">", value });
const rates = { gap_class: 1, gap_fill_bar: 2 };

beforeEach(() => {
  drawn.splice(0);
  server.use(http.get("*/api/features", () => HttpResponse.json(aCatalogue([], []))));
});

function result(feature: keyof typeof rates) {
  const verdict = { against: "coin", adjusted_p: feature === "gap_class" ? 0.3 : 0.2 };
  const data = { occurrence_days: 2, total_days: 4, occurrence: 0.5, coin: { verdict } };
  return { feature, metadata: {}, modules: { occurrence: { rate: rates[feature], data } } };
}

async function withTwoCards() {
  server.use(
    http.post("*/api/compute", () => {
      const features = { gap_class: result("gap_class"), gap_fill_bar: result("gap_fill_bar") };
      return HttpResponse.json({ total_days: 3, data: { statistics: { features } }, snapshot: "s1" });
    }),
  );
  const cards = ["gap_class", "gap_fill_bar"];
  const store = aStore({ ui: { ...letIn.ui, activeProbabilityFeatures: cards } });
  const apply = (value: number) =>
    act(async () => {
      await store.dispatch(computeSelection([filter(value)], true));
    });
  await apply(1);
  render(
    <Provider store={store}>
      <MemoryRouter>
        <SelectedDays>
          {[gapClass, gapFillBar].map((feature) => (
            <CardProbability key={feature.name} feature={feature} />
          ))}
        </SelectedDays>
      </MemoryRouter>
    </Provider>,
  );
  expect(drawn.splice(0)).toEqual(cards);
  return { apply, store };
}

it("applying draws only the card whose own answer changed, and that once", async () => {
  const { apply } = await withTwoCards();
  await apply(2);
  expect(drawn.splice(0)).toEqual([]);
  rates.gap_fill_bar = 5;
  await apply(3);
  expect(drawn.splice(0)).toEqual(["gap_fill_bar"]);
  expect(screen.getByText(/^\{"occurrence":\{"rate":5,/)).toBeVisible();
  await apply(4);
  expect(drawn).toEqual([]);
});

it("a card in sight is drawn first, one out of sight in a later frame", async () => {
  const unmeasured = IntersectionObserver;
  vi.stubGlobal("IntersectionObserver", onlySeen("Probability of Gap Fill (bar)"));
  const { apply } = await withTwoCards();
  vi.stubGlobal("IntersectionObserver", unmeasured);
  rates.gap_class = 7;
  rates.gap_fill_bar = 8;
  await apply(2);
  expect(drawn).toEqual(["gap_fill_bar", "gap_class"]);
  expect(document.querySelector("[data-stale=true]")).toBeNull();
});

it("a question whose card is in sight is a look, once, by the smallest p of its open cards", async () => {
  const unmeasured = IntersectionObserver;
  vi.stubGlobal("IntersectionObserver", onlySeen("Probability of Gap Class"));
  const { apply, store } = await withTwoCards();
  const seen = () => selectLooks(store.getState()).map(({ feature, question }) => [feature, question]);
  const look = (value: number) => ["gap_fill_bar", questionOf([filter(value)])];
  expect(seen()).toEqual([look(1)]);
  await apply(2);
  await apply(1);
  vi.stubGlobal("IntersectionObserver", unmeasured);
  expect(seen()).toEqual([look(1), look(2)]);
  expect(selectLooks(store.getState())[0]).toMatchObject({ n: 4, rate: 0.5, p: 0.2 });
});

it("a question without a card in sight is no look", async () => {
  const unmeasured = IntersectionObserver;
  vi.stubGlobal("IntersectionObserver", onlySeen("Probability of nothing"));
  const { apply, store } = await withTwoCards();
  await apply(2);
  vi.stubGlobal("IntersectionObserver", unmeasured);
  expect(selectLooks(store.getState())).toEqual([]);
});

it.each([
  [true, 1],
  [false, 0],
])("a card of numbers leads to its curve where the tier has it: %s", async (curve, links) => {
  const own = aCatalogue([], []);
  own.profile_limits.features.curve = curve;
  server.use(
    http.get("*/api/features", () => HttpResponse.json(own)),
    http.post("*/api/v2/probabilities", () => HttpResponse.json({ probabilities: {} })),
  );
  const features = [aFeature(), gapClass];
  const open = features.map(({ name }) => name);
  const store = aStore({ ui: { ...letIn.ui, activeProbabilityFeatures: open } });
  renderPage(
    <SelectedDays>
      {features.map((feature) => (
        <CardProbability key={feature.name} feature={feature} />
      ))}
    </SelectedDays>,
    store,
  );
  await act(() => Promise.all(store.dispatch(dataApi.util.getRunningQueriesThunk())));
  await waitFor(() =>
    expect(screen.queryAllByRole("link", { name: "Curve of Gap Size" })).toHaveLength(links),
  );
  expect(screen.queryAllByRole("link")).toHaveLength(links);
});

describe("the verdicts of all open cards come of one answer, which was asked for all of them", () => {
  const all = ["gap_class", "gap_fill_bar", "gap_up"];
  const [A = "", B = "", C = ""] = all;

  /** Cards, some of them open; an answer shows on each card what it was asked for, and waits for `release`. */
  function page(...open: string[]) {
    const asked: string[][] = [];
    const releases: (() => void)[] = [];
    const failing = { next: false };
    server.use(
      http.post("*/api/v2/probabilities", async ({ request }) => {
        const { features } = (await request.json()) as { features: string[] };
        asked.push(features);
        await new Promise<void>((resolve) => releases.push(resolve));
        if (failing.next) return HttpResponse.json({ message: "No." }, { status: 422 });
        const modules = { occurrence: { of: features.join() } };
        const results = features.map((feature) => [feature, { feature, metadata: {}, modules }]);
        return HttpResponse.json({ probabilities: Object.fromEntries(results) });
      }),
    );
    const store = aStore({ ui: { ...letIn.ui, activeProbabilityFeatures: open } });
    renderPage(
      <SelectedDays>
        {[gapClass, gapFillBar, gapUp].map((feature) => (
          <CardProbability key={feature.name} feature={feature} />
        ))}
      </SelectedDays>,
      store,
    );
    const toggle = (...names: string[]) =>
      act(() => void names.map((name) => store.dispatch(probabilityToggled(name))));
    const answered = async (call: number) => {
      await waitFor(() => expect(releases).toHaveLength(call));
      await act(async () => releases[call - 1]?.());
    };
    const shown = () => screen.getAllByRole("region").map((card) => card.textContent);
    const shows = (...texts: (string | RegExp)[]) =>
      waitFor(() => expect(shown()).toEqual(texts.map((text) => expect.stringMatching(text))));
    return { asked, failing, toggle, answered, shows };
  }

  it("one that is opened asks for all; the others keep theirs until the answer replaces it", async () => {
    const { asked, toggle, answered, shows } = page(B, A);
    await answered(1);
    await shows(`"${A},${B}"`, `"${A},${B}"`);
    toggle(C);
    await shows(`"${A},${B}"`, `"${A},${B}"`, "Loading");
    expect(document.querySelectorAll("[data-stale=true]")).toHaveLength(1);
    await answered(2);
    await shows(`"${all}"`, `"${all}"`, `"${all}"`);
    expect(asked).toEqual([[A, B], all]);
  });

  it("those opened while a call is under way ask together after it, and its answer is not shown", async () => {
    const { asked, toggle, answered, shows } = page();
    toggle(A);
    await waitFor(() => expect(asked).toEqual([[A]]));
    toggle(B);
    toggle(C);
    await answered(1);
    await waitFor(() => expect(asked).toEqual([[A], all]));
    await shows("Loading", "Loading", "Loading");
    await answered(2);
    await shows(`"${all}"`, `"${all}"`, `"${all}"`);
    expect(asked).toHaveLength(2);
  });

  it("closing asks nothing, nor opening it again, unless the others have another answer by then", async () => {
    const { asked, toggle, answered, shows } = page(A, B);
    await answered(1);
    await shows(`"${A},${B}"`, `"${A},${B}"`);
    toggle(A);
    await shows(`"${A},${B}"`);
    toggle(A);
    await shows(`"${A},${B}"`, `"${A},${B}"`);
    toggle(A);
    toggle(C);
    await answered(2);
    await shows(`"${B},${C}"`, `"${B},${C}"`);
    toggle(A);
    await answered(3);
    await shows(`"${all}"`, `"${all}"`, `"${all}"`);
    expect(asked).toEqual([[A, B], [B, C], all]);
  });

  it("a call that fails leaves the others as they are, and opening the card again asks again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { failing, toggle, answered, shows } = page(A, B);
    await answered(1);
    failing.next = true;
    toggle(C);
    await answered(2);
    await shows(`"${A},${B}"`, `"${A},${B}"`, "Error loading probability: No.");
    expect(document.querySelector("[data-stale=true]")).toBeNull();
    failing.next = false;
    toggle(C);
    toggle(C);
    await answered(3);
    await shows(`"${all}"`, `"${all}"`, `"${all}"`);
  });
});

/** An observer that says of everything but what holds the named region that it is out of sight. */
function onlySeen(name: string) {
  return class {
    constructor(private readonly tell: (entries: object[]) => void) {}
    observe(target: Element) {
      const isIntersecting = target.querySelector(`[aria-label="${name}"]`) !== null;
      this.tell([{ isIntersecting }]);
    }
    disconnect() {}
  };
}
