import { act, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Provider } from "react-redux";
import { expect, it, vi } from "vitest";
import { useDayCount } from "@/api/data-api";
import { type SessionUser, signedIn, snapshotShown } from "@/api/session/session-slice";
import { storeTokens } from "@/api/session/tokens";
import { aSummary } from "@/lib/testing/fixtures";
import { held } from "@/lib/testing/held";
import { letIn } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { sealDays } from "@/parts/ledger/envelope";
import type { Filter } from "@/question/filters";
import { computeSelection } from "@/question/selection";
import { forgetArrival } from "@/screens/entry/gate/arrival";
import { enter } from "@/screens/entry/gate/entry";
import { pageStore } from "../testing/page-store";

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

it("a visitor whose session goes on is let in where no data are loaded, and makes no entry", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { release, waiting } = held();
  const entries = vi.fn();
  server.use(
    http.post("*/api/v2/start", () => new HttpResponse(null, { status: 503 })),
    http.get("*/api/v2/date-range", () => new HttpResponse(null, { status: 503 })),
    http.get("*/api/auth/me", async () => {
      await waiting;
      return HttpResponse.json({ ...letIn.session.user, session_id: "s" });
    }),
    http.post("*/api/auth/entry", () => {
      entries();
      return HttpResponse.json({ message: "Authentication required." }, { status: 403 });
    }),
  );
  forgetArrival();
  storeTokens({ access_token: "a", refresh_token: "r", expires_in: 900, session_id: "s" });
  const store = pageStore();
  const entering = store.dispatch(enter());
  const failed = ["API call failed", 503, "/v2/start", expect.anything()];
  await waitFor(() => expect(console.error).toHaveBeenCalledWith(...failed));
  release();
  await entering;
  expect(store.getState().session.status).toBe("authenticated");
  expect(entries).not.toHaveBeenCalled();
});

const gap: Filter = { feature: "gap_up", operator: "=", value: true };

it.each<[string, (store: ReturnType<typeof pageStore>) => Promise<unknown>, object]>([
  ["an Apply", (store) => store.dispatch(computeSelection([gap], true)), { filters: { active: [gap] } }],
  [
    "a seal",
    (store) => store.dispatch(sealDays(20)),
    { sealed: { seals: { ES: { share: 20, from: "2024-02-06" } } } },
  ],
])("%s that is under way goes on when the connection comes back", async (_, start, shown) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { release, waiting } = held();
  const asked = vi.fn();
  const answered = async () => {
    asked();
    await waiting;
    const data = { statistics: { features: {} } };
    return HttpResponse.json({ total_days: 531, data, filtered_data: { total_days: 531 }, snapshot: "s1" });
  };
  server.use(
    http.post("*/api/compute", answered),
    http.post("*/api/v2/filtered", answered),
    http.get("*/api/v2/date-range", () => HttpResponse.json({})),
  );
  const store = pageStore();
  store.dispatch(signedIn(letIn.session.user as SessionUser));
  store.dispatch(snapshotShown(aSummary()));
  const done = start(store);
  await waitFor(() => expect(asked).toHaveBeenCalled());
  window.dispatchEvent(new Event("offline"));
  window.dispatchEvent(new Event("online"));
  release();
  await done;
  expect(store.getState()).toMatchObject(shown);
});
