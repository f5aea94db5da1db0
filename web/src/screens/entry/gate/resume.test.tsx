import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { readSessionId, readTokens, storeTokens } from "@/api/session/tokens";
import { letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { arriving, gate, standBeforeTheGate, tokens } from "../testing/gate-stage";
import { ENTRY_FAILED } from "../words";

standBeforeTheGate();

describe("an address without them", () => {
  it("takes up the stored session", async () => {
    storeTokens(tokens);
    server.use(http.get("*/api/auth/me", () => HttpResponse.json(letIn.session.user)));
    renderPage(gate, arriving());
    expect(await screen.findByText("inside")).toBeVisible();
  });

  it("renews tokens that have ended before asking who it is", async () => {
    storeTokens({ ...tokens, expires_in: -1 });
    const seen: string[] = [];
    server.use(
      http.post("*/api/auth/refresh", () => HttpResponse.json({ ...tokens, access_token: "b" })),
      http.get("*/api/auth/me", ({ request }) => {
        seen.push(request.headers.get("Authorization") ?? "");
        return HttpResponse.json(letIn.session.user);
      }),
    );
    renderPage(gate, arriving());
    expect(await screen.findByText("inside")).toBeVisible();
    expect(seen).toEqual(["Bearer b"]);
  });

  it("asks the server, whose text says what is missing", async () => {
    const text = "Authentication required. Please access this dashboard through LearnWorlds.";
    server.use(http.post("*/api/auth/entry", () => HttpResponse.json({ message: text }, { status: 403 })));
    renderPage(gate, arriving());
    expect(await screen.findByText(text)).toBeVisible();
  });

  it("that nobody answers shows a plain failure", async () => {
    server.use(http.post("*/api/auth/entry", () => HttpResponse.error()));
    renderPage(gate, arriving());
    await waitFor(() => expect(screen.getByText(ENTRY_FAILED)).toBeVisible());
  });
});

describe("a stored session", () => {
  it("that the server ended leads to the sign-in page and says so once", async () => {
    storeTokens(tokens);
    server.use(
      http.get("*/api/auth/me", () => new HttpResponse(null, { status: 401 })),
      http.post("*/api/auth/refresh", () => new HttpResponse(null, { status: 401 })),
    );
    const store = renderPage(gate, arriving());
    await waitFor(() => expect(store.getState().session.status).toBe("signed-out"));
    expect(readTokens()).toBeNull();
    expect(store.getState().ui.toasts.map((toast) => toast.message)).toEqual([
      "Session expired. Please refresh the page.",
    ]);
  });

  it("outlives an outage: nobody answers, and the next try takes it up", async () => {
    storeTokens({ ...tokens, expires_in: -1 });
    server.use(http.post("*/api/auth/refresh", () => HttpResponse.error()));
    renderPage(gate, arriving());
    expect(await screen.findByText(ENTRY_FAILED)).toBeVisible();
    expect(screen.getByText("Network error. Please check your connection.")).toBeVisible();
    expect(readTokens()).toMatchObject({ refresh: "r" });
    server.use(
      http.post("*/api/auth/refresh", () => HttpResponse.json({ ...tokens, user_info: letIn.session.user })),
      http.get("*/api/auth/me", () => HttpResponse.json({ ...letIn.session.user, session_id: "s9" })),
    );
    screen.getByRole("button", { name: "Try again" }).click();
    expect(await screen.findByText("inside")).toBeVisible();
    expect(readSessionId()).toBe("s9");
  });
});
