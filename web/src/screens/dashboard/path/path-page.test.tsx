import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { PathAnswer, PathQuantiles, PathRequest } from "@/api/generated";
import { aVerdict } from "@/lib/testing/coins";
import { aCatalogue, aFeature, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import PathPage from "./path-page";
import { AS_A_TABLE, NO_COIN, NO_OTHERS, READ_BAR } from "./words";

vi.mock("@/plot/echart", () => ({ default: () => null }));

const GAP_UP: Filter = { feature: "gap_up", operator: "=", value: true };
const asked: PathRequest[] = [];
let answer: PathAnswer;

/** After bar `b` the median stands at `slope` thousandths of ADR10 times `b`, other levels around it. */
function aPath(days: number, slope: number): PathQuantiles {
  const at = (beside: number) => Array.from({ length: 81 }, (_, bar) => (slope * (bar + 1)) / 1000 + beside);
  return { days, p10: at(-0.4), p25: at(-0.2), p50: at(0), p75: at(0.2), p90: at(0.4) };
}

beforeEach(() => {
  asked.splice(0);
  answer = {
    ...{ total_days: 412, snapshot: "s1" },
    ...{ matched: aPath(409, 1), others: aPath(119, -1), coin: aPath(21_000, 0) },
  };
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([], []))),
    http.post("*/api/v2/path", async ({ request }) => {
      asked.push((await request.json()) as PathRequest);
      return HttpResponse.json(answer);
    }),
  );
});

const shown = (active: Filter[] = [], asOf = "day") =>
  renderPage(
    <PathPage />,
    aStore({ filters: { ...emptyFilters, active }, ui: { ...letIn.ui, asOf } }),
    "/path",
  );
const slider = () => screen.findByRole("slider", { name: READ_BAR });
const reading = () => within(screen.getByRole("figure")).getByRole("status");

it("asks the filters as of the bar, and reads the last bar of the whole day first", async () => {
  shown([GAP_UP]);
  expect(await slider()).toHaveAttribute("aria-valuetext", "Bar 81, 16:15");
  expect(
    screen.getByText(
      "By the close, half of 409 days lie between −11.9% and +28.1% of ADR10 from the open; their median is +8.1%.",
    ),
  ).toBeVisible();
  expect(reading()).toHaveTextContent("Bar 81, 16:15");
  expect(reading()).toHaveTextContent(
    "These days median +8.1%, half of the days −11.9% to +28.1%, 8 of 10 −31.9% to +48.1%.",
  );
  expect(reading()).toHaveTextContent("Others median −8.1%, half of the days −28.1% to +11.9%.");
  expect(reading()).toHaveTextContent("Coin median 0.0%, half of the days −20.0% to +20.0%.");
  expect(asked).toEqual([
    { symbol: "ES", snapshot: "s1", filters: { gap_up: { operator: "=", value: true } } },
  ]);
});

it("keys and the pointer read other bars", async () => {
  shown();
  fireEvent.keyDown(await slider(), { key: "ArrowLeft" });
  expect(reading()).toHaveTextContent("Bar 80, 16:10These days median +8.0%");
  fireEvent.keyDown(await slider(), { key: "Home" });
  expect(reading()).toHaveTextContent("Bar 1, 9:35These days median +0.1%");
  const plane = screen.getByTestId("plane");
  vi.spyOn(plane, "getBoundingClientRect").mockReturnValue(new DOMRect(100, 0, 810, 300));
  fireEvent.pointerMove(plane, { clientX: 100 + 123 });
  expect(reading()).toHaveTextContent("Bar 12, 10:30");
  for (const [clientX, bar] of [
    [0, "Bar 1,"],
    [5000, "Bar 81,"],
  ] as const) {
    fireEvent.pointerDown(plane, { clientX });
    expect(reading()).toHaveTextContent(bar);
  }
});

it("reads the bar as of which is asked first, and names its mark", async () => {
  shown([], "b18");
  expect(await slider()).toHaveAttribute("aria-valuetext", "Bar 18, 11:00");
  expect(screen.getByText("Known up to bar 18, 11:00.")).toBeVisible();
  expect(asked).toEqual([{ symbol: "ES", snapshot: "s1", filters: {}, as_of: 18 }]);
});

it("says of how many days the path is, and what has no ADR10", async () => {
  shown();
  expect(await screen.findByText(/^409 days\./)).toHaveTextContent(
    "409 days. 3 of 412 days have no ADR10: left out. The others are 119 days. The coin's are 21,000 coin days.",
  );
});

it("says which filters know more than the open", async () => {
  const late = aFeature({ name: "day_range_pts", displayName: "Day Range", knownAt: "eod" });
  const catalogue = aCatalogue([{ ...late, known_at_bar: 81 }, gapUp], []);
  server.use(http.get("*/api/features", () => HttpResponse.json(catalogue)));
  shown([GAP_UP, { feature: "day_range_pts", operator: ">", value: 40 }]);
  expect(await screen.findByText(/^Look-ahead: /)).toHaveTextContent(
    "Look-ahead: Day Range: over 40 points is known only after the open. So what chose these days came later than the left part of this picture.",
  );
});

const FEW_COINS = {
  verdict: aVerdict({ code: "not_tested", words: "Too few days to test.", reason: "too_few" }),
};

it.each([
  [{ coin: FEW_COINS }, "Too few days to test."],
  [{ coin: null }, NO_COIN],
  [{ others: null }, NO_OTHERS],
])("tells why a line is not there: %j", async (part, words) => {
  answer = { ...answer, ...part };
  shown();
  expect(await screen.findByText(/^409 days\./)).toHaveTextContent(words);
  expect(within(reading()).getAllByText(/^(These days|Others|Coin)$/)).toHaveLength(2);
});

it("draws few days with a warning, and nothing of none", async () => {
  answer = { ...answer, total_days: 7, matched: aPath(7, 1) };
  shown();
  expect(await screen.findByRole("alert")).toHaveTextContent("Of 7 days a path says little: 10 or more");
  expect(await slider()).toBeVisible();
});

it.each([
  [0, "No day matches the filters."],
  [2, "0 days. 2 of 2 days have no ADR10: left out."],
])("draws nothing of %s days without a path", async (total_days, words) => {
  answer = { ...answer, total_days, matched: null };
  shown();
  expect(await screen.findByText(new RegExp(`^${words}`))).toBeVisible();
  expect(screen.queryByRole("slider")).toBeNull();
});

it("has the figures of every sixth bar and of the last as a table", async () => {
  shown();
  await slider();
  fireEvent.click(screen.getByText(AS_A_TABLE));
  const rows = screen.getAllByRole("row").slice(2);
  expect(rows).toHaveLength(14);
  expect(rows[1]).toHaveTextContent(
    "12, 10:30−38.8%−18.8%+1.2%+21.2%+41.2%−21.2%−1.2%+18.8%−20.0%0.0%+20.0%",
  );
  expect(rows[13]).toHaveTextContent("81, 16:15");
});

it("says why the service refuses, with a way on", async () => {
  const message = "Gap Filled is not known as of bar 12.";
  server.use(
    http.post("*/api/v2/path", () =>
      HttpResponse.json({ error: "x", message, code: "not_known_yet", details: {} }, { status: 422 }),
    ),
  );
  shown();
  const refusal = await screen.findByRole("alert");
  expect(refusal).toHaveTextContent(message);
  const way = within(refusal).getByRole("link", { name: "Change the filters" });
  expect(way).toHaveAttribute("href", "/dashboard");
});
