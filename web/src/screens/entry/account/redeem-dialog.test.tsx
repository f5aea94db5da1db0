import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { refreshTokens } from "@/api/session/session-refresh";
import { selectTier } from "@/api/session/session-slice";
import { readSessionId, readTokens, storeTokens } from "@/api/session/tokens";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { emptyFilters } from "@/question/filters-slice";
import { codeRedeemed, REDEEM_ANYWAY, TOO_MANY_ATTEMPTS, UNKNOWN_CODE } from "../words";
import { redeem } from "./redeem";
import RedeemDialog from "./redeem-dialog";

const tokens = { access_token: "a", refresh_token: "r", expires_in: 900, session_id: "s" };
const lite = { ...letIn.session.user, profile: "lite" } as NonNullable<typeof letIn.session.user>;
const renewed = {
  ...tokens,
  access_token: "b",
  refresh_token: "r2",
  session_id: "s2",
  token_type: "bearer",
  profile: "pro",
  user_info: { ...lite, profile: "pro", profile_source: "code" },
};

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  storeTokens(tokens);
});

const gap = { feature: "gap_up", operator: "=" as const, value: true };

function opened(close = () => {}) {
  const filters = { ...emptyFilters, active: [gap], pending: [{ ...gap, feature: "gap_down" }] };
  const store = aStore({ session: { ...letIn.session, user: lite }, filters });
  return renderPage(<RedeemDialog onClose={close} />, store);
}

async function tryCode(code: string) {
  await userEvent.type(await screen.findByLabelText("Code"), code);
  await userEvent.click(screen.getByRole("button", { name: "Redeem" }));
}

it("a code can be typed as soon as the dialog is open", async () => {
  opened();
  expect(await screen.findByLabelText("Code")).toHaveFocus();
});

it("a code that is taken gives the tier, new tokens and session id, and touches no filter", async () => {
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/auth/redeem", async ({ request }) => {
      asked.push(await request.json(), request.headers.get("Authorization"));
      return HttpResponse.json(renewed);
    }),
  );
  const close = vi.fn();
  const store = opened(close);
  const { filters, session } = store.getState();
  await tryCode("  AB-12  ");
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(asked).toEqual([{ code: "AB-12", may_lower: false }, "Bearer a"]);
  expect(selectTier(store.getState())).toBe("pro");
  expect(readTokens()).toMatchObject({ access: "b", refresh: "r2" });
  expect(readSessionId()).toBe("s2");
  expect(store.getState().filters).toBe(filters);
  expect(store.getState().session.snapshot).toBe(session.snapshot);
  expect(store.getState().ui.toasts).toMatchObject([
    { type: "success", message: "Code redeemed. Your profile is PRO." },
  ]);
});

describe("a code that is not taken", () => {
  it.each([
    ["unknown", () => HttpResponse.json({ code: "unknown_code" }, { status: 404 }), UNKNOWN_CODE],
    ["offline", () => HttpResponse.error(), "Network error. Please check your connection."],
    ["broken", () => new HttpResponse(null, { status: 500 }), "Server error. Please try again later."],
  ] as const)("says why and keeps the dialog and the tier: %s", async (_, respond, text) => {
    server.use(http.post("*/api/auth/redeem", respond));
    const close = vi.fn();
    const store = opened(close);
    await tryCode("nope");
    expect(await screen.findByText(text)).toBeVisible();
    expect(close).not.toHaveBeenCalled();
    expect(selectTier(store.getState())).toBe("lite");
    expect(readTokens()).toMatchObject({ access: "a" });
    expect(screen.getByLabelText("Code")).toHaveValue("nope");
  });

  it("because there were too many says when the next may be tried", async () => {
    const headers = { "Retry-After": "120" };
    server.use(http.post("*/api/auth/redeem", () => new HttpResponse(null, { status: 429, headers })));
    opened();
    await tryCode("nope");
    expect(await screen.findByText(TOO_MANY_ATTEMPTS)).toBeVisible();
    expect(screen.getByRole("timer")).toHaveTextContent("2 minutes.");
    expect(screen.getByRole("button", { name: "Redeem" })).toBeDisabled();
  });
});

describe("a code of a lower tier than the visitor has", () => {
  const told = "This code gives ESSENTIALS; you have PRO now.";
  const asks = () => HttpResponse.json({ code: "lower_tier", message: told }, { status: 409 });
  const lowered = { ...renewed, profile: "lite", user_info: { ...lite, profile_source: "code" } };

  function answering(second: () => Response) {
    const asked: unknown[] = [];
    server.use(
      http.post("*/api/auth/redeem", async ({ request }) => {
        const body = (await request.json()) as { may_lower: boolean };
        asked.push(body);
        return body.may_lower ? second() : asks();
      }),
    );
    return asked;
  }

  it("asks, with the focus on keeping the profile, and leaves it at that", async () => {
    const asked = answering(() => HttpResponse.json(lowered));
    const close = vi.fn();
    const store = opened(close);
    const { session } = store.getState();
    await tryCode("less");
    expect(await screen.findByRole("alert")).toHaveTextContent(`${told} Redeem it all the same?`);
    expect(screen.queryByLabelText("Code")).toBeNull();
    const keep = screen.getByRole("button", { name: "Keep my profile" });
    expect(keep).toHaveFocus();
    expect(close).not.toHaveBeenCalled();
    await userEvent.click(keep);
    expect(close).toHaveBeenCalled();
    expect(asked).toEqual([{ code: "less", may_lower: false }]);
    expect(store.getState().session).toBe(session);
    expect(readTokens()).toMatchObject({ access: "a" });
    expect(console.error).not.toHaveBeenCalled();
  });

  it("is sent once more, as one that may lower it, where the visitor says so", async () => {
    const asked = answering(() => HttpResponse.json(lowered));
    const close = vi.fn();
    const store = opened(close);
    await tryCode("less");
    await userEvent.click(await screen.findByRole("button", { name: REDEEM_ANYWAY }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(asked).toEqual([false, true].map((may_lower) => ({ code: "less", may_lower })));
    expect(selectTier(store.getState())).toBe("lite");
    expect(readTokens()).toMatchObject({ access: "b" });
    expect(store.getState().ui.toasts).toMatchObject([{ type: "success", message: codeRedeemed("lite") }]);
  });

  it("that has gone meanwhile is said over the code again", async () => {
    answering(() => HttpResponse.json({ code: "unknown_code" }, { status: 404 }));
    opened();
    await tryCode("less");
    await userEvent.click(await screen.findByRole("button", { name: REDEEM_ANYWAY }));
    expect(await screen.findByText(UNKNOWN_CODE)).toBeVisible();
    expect(screen.getByLabelText("Code")).toHaveValue("less");
  });
});

it("nothing typed cannot be redeemed", async () => {
  opened();
  await userEvent.type(await screen.findByLabelText("Code"), "   ");
  expect(screen.getByRole("button", { name: "Redeem" })).toBeDisabled();
});

it("a refresh waits for a code that is being redeemed: nobody renews tokens that are about to end", async () => {
  const order: string[] = [];
  server.use(
    http.post("*/api/auth/redeem", async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      order.push("redeemed");
      return HttpResponse.json(renewed);
    }),
    http.post("*/api/auth/refresh", () => {
      order.push("refreshed");
      return new HttpResponse(null, { status: 401 });
    }),
  );
  const store = aStore();
  const redeeming = store.dispatch(redeem("x"));
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(await refreshTokens("a", store.dispatch)).toBe("renewed");
  await redeeming;
  expect(order).toEqual(["redeemed"]);
});
