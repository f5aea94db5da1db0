import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readTokens } from "@/api/session/tokens";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { TOO_MANY_ATTEMPTS, WRONG_PASSWORD } from "../words";
import { AccessGate } from "./access-gate";
import { LoginPage } from "./login-page";

const answer = { access_token: "a", refresh_token: "r", expires_in: 15 * 60, session_id: "s" };

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("signing in", () => {
  it("needs a character of each, keeps the tokens, sets session and user and goes to /", async () => {
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

  it("leads back to the short link that asked for it", async () => {
    const user = { ...letIn.session.user, session_id: "s" };
    server.use(http.post("*/api/auth/login", () => HttpResponse.json({ ...answer, user_info: user })));
    renderPage(
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/v/:id" element={<AccessGate>a shared view</AccessGate>} />
      </Routes>,
      aStore({ session: { ...letIn.session, status: "signed-out", user: null } }),
      "/v/AbC",
    );
    fill("Username", "ana");
    fill("Password", "x");
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText("a shared view")).toBeInTheDocument();
  });
});

describe("a sign-in that fails", () => {
  const TRIES: [string, () => Response, string][] = [
    ["is wrong", () => new HttpResponse(null, { status: 401 }), WRONG_PASSWORD],
    [
      "is throttled",
      () => new HttpResponse(null, { status: 429, headers: { "Retry-After": "42" } }),
      TOO_MANY_ATTEMPTS,
    ],
    ["is not answered", () => HttpResponse.error(), "Network error. Please check your connection."],
    [
      "meets a broken server",
      () => new HttpResponse(null, { status: 500 }),
      "Server error. Please try again later.",
    ],
  ];

  it.each(TRIES)(
    "because it %s says so, keeps the name and forgets the password",
    async (what, respond, text) => {
      server.use(http.post("*/api/auth/login", respond));
      renderPage(<LoginPage />, aStore({ session: { ...letIn.session, status: "signed-out", user: null } }));
      fill("Username", "ana");
      fill("Password", "secret");
      fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
      await vi.waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(text));
      expect(screen.getByLabelText("Username")).toHaveValue("ana");
      expect(screen.getByLabelText("Password")).toHaveValue("");
      expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toMatch(/ana|secret/);
      if (what !== "is throttled") return;
      expect(screen.getByRole("timer")).toHaveTextContent(/ 4\d seconds\.$/);
      fill("Password", "again");
      expect(screen.getByRole("button", { name: "Sign in" })).toBeDisabled();
    },
  );
});

it("the password is masked, may be pasted, and is named for password managers", async () => {
  renderPage(<LoginPage />);
  const password = screen.getByLabelText("Password");
  expect(password).toHaveAttribute("type", "password");
  expect(password).toHaveAttribute("autocomplete", "current-password");
  expect(screen.getByLabelText("Username")).toHaveAttribute("autocomplete", "username");
  await userEvent.click(password);
  await userEvent.paste("correct horse battery staple");
  expect(password).toHaveValue("correct horse battery staple");
});
