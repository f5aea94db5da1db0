import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { StrictMode } from "react";
import { Route, Routes } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import OffPage from "./off-page";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

function open(answer: (tries: number) => Response) {
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/v2/watches/off", async ({ request }) => {
      asked.push(await request.json());
      return answer(asked.length);
    }),
  );
  renderPage(
    <StrictMode>
      <Routes>
        <Route path="/off/:token" element={<OffPage />} />
      </Routes>
    </StrictMode>,
    aStore({ session: { ...letIn.session, status: "idle", user: null } }),
    "/off/tok-en",
  );
  return asked;
}

it("ends the watch once, without a session, and says which", async () => {
  const asked = open(() => HttpResponse.json({ name: "up days" }));
  expect((await screen.findByText("up days")).closest("p")).toHaveTextContent(
    "Switched off: up days. You will not be told any more.",
  );
  expect(asked).toEqual([{ token: "tok-en" }]);
  expect(screen.getByRole("link", { name: "Open the dashboard" })).toHaveAttribute("href", "/dashboard");
});

it("says that a link is not valid any more", async () => {
  open(() => HttpResponse.json({ message: "There is nothing here by that name." }, { status: 404 }));
  expect(await screen.findByRole("alert")).toHaveTextContent("This link is not valid any more.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("that nobody answered can be tried again", async () => {
  open((tries) =>
    tries === 1 ? new HttpResponse(null, { status: 504 }) : HttpResponse.json({ name: "up days" }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("up days")).toBeVisible();
});
