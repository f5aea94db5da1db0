import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { arriving, at, gate, standBeforeTheGate, tokens } from "../testing/gate-stage";

standBeforeTheGate();

describe("a code by e-mail", () => {
  const CODES = { wrong: "That code is not right. Please look again, or ask for a new one." };

  it("is asked for, mailed, and lets in only when it is right", async () => {
    const [sent, entered]: [unknown[], Record<string, unknown>[]] = [[], []];
    server.use(
      http.post("*/api/auth/entry", async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        entered.push(body);
        if (body.email_code === "123456")
          return HttpResponse.json({ ...tokens, user_info: letIn.session.user });
        const [code, message] = body.challenge
          ? ["code_wrong", CODES.wrong]
          : ["code_needed", "Please confirm."];
        return HttpResponse.json({ code, message }, { status: 403 });
      }),
      http.post("*/api/auth/entry/code", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ challenge: "ch", expires_in: 600 });
      }),
    );
    at("/?user_id=u1&user_email=a@x.org&course_id=c");
    renderPage(gate, arriving());
    expect(await screen.findByText("Please confirm.")).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Send the code" }));
    const field = await screen.findByLabelText("Code");
    await userEvent.type(field, "12 34x50{Enter}");
    expect(await screen.findByText(CODES.wrong)).toBeVisible();
    expect(entered[1]).toMatchObject({ challenge: "ch", email_code: "123450", user_id: "u1" });
    await userEvent.type(field, "123456{Enter}");
    expect(await screen.findByText("inside")).toBeVisible();
    expect(sent).toMatchObject([{ user_id: "u1", user_email: "a@x.org", course_id: "c" }]);
  });

  it("asked for too often says when it can be asked for again", async () => {
    server.use(
      http.post("*/api/auth/entry", () =>
        HttpResponse.json({ code: "code_needed", message: "Please confirm." }, { status: 403 }),
      ),
      http.post("*/api/auth/entry/code", () =>
        HttpResponse.json({}, { status: 429, headers: { "Retry-After": "600" } }),
      ),
    );
    at("/?user_id=u1&user_email=a@x.org&course_id=c");
    renderPage(gate, arriving());
    await userEvent.click(await screen.findByRole("button", { name: "Send the code" }));
    expect(await screen.findByText("Too many attempts.")).toBeVisible();
    expect(screen.getByText("You can try again in 10 minutes.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Send the code" })).toBeDisabled();
  });
});
