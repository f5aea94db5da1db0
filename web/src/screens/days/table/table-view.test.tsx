import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { daysListed } from "@/address/days-slice";
import { galleryAsked } from "@/address/gallery-slice";
import { dataApi } from "@/api/data-api";
import type { DayBarsRequest } from "@/api/generated";
import { aCatalogue, gapUp } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { aDayOfBars } from "@/plot/days/testing/days";
import { showAll } from "../gallery/words";
import { TableView } from "./table-view";

const answer = {
  total_days: 1,
  limited_to: null,
  page: 1,
  pages: 1,
  columns: ["session_date"],
  rows: [{ session_date: "2024-05-03" }],
  snapshot: "s1",
};

const bars = (dates: string[]) => ({
  ...{ total: dates.length, page: 1, page_size: 50, pages: 1, limited_to: null, snapshot: "s1" },
  days: dates.map((date, at) => aDayOfBars(date, at + 1)),
});

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

it("a list that cannot be had anew stays, and says that it is not", async () => {
  let isDown = false;
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp], []))),
    http.post("*/api/v2/days/bars", () => HttpResponse.json(bars([]))),
    http.post("*/api/v2/days", () =>
      isDown ? HttpResponse.json({ message: "Not now." }, { status: 422 }) : HttpResponse.json(answer),
    ),
  );
  const store = renderPage(<TableView hasCharts={false} renderAdd={() => null} renderExport={() => null} />);
  expect(await screen.findByRole("rowheader", { name: "05/03/2024" })).toBeInTheDocument();
  isDown = true;
  store.dispatch(dataApi.util.invalidateTags(["Data"]));
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Not refreshed: Not now."));
  expect(screen.getByRole("rowheader", { name: "05/03/2024" })).toBeInTheDocument();
});

describe("beside the dates", () => {
  const dates = ["2024-05-03", "2024-05-02"];
  const rows = dates.map((session_date) => ({ session_date, gap_up: true }));
  const asked: DayBarsRequest[] = [];

  function shown(hasGallery: boolean) {
    asked.splice(0);
    const catalogue = aCatalogue([gapUp], []);
    const { features } = catalogue.profile_limits;
    const profile_limits = { ...catalogue.profile_limits, features: { ...features, gallery: hasGallery } };
    server.use(
      http.get("*/api/features", () => HttpResponse.json({ ...catalogue, profile_limits })),
      http.post("*/api/v2/days/bars", async ({ request }) => {
        asked.push((await request.json()) as DayBarsRequest);
        return HttpResponse.json(bars(dates));
      }),
      http.post("*/api/v2/days", () =>
        HttpResponse.json({ ...answer, total_days: 2, columns: ["session_date", "gap_up"], rows }),
      ),
    );
    return renderPage(<TableView hasCharts renderAdd={() => null} renderExport={() => null} />);
  }

  it("each day is drawn, and what all share is said once, with the way to its column", async () => {
    shown(true);
    expect(await screen.findAllByRole("img", { name: /, closed / })).toHaveLength(2);
    expect(asked).toMatchObject([{ page: 1, page_size: 50, sort: { column: "session_date" } }]);
    expect(screen.getByText("All rows: Gap Up = True")).toBeInTheDocument();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent?.trim())).toEqual([
      expect.stringContaining("Date"),
      "Day",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Show as columns" }));
    const table = within(screen.getByRole("table"));
    expect(table.getByRole("columnheader", { name: /Gap Up/ })).toBeInTheDocument();
    expect(table.getAllByRole("cell", { name: "True" })).toHaveLength(2);
  });

  it("the days of a bar alone are shown, on both views from their first page, until all are asked for", async () => {
    const store = shown(true);
    const part = { feature: "gap_class", module: "basic_distribution", place: "full_up" } as const;
    act(() => {
      store.dispatch(galleryAsked({ page: 3 }));
      store.dispatch(daysListed({ bar: { part, label: "Gap Class, Full up" }, page: 1 }));
    });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ part, page: 1 }));
    expect(store.getState().gallery.view.page).toBe(1);
    await userEvent.click(screen.getByRole("button", { name: showAll("Gap Class, Full up") }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ part: null, page: 1 }));
  });

  it("a tier without gallery has no drawings and is asked for none", async () => {
    shown(false);
    expect(await screen.findByRole("rowheader", { name: "05/03/2024" })).toBeInTheDocument();
    expect(screen.queryByRole("columnheader", { name: "Day" })).toBeNull();
    expect(asked).toEqual([]);
  });
});
