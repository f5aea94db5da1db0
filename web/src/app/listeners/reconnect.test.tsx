import { act, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Provider } from "react-redux";
import { afterEach, expect, it, vi } from "vitest";
import { useDayCount } from "@/api/data-api";
import { server } from "@/lib/testing/server";
import { pageStore } from "../testing/page-store";

afterEach(() => vi.restoreAllMocks());

it("without a connection what is known stays, and what is not is asked for all the same", async () => {
  server.use(
    http.post("*/api/v2/filtered", async ({ request }) => {
      const { symbol } = (await request.json()) as { symbol: string };
      return HttpResponse.json({ filtered_data: { total_days: symbol === "ES" ? 1 : 2 } });
    }),
  );
  const Shown = ({ symbol }: { symbol: string }) => (
    <output>{useDayCount({ filters: {}, symbol, snapshot: "s1" }).data ?? "none"}</output>
  );
  const store = pageStore();
  const page = (...symbols: string[]) => (
    <Provider store={store}>
      {symbols.map((symbol) => (
        <Shown key={symbol} symbol={symbol} />
      ))}
    </Provider>
  );
  const { rerender } = render(page("ES"));
  await screen.findByText("1");
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  rerender(page("ES", "NQ"));
  expect(await screen.findByText("2")).toBeInTheDocument();
  expect(screen.getByText("1")).toBeInTheDocument();
});

it("what is shown is not asked for again on focus, and is when the connection comes back", async () => {
  let asked = 0;
  server.use(
    http.post("*/api/v2/filtered", () => {
      asked += 1;
      return HttpResponse.json({ filtered_data: { total_days: asked } });
    }),
  );
  const key = { filters: {}, symbol: "ES", snapshot: "s1" };
  const Shown = () => <output>{useDayCount(key).data ?? "none"}</output>;
  render(<Shown />, { wrapper: ({ children }) => <Provider {...{ store: pageStore(), children }} /> });
  expect(await screen.findByText("1")).toBeInTheDocument();
  await act(async () => {
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(asked).toBe(1);
  act(() => {
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
  });
  await waitFor(() => expect(screen.getByText("2")).toBeInTheDocument());
});
