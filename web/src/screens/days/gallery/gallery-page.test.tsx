import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { allDays } from "@/address/days-slice";
import { dayOpened, firstGallery, nothingOpened } from "@/address/gallery-slice";
import type { DayBarsAnswer, DayBarsRequest } from "@/api/generated";
import { aCatalogue, aDayList, aFeature, aSummary, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { aStore, renderPage } from "@/lib/testing/render";
import { savedFiles } from "@/lib/testing/saved-files";
import { server } from "@/lib/testing/server";
import { aDayOfBars } from "@/plot/days/testing/days";
import { filtersApplied } from "@/question/filters-slice";
import { GalleryPage } from "./gallery-page";
import { showAll } from "./words";

const size = aFeature({ displayName: "Gap Size (pts)" });
const FEATURES = [gapUp, gapFillBar, size];
const asked: DayBarsRequest[] = [];
let more: Partial<DayBarsAnswer>;

function answerTo({ page = 1, page_size = 24 }: DayBarsRequest): DayBarsAnswer {
  const dates = Array.from({ length: 5 }, (_, at) => `2024-0${page}-0${at + 1}`);
  const values = { gap_up: true, gap_fill_bar: 0, gap_size_pts: -2.5 };
  return {
    ...{ total: 412, page, page_size, pages: 18, limited_to: null, snapshot: "s1" },
    days: dates.map((date, at) => aDayOfBars(date, at + 1, { values })),
    ...more,
  };
}

beforeEach(() => {
  asked.splice(0);
  more = {};
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue(FEATURES, []))),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/days/bars", async ({ request }) => {
      const body = (await request.json()) as DayBarsRequest;
      asked.push(body);
      return HttpResponse.json(answerTo(body));
    }),
  );
});

const page = (
  <Routes>
    <Route
      path="/days"
      element={
        <GalleryPage
          hasCharts
          pngDenied={null}
          renderAdd={(dates) => <button type="button">{`Add ${dates.join(", ")}`}</button>}
          renderChoice={({ chosen, onChoose }) => (
            <button type="button" onClick={() => onChoose(["gap_fill_bar"])}>
              {`Captions: ${chosen.join(", ")}`}
            </button>
          )}
        />
      }
    />
    <Route path="/chart" element={<p>The chart</p>} />
  </Routes>
);

const shown = (state: Parameters<typeof aStore>[0] = {}) => renderPage(page, aStore(state), "/days");
const days = async () => within(await screen.findByRole("list", { name: "Days" })).getAllByRole("link");
const focused = () => document.activeElement?.getAttribute("data-date");

it("the days are a list of links that say what each day did, with the captions below", async () => {
  shown({ gallery: { ...nothingOpened, view: { ...firstGallery, captions: ["gap_up", "gap_size_pts"] } } });
  const links = await days();
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringMatching(/^Monday 1 Jan 2024, (up|down) \d\.\d\d ADR10, closed (near its|within)/),
    ...[2, 3, 4, 5].map((day) => expect.stringContaining(`${day} Jan 2024, `)),
  ]);
  expect(screen.getAllByText("Gap Size (pts)", { selector: "dt" })).toHaveLength(5);
  expect(screen.getAllByText("−2.50", { selector: "dd" })).toHaveLength(5);
  expect(screen.getByRole("status")).toHaveTextContent("412 days");
  expect(asked).toEqual([
    {
      ...{
        filters: {},
        symbol: "ES",
        snapshot: "s1",
        part: null,
        excursion: null,
        columns: ["gap_up", "gap_size_pts", "gap_fill_bar"],
      },
      ...{ sort: { column: "session_date", descending: true }, page: 1, page_size: 24 },
    },
  ]);
});

it("what lists of days say of a day stands below it, and the page's days can be added to one", async () => {
  const lists = [aDayList("textbook", "2024-01-02"), aDayList("late", "2024-01-02", "2024-01-04")];
  server.use(http.get("*/api/v2/lists", () => HttpResponse.json({ lists, may_edit: true, snapshot: "s1" })));
  shown();
  await days();
  expect(await screen.findByText("textbook · late")).toBeInTheDocument();
  expect(screen.getAllByText("late")).toHaveLength(1);
  expect(screen.getByRole("button", { name: /^Add 2024-01-01, .*, 2024-01-05$/ })).toBeInTheDocument();
});

describe("choices", () => {
  it("order, size and captions are asked; another order begins at the first page, other captions do not", async () => {
    const store = shown({ gallery: { ...nothingOpened, view: { ...firstGallery, page: 3 } } });
    await days();
    await userEvent.click(screen.getByRole("button", { name: /^Captions/ }));
    expect(store.getState().gallery.view).toMatchObject({ page: 3, captions: ["gap_fill_bar"] });
    await userEvent.selectOptions(screen.getByLabelText("Sort by"), "Gap Size (pts)");
    await userEvent.selectOptions(screen.getByLabelText("Order"), "Ascending");
    await userEvent.selectOptions(screen.getByLabelText("Days a page"), "60");
    const sort = { column: "gap_size_pts", descending: false };
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort, page: 1, page_size: 60 }));
    expect(asked.at(-1)?.columns).toEqual(["gap_fill_bar"]);
  });

  it("other filters begin at the first page", async () => {
    const store = shown({ gallery: { ...nothingOpened, view: { ...firstGallery, page: 3 } } });
    await days();
    const filter = { feature: "gap_up", operator: "=" as const, value: true };
    act(() => void store.dispatch(filtersApplied({ filters: [filter], appliedAt: 1 })));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 1, filters: { gap_up: {} } }));
  });

  it("a page beyond the last gives way to the last", async () => {
    more = { pages: 2, days: [] };
    const store = shown({ gallery: { ...nothingOpened, view: { ...firstGallery, page: 9 } } });
    await waitFor(() => expect(store.getState().gallery.view.page).toBe(2));
  });
});

it("the days of a bar alone are shown until all are asked for", async () => {
  const part = { feature: "gap_fill_bar", module: "timing_analysis", place: "bar 12" } as const;
  const bar = { part, label: "Gap Fill (bar), event on bar 12" };
  shown({ days: { ...allDays, bar } });
  await days();
  expect(asked).toMatchObject([{ part }]);
  expect(screen.getByText(`${bar.label}.`)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: showAll(bar.label) }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ part: null, page: 1 }));
});

describe("keys", () => {
  it("one day is in the order of Tab; arrows, Home and End walk, PageDown and PageUp turn pages", async () => {
    shown();
    const links = await days();
    expect(links.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1]);
    act(() => links[0]?.focus());
    await userEvent.keyboard("{ArrowRight}");
    expect(focused()).toBe("2024-01-02");
    expect(links.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1, -1]);
    await userEvent.keyboard("{End}");
    expect(focused()).toBe("2024-01-05");
    await userEvent.keyboard("{ArrowRight}");
    expect(focused()).toBe("2024-01-05");
    await userEvent.keyboard("{Home}{PageUp}");
    expect(focused()).toBe("2024-01-01");
    await userEvent.keyboard("{PageDown}");
    await waitFor(() => expect(focused()).toBe("2024-02-01"));
    await userEvent.keyboard("{PageUp}");
    await waitFor(() => expect(focused()).toBe("2024-01-01"));
  });
});

it("a day opens its chart, and the page comes back to it", async () => {
  const store = shown();
  await userEvent.click((await days())[3] as HTMLElement);
  expect(await screen.findByText("The chart")).toBeInTheDocument();
  expect(store.getState().gallery.place).toEqual({ date: "2024-01-04", scroll: 0 });
});

it("back from a day's chart that day has the focus", async () => {
  const store = aStore();
  store.dispatch(dayOpened({ date: "2024-01-03", scroll: 0 }));
  renderPage(page, store, "/days");
  await days();
  expect(focused()).toBe("2024-01-03");
});

it("a page of days is saved as one picture, and none where the tier has none", async () => {
  const saved = savedFiles();
  const store = shown();
  await days();
  await userEvent.click(screen.getByRole("button", { name: "PNG" }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(["gallery-es-page-1.png"]));
  expect(saved[0]?.file.type).toBe("image/png");
  expect(store.getState().counters.dataExports).toBe(1);
});

describe("what is said", () => {
  it("no day", async () => {
    more = { total: 0, pages: 0, days: [] };
    shown();
    expect(await screen.findByText("No trading days match.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Print" })).toBeDisabled();
  });

  it("one day, without ADR10", async () => {
    more = { total: 1, pages: 1, days: [aDayOfBars("2024-05-03", 1, { adr10: null })] };
    shown();
    expect(await days()).toHaveLength(1);
    expect(screen.getByText("No ADR10: its own scale")).toBeInTheDocument();
    expect(screen.getByText(/No day has an ADR10/)).toBeInTheDocument();
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  it("a tier that sees some of the days", async () => {
    more = { limited_to: 100 };
    shown();
    expect(await screen.findByRole("note")).toHaveTextContent("the first 100 of 412 days");
  });

  it("a failure", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    server.use(
      http.post("*/api/v2/days/bars", () => HttpResponse.json({ message: "Not now." }, { status: 422 })),
    );
    shown();
    expect(await screen.findByRole("alert")).toHaveTextContent("Error loading days: Not now.");
  });
});
