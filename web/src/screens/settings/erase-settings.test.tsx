import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { readTokens, storeTokens } from "@/api/session/tokens";
import { letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { EraseSettings } from "./erase-settings";
import { ERASE_ME, NOT_ERASED } from "./words";

const me = { ...letIn.session.user, user_id: "7", session_id: "s" };
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const asked = vi.fn();

beforeEach(() => {
  asked.mockReset();
  storeTokens({ access_token: "a", refresh_token: "r", expires_in: 900, session_id: "s" });
  server.use(http.get("*/api/auth/me", () => HttpResponse.json(me)));
});

async function open() {
  const store = renderPage(<EraseSettings />);
  await vi.waitFor(() => expect(screen.getByRole("button", { name: ERASE_ME })).toBeEnabled());
  await press(ERASE_ME);
  expect(await screen.findByRole("dialog")).toHaveTextContent(/cannot be undone/);
  return store;
}

it("erases after a second word, by the visitor's own id, and leaves", async () => {
  server.use(
    http.post("*/api/auth/erase", async ({ request }) => {
      asked(await request.json());
      return HttpResponse.json({ removed: { sessions: 1 }, left: [] });
    }),
  );
  const store = await open();
  expect(asked).not.toHaveBeenCalled();
  await press("Erase");
  await vi.waitFor(() => expect(store.getState().session.user).toBeNull());
  expect(asked).toHaveBeenCalledWith({ user_id: "7" });
  expect(readTokens()).toBeNull();
});

it("says that a service did not do it, and stays", async () => {
  server.use(http.post("*/api/auth/erase", () => HttpResponse.json({ code: "x" }, { status: 503 })));
  const store = await open();
  await press("Erase");
  expect(await screen.findByText(NOT_ERASED)).toBeVisible();
  expect(store.getState().session.user).not.toBeNull();
});

it("asks nothing of the service when it is called off", async () => {
  server.use(http.post("*/api/auth/erase", asked));
  await open();
  await press("Cancel");
  expect(asked).not.toHaveBeenCalled();
});
