import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { storeTokens } from "@/api/session/tokens";
import { letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { arriving, at, standBeforeTheGate, tokens } from "../testing/gate-stage";
import { AccessGate } from "./access-gate";

standBeforeTheGate();

const open = <AccessGate open={<p>for everybody</p>}>inside</AccessGate>;

it("what everybody may read is there at once, and nobody is asked", () => {
  at("/claims?return_to=x");
  renderPage(open, arriving());
  expect(screen.getByText("for everybody")).toBeVisible();
  expect(screen.queryByText("inside")).toBeNull();
});

it("who arrives from the course is let in", async () => {
  server.use(
    http.post("*/api/auth/entry", () => HttpResponse.json({ ...tokens, user_info: letIn.session.user })),
  );
  at("/claims?user_id=u1&user_email=a@x.org&course_id=c");
  renderPage(open, arriving());
  expect(screen.getByText("Validating access...")).toBeVisible();
  expect(await screen.findByText("inside")).toBeVisible();
});

it.each([401, 403])("who is refused, %d, reads it all the same", async (status) => {
  server.use(
    http.post("*/api/auth/entry", () => HttpResponse.json({ message: "No." }, { status })),
    http.post("*/api/auth/refresh", () => HttpResponse.json({ message: "No." }, { status })),
  );
  storeTokens({ ...tokens, access_token: "a", refresh_token: "r" });
  at("/claims");
  const store = renderPage(open, arriving());
  expect(screen.queryByText("for everybody"), "until that is known").toBeNull();
  expect(await screen.findByText("for everybody")).toBeVisible();
  await waitFor(() => expect(["refused", "signed-out"]).toContain(store.getState().session.status));
});

it("nothing is open elsewhere", async () => {
  server.use(http.post("*/api/auth/entry", () => HttpResponse.json({ message: "No." }, { status: 403 })));
  at("/questions");
  renderPage(<AccessGate open={false}>inside</AccessGate>, arriving());
  expect(await screen.findByText("Access restricted")).toBeVisible();
});
