import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { probabilityToggled } from "@/lib/state/ui-slice";
import { atTestEnd } from "@/lib/testing/calls";
import { aCatalogue, aCategory, aSummary, gapClass, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { emptyFilters, filtersShown } from "@/question/filters-slice";
import { CategoryList } from "./category-list";
import { DashboardPage } from "./dashboard-page";
import { NO_DAYS, VIEWS } from "./words";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const page = (
  <DashboardPage
    actions={null}
    aside={null}
    cardFilter={null}
    start={(done) => (
      <button type="button" onClick={done}>
        start from a question
      </button>
    )}
    focus={<p>conditions and answers</p>}
    fetchFocus={() => {}}
    renderCard={(feature) => <p>card {feature.name}</p>}
  />
);
const catalogue = aCatalogue(
  [gapUp, gapClass],
  [
    aCategory("GAPS", { display_name: "Gap Features", visible_features: 2 }),
    aCategory("OR18", { display_name: "Opening Range 18" }),
  ],
);

function answers(days: number) {
  server.use(
    http.get("*/api/features", () => HttpResponse.json(catalogue)),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/filtered", () =>
      HttpResponse.json({ filtered_data: { total_days: days }, total_days: days, snapshot: "s1" }),
    ),
  );
}

const figure = (label: string) => screen.getByText(label).nextElementSibling;

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

describe("what it begins with", () => {
  const begin = () => screen.queryByText("start from a question");

  it("comes where no card is open and no filter is set, and does not leave under the hand", async () => {
    answers(212);
    const store = renderPage(page);
    expect(await screen.findByText("start from a question")).toBeVisible();
    act(() => void store.dispatch(filtersShown([gap])));
    act(() => void store.dispatch(probabilityToggled("gap_up")));
    expect(begin()).toBeVisible();
    await userEvent.click(screen.getByText("start from a question"));
    expect(begin(), "it was used").toBeNull();
    act(() => void store.dispatch(filtersShown([])));
    expect(begin()).toBeNull();
    act(() => void store.dispatch(probabilityToggled("gap_up")));
    expect(begin(), "all was cleared").toBeVisible();
  });

  it.each([
    { ui: { ...letIn.ui, activeProbabilityFeatures: ["gap_up"] } },
    { filters: { ...emptyFilters, active: [gap] } },
  ])("is not there where something is open or set", async (state) => {
    answers(212);
    renderPage(page, aStore(state));
    await screen.findByText("card gap_up");
    expect(begin()).toBeNull();
  });
});

describe("before there is an answer", () => {
  it("says that data is loading", async () => {
    server.use(
      http.get("*/api/features", () => delay("infinite")),
      http.get("*/api/v2/summary", () => delay("infinite")),
    );
    renderPage(page);
    expect(screen.getByText("Loading data...")).toBeVisible();
  });

  it("a failure says so with the server's message", async () => {
    server.use(
      http.get("*/api/features", () => HttpResponse.json({ message: "No catalogue." }, { status: 404 })),
      http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    );
    renderPage(page);
    expect(await screen.findByText("Error loading data")).toBeVisible();
    expect(screen.getByText("No catalogue.")).toBeVisible();
  });
});

describe("the three figures", () => {
  it("are total, matching and share with two decimals", async () => {
    answers(139);
    renderPage(page, aStore({ filters: { ...emptyFilters, active: [gap] } }));
    await waitFor(() => expect(figure("Filtered Days")).toHaveTextContent("139"));
    expect(figure("Total Days")).toHaveTextContent("531");
    expect(figure("Percentage")).toHaveTextContent("26.18%");
    expect(screen.queryByText(NO_DAYS)).toBeNull();
  });

  it("of another question do not stand beside one that is refused", async () => {
    answers(139);
    const store = renderPage(page, aStore({ filters: { ...emptyFilters, active: [gap] } }));
    await waitFor(() => expect(figure("Filtered Days")).toHaveTextContent("139"));
    const refused = () => HttpResponse.json({ message: "Not known yet." }, { status: 422 });
    server.use(http.post("*/api/v2/filtered", refused));
    act(() => void store.dispatch(filtersShown([{ ...gap, value: false }])));
    expect(await screen.findByText("Error loading data: Not known yet.")).toBeVisible();
    expect(figure("Filtered Days")).toHaveTextContent(/^–$/);
    expect(figure("Percentage")).toHaveTextContent(/^–$/);
    expect(figure("Total Days")).toHaveTextContent("531");
  });

  it("with no matching day are red and a sentence says what to do", async () => {
    answers(0);
    renderPage(page, aStore({ filters: { ...emptyFilters, active: [gap] } }));
    const sentence = "No trading days match the current filter criteria. Try adjusting your filters.";
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(figure("Percentage")).toHaveTextContent("0.00%");
    expect(figure("Percentage")?.parentElement).toHaveAttribute("data-bad", "true");
  });
});

it("a category begins with its open cards, one opened later among them", async () => {
  answers(531);
  const ui = { ...letIn.ui, activeProbabilityFeatures: ["gap_class"] };
  const store = renderPage(page, aStore({ ui }));
  const section = await screen.findByRole("region", { name: "Gap Features" });
  const cards = () =>
    within(section)
      .getAllByText(/^card/)
      .map((card) => card.textContent);
  expect(cards()).toEqual(["card gap_class", "card gap_up"]);
  act(() => void store.dispatch(probabilityToggled("gap_up")));
  expect(cards()).toEqual(["card gap_up", "card gap_class"]);
  act(() => void store.dispatch(probabilityToggled("gap_class")));
  expect(cards()).toEqual(["card gap_up", "card gap_class"]);
});

it("all features or Focus, by click and by keys; one of both is always chosen", async () => {
  answers(531);
  const store = renderPage(page);
  await screen.findByRole("region", { name: "Gap Features" });
  const choice = screen.getByRole("group", { name: VIEWS });
  const [all, focus] = within(choice).getAllByRole("button") as [HTMLElement, HTMLElement];
  expect([all, focus].map((each) => each.getAttribute("aria-pressed"))).toEqual(["true", "false"]);
  await userEvent.click(focus);
  expect(screen.getByText("conditions and answers")).toBeVisible();
  expect(screen.queryByText("Filter Controls")).toBeNull();
  await userEvent.click(focus);
  expect(store.getState().ui.view).toBe("focus");
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  expect(all).toHaveFocus();
  expect(screen.queryByText("conditions and answers")).toBeNull();
  expect(screen.getByRole("region", { name: "Gap Features" })).toBeVisible();
});

describe("a category", () => {
  it("shows its cards and counts, and hides them when closed", async () => {
    answers(531);
    const filters = { ...emptyFilters, active: [gap], pending: [{ ...gap, feature: "gap_class_prev" }] };
    renderPage(page, aStore({ filters }));
    const section = await screen.findByRole("region", { name: "Gap Features" });
    expect(within(section).getByText("(2 features)")).toBeVisible();
    expect(within(section).getByText("1 pending")).toBeVisible();
    expect(within(section).getByText("1 active")).toBeVisible();
    expect(within(section).getByText("card gap_up")).toBeVisible();
    await userEvent.click(within(section).getByRole("button", { name: /Gap Features/ }));
    expect(within(section).queryByText("card gap_up")).toBeNull();
  });

  it("that is not selected is not shown", async () => {
    answers(531);
    renderPage(page, aStore({ ui: { ...letIn.ui, selectedCategories: ["OR18"] } }));
    const sentence = "No categories selected. Use the sidebar to add feature categories.";
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it("in the sidebar is chosen by a click, and one without features says it is not available", async () => {
    answers(531);
    const store = renderPage(<CategoryList />);
    const chosen = await screen.findByRole("button", { name: "Gap Features 2/14 features" });
    expect(chosen).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(chosen);
    expect(store.getState().ui.selectedCategories).toEqual(["OR12", "GLOBEX"]);
    expect(screen.getByRole("button", { name: "Opening Range 18 Not available" })).toBeVisible();
  });

  it("in the sidebar can be reordered once the page is quiet", async () => {
    const idle = vi.fn<(callback: () => void) => void>();
    Object.assign(globalThis, { requestIdleCallback: idle, cancelIdleCallback: () => {} });
    atTestEnd(() => {
      for (const name of ["requestIdleCallback", "cancelIdleCallback"])
        Reflect.deleteProperty(globalThis, name);
    });
    answers(531);
    renderPage(<CategoryList />);
    await screen.findByRole("button", { name: "Gap Features 2/14 features" });
    await act(async () => void (await import("./sortable-categories")));
    expect(screen.queryByRole("button", { name: "Reorder Gap Features" })).toBeNull();
    act(() => idle.mock.calls[0]?.[0]());
    expect(await screen.findByRole("button", { name: "Reorder Gap Features" })).toBeVisible();
  });
});
