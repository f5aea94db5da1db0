// @vitest-environment jsdom
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aCatalogue, aCategory, aSummary, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { requestQueue } from "./base-query";
import { dataApi } from "./data-api";
import { errorText } from "./request-error";
import { refreshTokens } from "./session/session-refresh";
import { selectTier } from "./session/session-slice";
import { readTokens, storeTokens } from "./session/tokens";

const answer = { access_token: "old", refresh_token: "r1", expires_in: 900, session_id: "s-1" };
const summary = () => dataApi.endpoints.summary.initiate({}, { forceRefetch: true, subscribe: false });

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  storeTokens(answer);
});

it("every call bears the token and the session id", async () => {
  const seen: (string | null)[] = [];
  server.use(
    http.get("*/api/v2/summary", ({ request }) => {
      seen.push(request.headers.get("Authorization"), request.headers.get("X-Session-ID"));
      return HttpResponse.json(aSummary());
    }),
  );
  await aStore().dispatch(summary());
  expect(seen).toEqual(["Bearer old", "s-1"]);
});

it("a call after 30 minutes without activity bears another session id, and those after it the same", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const seen: (string | null)[] = [];
  server.use(
    http.get("*/api/v2/summary", ({ request }) => {
      seen.push(request.headers.get("X-Session-ID"));
      return HttpResponse.json(aSummary());
    }),
  );
  const user = { ...letIn.session.user, session_id: "s-1" } as typeof letIn.session.user;
  const store = aStore({ session: { ...letIn.session, user } });
  await store.dispatch(summary());
  vi.setSystemTime(Date.now() + 30 * 60_000 + 1);
  await store.dispatch(summary());
  await store.dispatch(summary());
  const [before, after, then] = seen;
  expect(before).toBe("s-1");
  expect(after).toMatch(/^[\w.-]{1,64}$/);
  expect(after).not.toBe(before);
  expect(then).toBe(after);
});

/** Every place in the queue is taken until the answer is called. */
function fillQueue(): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  while (requestQueue.status().waiting === 0) void requestQueue.run(() => held);
  return release;
}

describe("a 401", () => {
  it("is answered by one refresh that all callers share, and each call is made again", async () => {
    let refreshes = 0;
    server.use(
      http.get("*/api/v2/summary", ({ request }) => guarded(request, aSummary())),
      http.get("*/api/v2/date-range", ({ request }) => guarded(request, {})),
      http.post("*/api/auth/refresh", async ({ request }) => {
        refreshes += 1;
        expect(await request.json()).toEqual({ refresh_token: "r1" });
        return HttpResponse.json({ ...answer, access_token: "new", refresh_token: "r2" });
      }),
    );
    const store = aStore();
    const range = dataApi.endpoints.dateRange.initiate({}, { subscribe: false });
    const answers = await Promise.all([store.dispatch(summary()), store.dispatch(range)]);
    expect(answers.map((one) => one.isSuccess)).toEqual([true, true]);
    expect(refreshes).toBe(1);
  });

  it("for a token that another tab has renewed meanwhile needs no refresh", async () => {
    server.use(
      http.get("*/api/v2/summary", ({ request }) => {
        if (request.headers.get("Authorization") === "Bearer old") {
          storeTokens({ ...answer, access_token: "new" });
        }
        return guarded(request, aSummary());
      }),
    );
    const { isSuccess } = await aStore().dispatch(summary());
    expect(isSuccess).toBe(true);
  });

  it("for tokens that changed while the call waited in the queue renews those it bore", async () => {
    const renewed: unknown[] = [];
    server.use(
      http.get("*/api/v2/summary", ({ request }) => guarded(request, aSummary())),
      http.post("*/api/auth/refresh", async ({ request }) => {
        renewed.push(await request.json());
        return HttpResponse.json({ ...answer, access_token: "new", refresh_token: "r3" });
      }),
    );
    const release = fillQueue();
    const asked = aStore().dispatch(summary());
    storeTokens({ ...answer, access_token: "younger", refresh_token: "r2" });
    release();
    expect((await asked).isSuccess).toBe(true);
    expect(renewed).toEqual([{ refresh_token: "r2" }]);
  });

  it("for younger tokens does not share the renewal of older ones, which are renewed already", async () => {
    server.use(
      http.post("*/api/auth/refresh", () =>
        HttpResponse.json({ ...answer, access_token: "new", refresh_token: "r2" }),
      ),
    );
    const { dispatch } = aStore();
    const both = [refreshTokens("older", dispatch), refreshTokens("old", dispatch)];
    expect(await Promise.all(both)).toEqual(["renewed", "renewed"]);
    expect(readTokens()?.access).toBe("new");
  });

  it("whose refresh answers after somebody signed in anew leaves the new tokens alone", async () => {
    server.use(
      http.get("*/api/v2/summary", ({ request }) => guarded(request, aSummary())),
      http.post("*/api/auth/refresh", () => {
        storeTokens({ ...answer, access_token: "new", refresh_token: "r9" });
        return HttpResponse.json({ ...answer, access_token: "late", refresh_token: "r2" });
      }),
    );
    expect((await aStore().dispatch(summary())).isSuccess).toBe(true);
    expect(readTokens()?.refresh).toBe("r9");
  });

  it("whose refresh is refused after somebody signed in anew does not sign them out", async () => {
    server.use(
      http.get("*/api/v2/summary", ({ request }) => guarded(request, aSummary())),
      http.post("*/api/auth/refresh", () => {
        storeTokens({ ...answer, access_token: "new", refresh_token: "r9" });
        return new HttpResponse(null, { status: 401 });
      }),
    );
    const store = aStore();
    expect((await store.dispatch(summary())).isSuccess).toBe(true);
    expect(store.getState().session.status).toBe("authenticated");
    expect(readTokens()?.refresh).toBe("r9");
  });

  it("for a renewed token that was replaced at once, as a redeemed code does, tries the newest", async () => {
    server.use(
      http.get("*/api/v2/summary", ({ request }) => {
        const isRenewed = request.headers.get("Authorization") === "Bearer renewed";
        if (isRenewed) storeTokens({ ...answer, access_token: "new" });
        return guarded(request, aSummary());
      }),
      http.post("*/api/auth/refresh", () => HttpResponse.json({ ...answer, access_token: "renewed" })),
    );
    const store = aStore();
    expect((await store.dispatch(summary())).isSuccess).toBe(true);
    expect(store.getState().session.status).toBe("authenticated");
  });

  it("without a good refresh ends the session and says so once", async () => {
    server.use(
      http.get("*/api/v2/summary", () => new HttpResponse(null, { status: 401 })),
      http.post("*/api/auth/refresh", () => new HttpResponse(null, { status: 401 })),
    );
    const store = aStore();
    await store.dispatch(summary());
    expect(store.getState().session.status).toBe("signed-out");
    expect(store.getState().ui.toasts.map((toast) => toast.message)).toEqual([
      "Session expired. Please refresh the page.",
    ]);
    expect(localStorage.getItem("session-almanac.tokens")).toBeNull();
  });
});

it("a second 401 after a refresh ends the session, once however many calls were told", async () => {
  server.use(
    http.get("*/api/v2/summary", () => new HttpResponse(null, { status: 401 })),
    http.get("*/api/v2/date-range", () => new HttpResponse(null, { status: 401 })),
    http.post("*/api/auth/refresh", () => HttpResponse.json({ ...answer, access_token: "new" })),
  );
  const store = aStore();
  const range = dataApi.endpoints.dateRange.initiate({}, { subscribe: false });
  await Promise.all([store.dispatch(summary()), store.dispatch(range)]);
  expect(store.getState().session.status).toBe("signed-out");
  expect(store.getState().ui.toasts).toHaveLength(1);
});

it("a 401 whose refresh nobody answers is no end of the session but a connection that failed", async () => {
  server.use(
    http.get("*/api/v2/summary", () => new HttpResponse(null, { status: 401 })),
    http.post("*/api/auth/refresh", () => HttpResponse.error()),
  );
  const store = aStore();
  await store.dispatch(summary());
  expect(store.getState().session.status).toBe("authenticated");
  expect(store.getState().ui.toasts).toMatchObject([
    { message: "Network error. Please check your connection." },
  ]);
});

it("another tier in a refresh's answer changes the tier here", async () => {
  const user_info = { ...letIn.session.user, profile: "standard" };
  server.use(
    http.get("*/api/v2/summary", ({ request }) => guarded(request, aSummary())),
    http.post("*/api/auth/refresh", () => HttpResponse.json({ ...answer, access_token: "new", user_info })),
  );
  const store = aStore();
  await store.dispatch(summary());
  expect(selectTier(store.getState())).toBe("standard");
});

function guarded(request: Request, body: object) {
  if (request.headers.get("Authorization") !== "Bearer new") return new HttpResponse(null, { status: 401 });
  return HttpResponse.json(body);
}

describe("a failure", () => {
  const failing = (method: "get" | "post", path: string) => {
    const calls: string[] = [];
    server.use(
      http[method](`*/api${path}`, ({ request }) => {
        calls.push(request.url);
        return new HttpResponse(null, { status: 503, headers: { "Retry-After": "0" } });
      }),
    );
    return calls;
  };
  const key = { filters: {}, symbol: "ES", snapshot: "s1", feature: "gap_up" };
  const { features, probability, summary: dates, clearCache } = dataApi.endpoints;

  it("that asks to wait is asked again, twice at most", async () => {
    const calls = failing("get", "/features");
    await aStore().dispatch(features.initiate({}, { subscribe: false }));
    expect(calls).toHaveLength(3);
  });

  it("of a probability is asked again once, of the data's dates three times, of a change once", async () => {
    const [cards, summaries, changes] = [
      failing("post", "/v2/probabilities"),
      failing("get", "/v2/summary"),
      failing("post", "/cache/clear"),
    ];
    const store = aStore();
    await Promise.all([
      store.dispatch(probability.initiate(key, { subscribe: false })),
      store.dispatch(dates.initiate({}, { subscribe: false })),
      store.dispatch(clearCache.initiate(undefined, { track: false })),
    ]);
    expect([cards.length, summaries.length, changes.length]).toEqual([2, 4, 2]);
  });

  it("of the caller's own making is asked once and said by a toast", async () => {
    let calls = 0;
    server.use(
      http.get("*/api/v2/summary", () => {
        calls += 1;
        return HttpResponse.json({ message: "No such instrument." }, { status: 422 });
      }),
    );
    const store = aStore();
    await store.dispatch(summary());
    expect(calls).toBe(1);
    expect(store.getState().ui.toasts).toMatchObject([{ type: "error", message: "No such instrument." }]);
  });
});

it("a refusal calls features by their display names", async () => {
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp], [aCategory("GAPS")]))),
    http.get("*/api/v2/summary", () =>
      HttpResponse.json(
        { message: "Check gap_up_prev: expected true.", detail: "gap_up_prev" },
        { status: 422 },
      ),
    ),
  );
  const store = aStore();
  await store.dispatch(dataApi.endpoints.features.initiate({}));
  const { error } = await store.dispatch(summary());
  expect(errorText(error)).toBe(`Check ${gapUp.displayName}, previous day: expected true.`);
  expect(store.getState().ui.toasts.map(({ message }) => message)).toEqual([errorText(error)]);
  expect(error).toMatchObject({ data: { detail: "gap_up_prev" } });
});
