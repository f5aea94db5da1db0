import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aSummary } from "@/lib/testing/fixtures";
import { aStore, letIn } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { dataApi } from "./data-api";
import { generatedApi } from "./generated";
import { RequestQueue } from "./request-queue";
import { refreshTokens } from "./session/session-refresh";
import { storeTokens } from "./session/tokens";

const summary = () => generatedApi.endpoints.summary.initiate({}, { forceRefetch: true, subscribe: false });

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("the average answer time is taken over the last 100 answers", async () => {
  vi.useFakeTimers();
  const queue = new RequestQueue(1);
  const answered = (milliseconds: number) => async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  await queue.run(answered(5000));
  for (let at = 0; at < 99; at += 1) await queue.run(answered(10));
  expect(queue.status().averageMs).toBeCloseTo((5000 + 99 * 10) / 100);
  await queue.run(answered(10));
  expect(queue.status().averageMs).toBeCloseTo(10);
});

describe("by the host's name", () => {
  it.each([
    ["almanac.example", 4, 15_000],
    ["dev-almanac.example", 2, 30_000],
  ])(
    "%s: %i calls at a time, each given up after %i ms and not made again",
    async (hostname, most, timeout) => {
      vi.resetModules();
      vi.stubGlobal("location", { ...location, hostname, origin: location.origin });
      vi.useFakeTimers();
      let asked = 0;
      vi.stubGlobal("fetch", (request: Request) => {
        asked += 1;
        return new Promise((_, reject) => {
          request.signal.addEventListener("abort", () => reject(request.signal.reason));
        });
      });
      const { baseQuery, requestQueue } = await import("./base-query");
      const texts: string[] = [];
      const api = {
        type: "query",
        signal: new AbortController().signal,
        getState: aStore().getState,
        dispatch: ({ payload }: { payload?: { message?: string } }) => texts.push(payload?.message ?? ""),
      };
      const calls = Array.from({ length: 5 }, () => baseQuery("/v2/summary", api as never, {}));
      await vi.advanceTimersByTimeAsync(0);
      expect(asked).toBe(most);
      expect(requestQueue.status()).toMatchObject({ active: most, waiting: 5 - most });
      await vi.advanceTimersByTimeAsync(timeout - 1);
      expect(asked).toBe(most);
      await vi.advanceTimersByTimeAsync(1);
      expect(texts).toEqual(Array.from({ length: most }, () => "Request timeout"));
      await vi.advanceTimersByTimeAsync(2 * timeout);
      await Promise.all(calls);
      expect(asked).toBe(5);
    },
  );
});

describe("every call", () => {
  it("without a stored session id bears the current session's", async () => {
    storeTokens({ access_token: "a", refresh_token: "r", expires_in: 900, session_id: "kept" });
    sessionStorage.clear();
    const seen: (string | null)[] = [];
    server.use(
      http.get("*/api/v2/summary", ({ request }) => {
        seen.push(request.headers.get("X-Session-ID"), request.headers.get("Accept"));
        return HttpResponse.json(aSummary());
      }),
    );
    const user = { ...letIn.session.user, session_id: "of the state", is_authenticated: true };
    await aStore({ session: { ...letIn.session, user } as typeof letIn.session }).dispatch(summary());
    expect(seen[0]).toBe("of the state");
    expect(seen[1]).toContain("json");
  });

  it("sends a body as JSON and wants JSON back", async () => {
    const seen: unknown[] = [];
    server.use(
      http.post("*/api/v2/filtered", async ({ request }) => {
        seen.push(request.headers.get("Content-Type"), request.headers.get("Accept"), await request.json());
        return HttpResponse.json({ filtered_data: { total_days: 1 } });
      }),
    );
    const key = {
      filters: { gap_up: { operator: "=", value: true } },
      symbol: "NQ",
      snapshot: "s1",
    } as const;
    await aStore().dispatch(dataApi.endpoints.dayCount.initiate(key, { subscribe: false }));
    expect(seen[0]).toBe("application/json");
    expect(seen[1]).toContain("application/json");
    expect(seen[2]).toMatchObject({ filters: { gap_up: { operator: "=", value: true } } });
  });

  it("without a token bears none", async () => {
    const seen: (string | null)[] = [];
    server.use(
      http.get("*/api/v2/summary", ({ request }) => {
        seen.push(request.headers.get("Authorization"));
        return HttpResponse.json(aSummary());
      }),
    );
    await aStore().dispatch(summary());
    expect(seen).toEqual([null]);
  });
});

it("a refresh without a token says so in the log and asks nobody", async () => {
  expect(await refreshTokens(undefined, aStore().dispatch)).toBe("refused");
  expect(console.error).toHaveBeenCalledWith("No refresh token available");
});

it("a failed call is logged with its status, its address and what the server said", async () => {
  const data = { message: "No such instrument." };
  server.use(http.get("*/api/v2/summary", () => HttpResponse.json(data, { status: 422 })));
  await aStore().dispatch(summary());
  expect(console.error).toHaveBeenCalledWith(
    expect.any(String),
    422,
    "/v2/summary",
    expect.objectContaining({ status: 422, data }),
  );
});

describe("what is kept", () => {
  const key = { filters: {}, symbol: "ES", snapshot: "s1" };
  const { dayCount, probability, values } = dataApi.endpoints;

  it.each([
    ["a day count, 2 min", dayCount.initiate(key), 2],
    ["a probability, 3 min", probability.initiate({ ...key, feature: "gap_up" }), 3],
    ["what has no time of its own, 30 min", values.initiate({ name: "gap_fill_bar" }), 30],
  ] as const)("an answer nobody shows is forgotten after its time: %s", async (_, asking, minutes) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    server.use(
      http.post("*/api/v2/filtered", () => HttpResponse.json({ filtered_data: { total_days: 1 } })),
      http.post("*/api/v2/probabilities", () => HttpResponse.json({ probabilities: {} })),
      http.get("*/api/v2/features/gap_fill_bar/values", () => HttpResponse.json({ values: [] })),
    );
    const store = aStore();
    const shown = store.dispatch(asking as typeof asking & ReturnType<typeof dayCount.initiate>);
    await vi.advanceTimersByTimeAsync(0);
    await shown;
    shown.unsubscribe();
    const kept = () => Object.keys(store.getState()[dataApi.reducerPath].queries);
    await vi.advanceTimersByTimeAsync(minutes * 60_000 - 2000);
    expect(kept()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(4000);
    expect(kept()).toEqual([]);
  });
});
