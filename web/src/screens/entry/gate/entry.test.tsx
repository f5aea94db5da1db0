import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { readSessionId, readTokens, storeTokens } from "@/api/session/tokens";
import { letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { arriving, at, gate, standBeforeTheGate, tokens } from "../testing/gate-stage";
import { ENTRY_FAILED, ENTRY_INVALID } from "../words";
import { collectArrival } from "./arrival";

standBeforeTheGate();

describe("an address with entry parameters", () => {
  it("is posted once with the referrer, stripped, and lets the visitor in", async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post("*/api/auth/entry", async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ ...tokens, user_info: letIn.session.user });
      }),
    );
    at(
      "/dashboard?user_id=u1&user_email=a%2Bb@x.org&course_id=c&return_url=https://school.example/c&view=2#top",
    );
    renderPage(gate, arriving());
    expect(screen.getByText("Validating access...")).toBeVisible();
    expect(await screen.findByText("inside")).toBeVisible();
    expect(bodies).toEqual([
      {
        user_id: "u1",
        user_email: "a+b@x.org",
        course_id: "c",
        return_url: "https://school.example/c",
        referrer: document.referrer,
      },
    ]);
    expect(location.pathname + location.search + location.hash).toBe("/dashboard?view=2#top");
    expect(readTokens()).toMatchObject({ access: "a", refresh: "r" });
  });

  it("that is refused shows the server's text and the way back", async () => {
    const text = "Access denied. Invalid course access code.";
    server.use(http.post("*/api/auth/entry", () => HttpResponse.json({ message: text }, { status: 403 })));
    at("/?course=nope&return_url=https://school.example/c");
    renderPage(gate, arriving());
    expect(await screen.findByText(text)).toBeVisible();
    const back = screen.getByRole("link", { name: "Return to Course" });
    expect(back).toHaveAttribute("href", "https://school.example/c");
    for (const way of [back, screen.getByRole("link", { name: "Contact Support" })])
      expect(way, "out of a frame of the course").toHaveAttribute("target", "_top");
  });

  it.each([
    "javascript:alert(1)",
    "https://evil.example/c",
    "https://school.example.evil.example/",
    "https://school.example@evil.example/",
    "//evil.example/",
    "http://school.example/c",
    "/c",
  ])("never leads back to anything but the course's own sites: %s", async (address) => {
    server.use(http.post("*/api/auth/entry", () => HttpResponse.json({ message: "No." }, { status: 403 })));
    at(`/?course=nope&return_url=${encodeURIComponent(address)}`);
    renderPage(gate, arriving());
    const link = await screen.findByRole("link", { name: "Return to Course" });
    expect(link).toHaveAttribute("href", "https://school.example/");
  });

  it("is out of the address before anybody is asked, wherever on the page the visitor arrives", async () => {
    const seen: string[] = [];
    at("/login?user_id=u1&signature=ab&nonce=n&expires=9&view=2");
    collectArrival();
    seen.push(location.search);
    server.use(
      http.post("*/api/auth/entry", async ({ request }) => {
        seen.push(location.search, JSON.stringify(await request.json()));
        return HttpResponse.json({ message: "No." }, { status: 403 });
      }),
    );
    renderPage(gate, arriving());
    await screen.findByText("No.");
    expect(seen.slice(0, 2)).toEqual(["?view=2", "?view=2"]);
    expect(JSON.parse(seen[2] ?? "")).toMatchObject({
      user_id: "u1",
      signature: "ab",
      nonce: "n",
      expires: "9",
    });
  });

  it("that gives one twice posts both, for the server to refuse", async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post("*/api/auth/entry", async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({}, { status: 422 });
      }),
    );
    at("/?user_id=u1&user_id=u2");
    renderPage(gate, arriving());
    expect(await screen.findByText(ENTRY_INVALID)).toBeVisible();
    expect(bodies).toMatchObject([{ user_id: ["u1", "u2"] }]);
  });

  it("that is refused leaves an earlier session as it is", async () => {
    storeTokens(tokens);
    server.use(http.post("*/api/auth/entry", () => HttpResponse.json({ message: "No." }, { status: 403 })));
    at("/?user_id=u1");
    renderPage(gate, arriving());
    expect(await screen.findByText("No.")).toBeVisible();
    expect(readTokens()).toMatchObject({ access: "a" });
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  describe.each(["link_used", "link_expired"])("of a link that is spent (%s)", (code) => {
    const spent = () => {
      const message = "Authentication error. Please try again.";
      server.use(
        http.post("*/api/auth/entry", () => HttpResponse.json({ message, code }, { status: 403 })),
        http.get("*/api/auth/me", () => HttpResponse.json({ ...letIn.session.user, session_id: "s9" })),
      );
    };

    it("goes on with that user's session", async () => {
      storeTokens(tokens);
      spent();
      at("/?user_id=u&nonce=n&signature=ab");
      renderPage(gate, arriving());
      expect(await screen.findByText("inside")).toBeVisible();
      expect(readSessionId()).toBe("s9");
    });

    it("says so to anybody else, and goes on with the session that is there only where asked to", async () => {
      storeTokens(tokens);
      spent();
      at("/?user_id=other&nonce=n&signature=ab");
      renderPage(gate, arriving());
      expect(await screen.findByText("You are still signed in from before.")).toBeVisible();
      expect(screen.getByRole("alert")).toHaveTextContent("Authentication error. Please try again.");
      screen.getByRole("button", { name: "Go on" }).click();
      expect(await screen.findByText("inside")).toBeVisible();
    });

    it("lets nobody in without a session", async () => {
      spent();
      at("/?user_id=u&nonce=n&signature=ab");
      renderPage(gate, arriving());
      expect(await screen.findByRole("alert")).toHaveTextContent("Authentication error. Please try again.");
      expect(screen.queryByRole("button")).toBeNull();
    });
  });

  it("whose signature is wrong does not go on by itself, whoever it names", async () => {
    storeTokens(tokens);
    const body = { message: "Invalid authentication parameters.", code: "signature_invalid" };
    server.use(
      http.post("*/api/auth/entry", () => HttpResponse.json(body, { status: 403 })),
      http.get("*/api/auth/me", () => HttpResponse.json({ ...letIn.session.user, session_id: "s9" })),
    );
    at("/?user_id=u&signature=ab");
    renderPage(gate, arriving());
    expect(await screen.findByRole("alert")).toHaveTextContent(body.message);
  });

  it("during an outage says when it can be tried again, and then enters with the same parameters", async () => {
    const message = "The course platform does not answer. Please try again in a minute.";
    const bodies: unknown[] = [];
    server.use(
      http.post("*/api/auth/entry", async ({ request }) => {
        bodies.push(await request.json());
        if (bodies.length > 1) return HttpResponse.json({ ...tokens, user_info: letIn.session.user });
        return HttpResponse.json({ message }, { status: 503, headers: { "Retry-After": "2" } });
      }),
    );
    at("/?user_id=u1&user_email=a@x.org&course_id=c");
    renderPage(gate, arriving());
    expect(await screen.findByText(ENTRY_FAILED)).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByRole("timer")).toHaveTextContent(/ [12] seconds?\.$/);
    const again = screen.getByRole("button", { name: "Try again" });
    expect(again).toBeDisabled();
    await waitFor(() => expect(again).toBeEnabled());
    again.click();
    expect(await screen.findByText("inside")).toBeVisible();
    expect(bodies[1]).toEqual(bodies[0]);
  });
});

it("stripping keeps what is not an entry parameter", () => {
  at("/chart?a=1&user_id=2&profile=pro");
  collectArrival();
  expect(location.pathname + location.search).toBe("/chart?a=1");
});
