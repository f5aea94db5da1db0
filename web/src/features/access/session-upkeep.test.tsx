import { act, fireEvent, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { readSessionId, readTokens, storeTokens } from "@/lib/tokens";
import { AccessGate } from "./access-gate";
import { LoginPage } from "./login-page";
import { UserMenu } from "./user-menu";

const MINUTE = 60_000;
const answer = { access_token: "a", refresh_token: "r", expires_in: 15 * 60, session_id: "s" };
const inside = () => renderPage(<AccessGate>inside</AccessGate>, aStore());

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  storeTokens(answer);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
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

describe("signing in", () => {
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it("needs a character of each, keeps the tokens, sets session and user and goes to /", async () => {
    localStorage.clear();
    const user = { ...letIn.session.user, session_id: "s" };
    server.use(http.post("*/api/auth/login", () => HttpResponse.json({ ...answer, user_info: user })));
    const store = renderPage(
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/" element="the first page" />
      </Routes>,
      aStore({ session: { ...letIn.session, status: "signed-out", user: null } }),
      "/login",
    );
    const button = screen.getByRole("button", { name: "Sign in" });
    expect(button).toBeDisabled();
    fill("Username", "ana");
    expect(button).toBeDisabled();
    fill("Password", "x");
    fireEvent.click(button);
    await vi.waitFor(() => expect(store.getState().session).toMatchObject({ status: "authenticated", user }));
    expect(readTokens()).toMatchObject({ access: "a", refresh: "r" });
    await vi.waitFor(() => expect(screen.getByText("the first page")).toBeInTheDocument());
  });
});

it("logging out clears tokens, session and caches even if the call fails", async () => {
  server.use(http.post("*/api/auth/logout", () => new HttpResponse(null, { status: 500 })));
  const store = renderPage(<UserMenu />);
  vi.useRealTimers();
  fireEvent.click(screen.getByRole("button", { name: "User menu: Ana" }));
  fireEvent.click(await screen.findByRole("button", { name: "Logout" }));
  await vi.waitFor(() =>
    expect(store.getState().session).toMatchObject({ status: "signed-out", user: null }),
  );
  expect(readTokens()).toBeNull();
  expect(readSessionId()).toBeNull();
});
