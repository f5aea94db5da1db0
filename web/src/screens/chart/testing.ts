import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, vi } from "vitest";
import type { ChartRequest } from "@/api/generated";
import { aCatalogue, aSummary, gapUp } from "@/lib/testing/fixtures";
import { server } from "@/lib/testing/server";
import { anAnswer } from "@/plot/candles/fixtures";

export interface ChartBody extends Pick<ChartRequest, "sort" | "part" | "like" | "as_of"> {
  filters: object;
  selected_date?: string;
  include_previous_day: boolean;
  ama_config?: { enabled: boolean };
  symbol: string;
}

export const DATES = ["2024-05-01", "2024-05-02", "2024-05-03"];
export const LATEST = "2024-05-03";

/** The server as it answers: each asked day among the dates, the latest where none is named. */
export function answering(
  answer: (body: ChartBody) => object = ({ selected_date }) =>
    anAnswer({ dates: DATES, date: selected_date ?? LATEST }),
  snapshot: Parameters<typeof aSummary>[0] = {},
) {
  const bodies: ChartBody[] = [];
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp], []))),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary(snapshot))),
    http.post("*/api/v2/charts/data", async ({ request }) => {
      const body = (await request.json()) as ChartBody;
      bodies.push(body);
      const given = answer(body);
      return given instanceof HttpResponse ? given : HttpResponse.json(given);
    }),
  );
  return bodies;
}

export const select = () => screen.findByRole("combobox", { name: "Date" });
export const previous = () => screen.getByRole("button", { name: "Previous day" });
export const next = () => screen.getByRole("button", { name: "Next day" });
export const failed = (status: number, body: object) => HttpResponse.json(body, { status });

/** A page without layout and with a silent console, for every test of a file. */
export function setUp() {
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(() => vi.restoreAllMocks());
}
