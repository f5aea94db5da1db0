import { fireEvent, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { refreshTokens } from "@/api/session/session-refresh";
import { clearTokens, readSessionId, readTokens, storeTokens } from "@/api/session/tokens";
import { aStore, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { leave } from "./leave";
import { UserMenu } from "./user-menu";

const answer = { access_token: "a", refresh_token: "r", expires_in: 15 * 60, session_id: "s" };

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  storeTokens(answer);
});

it("logging out with a token that has ended renews it first, so that the server ends the session", async () => {
  storeTokens({ ...answer, expires_in: -1 });
  const seen: (string | null)[] = [];
  server.use(
    http.post("*/api/auth/refresh", () => HttpResponse.json({ ...answer, access_token: "b" })),
    http.post("*/api/auth/logout", ({ request }) => {
      seen.push(request.headers.get("Authorization"));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const store = aStore();
  await store.dispatch(leave());
  expect(seen).toEqual(["Bearer b"]);
  expect(readTokens()).toBeNull();
});

it("a refresh that ends after logging out brings nothing back", async () => {
  server.use(
    http.post("*/api/auth/refresh", () => {
      clearTokens();
      return HttpResponse.json({ ...answer, access_token: "b" });
    }),
  );
  expect(await refreshTokens("a", aStore().dispatch)).toBe("refused");
  expect(readTokens()).toBeNull();
});

it("logging out clears tokens, session and caches even if the call fails", async () => {
  server.use(http.post("*/api/auth/logout", () => new HttpResponse(null, { status: 500 })));
  const store = renderPage(<UserMenu />);
  fireEvent.click(screen.getByRole("button", { name: "User menu: Ana" }));
  fireEvent.click(await screen.findByRole("button", { name: "Logout" }));
  await vi.waitFor(() =>
    expect(store.getState().session).toMatchObject({ status: "signed-out", user: null }),
  );
  expect(readTokens()).toBeNull();
  expect(readSessionId()).toBeNull();
});
