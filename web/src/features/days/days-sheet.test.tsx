import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dataApi } from "@/api/data-api";
import { aCatalogue, gapUp } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { DaysSheet } from "./days-sheet";

const answer = {
  total_days: 1,
  limited_to: null,
  page: 1,
  pages: 1,
  columns: ["session_date"],
  rows: [{ session_date: "2024-05-03" }],
  snapshot: "s1",
};

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

it("a list that cannot be had anew stays, and says that it is not", async () => {
  let isDown = false;
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp], []))),
    http.post("*/api/v2/days", () =>
      isDown ? HttpResponse.json({ message: "Not now." }, { status: 422 }) : HttpResponse.json(answer),
    ),
  );
  const store = renderPage(<DaysSheet onClose={() => {}} hasCharts={false} renderExport={() => null} />);
  expect(await screen.findByRole("rowheader", { name: "05/03/2024" })).toBeInTheDocument();
  isDown = true;
  store.dispatch(dataApi.util.invalidateTags(["Data"]));
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Not refreshed: Not now."));
  expect(screen.getByRole("rowheader", { name: "05/03/2024" })).toBeInTheDocument();
});
