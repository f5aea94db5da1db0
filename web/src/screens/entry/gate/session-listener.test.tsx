import { act, fireEvent } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { selectTier } from "@/api/session/session-slice";
import { readSessionId, readTokens, storeTokens } from "@/api/session/tokens";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { AccessGate } from "./access-gate";

const MINUTE = 60_000;
const answer = { access_token: "a", refresh_token: "r", expires_in: 15 * 60, session_id: "s" };
const inside = () => renderPage(<AccessGate>inside</AccessGate>, aStore());

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  storeTokens(answer);
});

function refreshes(status = 200) {
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/auth/refresh", async ({ request }) => {
      asked.push(await request.json());
      const next = { ...answer, access_token: "b", refresh_token: "r2", session_id: "s2" };
      return HttpResponse.json(next, { status });
    }),
  );
  return asked;
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe("the token", () => {
  it("is renewed five minutes before it expires, and the session id goes with it", async () => {
    const asked = refreshes();
    inside();
    await pass(10 * MINUTE - 1000);
    expect(asked).toEqual([]);
    await pass(1000);
    await vi.waitFor(() => expect(readTokens()?.access).toBe("b"));
    expect(asked).toEqual([{ refresh_token: "r" }]);
    expect(readSessionId()).toBe("s2");
  });

  it("that lives for less than ten minutes is renewed half-way, and again half-way", async () => {
    const short = { ...answer, expires_in: 4 * 60 };
    storeTokens(short);
    const asked: unknown[] = [];
    server.use(
      http.post("*/api/auth/refresh", async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json(short);
      }),
    );
    inside();
    await pass(2 * MINUTE - 1000);
    expect(asked).toEqual([]);
    await pass(1000);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await pass(MINUTE);
    expect(asked).toHaveLength(1);
    await pass(MINUTE);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
  });

  it("that has expired is renewed when the window gets the focus, one that has not is left", async () => {
    const asked = refreshes();
    inside();
    fireEvent.focus(window);
    expect(asked).toEqual([]);
    vi.setSystemTime(Date.now() + 15 * MINUTE);
    fireEvent.focus(window);
    await vi.waitFor(() => expect(readTokens()?.access).toBe("b"));
    expect(asked).toHaveLength(1);
  });

  it("that cannot be renewed ends the session", async () => {
    refreshes(401);
    const store = inside();
    await pass(10 * MINUTE);
    await vi.waitFor(() => expect(store.getState().session.status).toBe("signed-out"));
    expect(store.getState().session.user).toBeNull();
    expect(readTokens()).toBeNull();
    expect(store.getState().ui.toasts.map(({ message }) => message)).toEqual([
      "Session expired. Please refresh the page.",
    ]);
  });
});

describe("a refresh that nobody answers", () => {
  it.each([503, 429, 0])("keeps the tokens and is asked again: %i", async (status) => {
    let asked = 0;
    server.use(
      http.post("*/api/auth/refresh", () => {
        asked += 1;
        if (asked > 1) return HttpResponse.json({ ...answer, access_token: "b" });
        return status === 0 ? HttpResponse.error() : new HttpResponse(null, { status });
      }),
    );
    const store = inside();
    await pass(10 * MINUTE);
    await vi.waitFor(() => expect(asked).toBe(1));
    await pass(MINUTE);
    await vi.waitFor(() => expect(readTokens()?.access).toBe("b"));
    expect(store.getState().session.status).toBe("authenticated");
    expect(store.getState().ui.toasts).toEqual([]);
  });
});

describe("another tab", () => {
  const changed = (key: string | null) => window.dispatchEvent(new StorageEvent("storage", { key }));

  it.each([["session-almanac.tokens"], [null]])("that logs out logs this one out: %s", (key) => {
    const store = inside();
    localStorage.clear();
    act(() => void changed(key));
    expect(store.getState().session).toMatchObject({ status: "signed-out", user: null });
    expect(readSessionId()).toBeNull();
  });

  it("with another user's tokens changes the user and the session id here", async () => {
    const user = { ...letIn.session.user, user_id: "v", username: "Bea", profile: "lite", session_id: "s3" };
    server.use(http.get("*/api/auth/me", () => HttpResponse.json(user)));
    const store = inside();
    storeTokens({ ...answer, access_token: "of Bea", session_id: "s" });
    changed("session-almanac.tokens");
    await vi.waitFor(() => expect(store.getState().session.user).toMatchObject({ username: "Bea" }));
    expect(selectTier(store.getState())).toBe("lite");
    expect(readSessionId()).toBe("s3");
  });

  it("that stores anything else changes nothing here", () => {
    const store = inside();
    const before = store.getState().session;
    changed("session-almanac.presets");
    expect(store.getState().session).toBe(before);
  });
});

describe("the session id", () => {
  it.each(["click", "keypress", "scroll", "mousemove"])(
    "is kept for 30 minutes more by a %s",
    async (activity) => {
      inside();
      vi.setSystemTime(Date.now() + 20 * MINUTE);
      fireEvent(window, new Event(activity));
      vi.setSystemTime(Date.now() + 20 * MINUTE);
      expect(readSessionId()).toBe("s");
      vi.setSystemTime(Date.now() + 10 * MINUTE + 1);
      expect(readSessionId()).toBeNull();
    },
  );

  it("is written at most once a minute", () => {
    inside();
    const written = vi.spyOn(Storage.prototype, "setItem");
    for (let second = 0; second < 90; second += 1) {
      vi.setSystemTime(Date.now() + 1000);
      fireEvent.mouseMove(window);
    }
    expect(written).toHaveBeenCalledTimes(2);
  });
});
