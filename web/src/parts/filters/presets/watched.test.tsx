import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Watch, WatchesAnswer } from "@/api/generated";
import { keepPresets, type Presets } from "@/kept/saved-filters";
import { viewOf } from "@/kept/view";
import { aCatalogue, aFeature, gapClass, gapUp } from "@/lib/testing/fixtures";
import { aStoreWithCatalogue, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { SavedFilters } from "./saved-filters";
import { HAVE_COPIED, SHOWN_ONCE, stopTelling, TELL_ME, WATCHED_ELSEWHERE, WEBHOOK_ADDRESS } from "./words";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const late: Filter = { feature: "trend_day", operator: "=", value: true };
const dates: Filter = { feature: "Date_Range", operator: "range", value: ["2024-01-02", "2025-01-02"] };
const trendDay = aFeature({ name: "trend_day", displayName: "Trend Day", type: "boolean", knownAt: "eod" });

const watch: Watch = {
  id: "w1",
  name: "up days",
  symbol: "ES",
  filters: [{ ...gap }],
  channel: "email",
  address: "a...@example.com",
  created_at: 1_764_000_000,
  last: null,
};
const told = (result: "sent" | "failed" | "trying", why: string | null = null) => ({
  session_date: "2026-11-24",
  at: new Date(2026, 10, 24, 12).getTime() / 1000,
  result,
  why,
});

let kept: WatchesAnswer;
let added: Record<string, unknown>[];

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  kept = { watches: [], channels: ["email", "webhook"], why: null };
  added = [];
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp, gapClass, trendDay], []))),
    http.get("*/api/v2/watches", () => HttpResponse.json(kept)),
    http.post("*/api/v2/watches", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      added.push(body);
      const made = { ...watch, name: String(body.name), channel: body.channel as Watch["channel"] };
      kept = { ...kept, watches: [made] };
      return HttpResponse.json({
        ...made,
        secret: body.channel === "webhook" ? "whsec_quiet-harbour" : null,
      });
    }),
    http.delete("*/api/v2/watches/:id", ({ params }) => {
      kept = { ...kept, watches: kept.watches.filter(({ id }) => id !== params.id) };
      return HttpResponse.json({ name: "up days" });
    }),
  );
});

async function opened(presets: Presets = { "up days": { filters: [gap] } }) {
  const user = { ...letIn.session.user, email: "ana@example.com" } as typeof letIn.session.user;
  const session = { ...letIn.session, user };
  keepPresets({ set: presets, gone: [] });
  renderPage(<SavedFilters close={vi.fn()} />, await aStoreWithCatalogue({ session }));
  return screen.getByRole("region", { name: "Presets" });
}

const HOOK_FIELD = new RegExp(`^${WEBHOOK_ADDRESS}`);
const TELL = new RegExp(`^${TELL_ME}`);

async function asked(presets?: Presets) {
  const menu = await opened(presets);
  const button = await within(menu).findByRole("button", { name: TELL });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  return within(menu).getByRole("region", { name: TELL });
}

describe("a preset", () => {
  it("is watched by e-mail to the caller, without its dates, and ended in one click", async () => {
    const form = await asked({ "up days": { filters: [gap, dates] } });
    expect(form).toHaveTextContent("To ana@example.com");
    expect(form).toHaveTextContent("Its dates do not count for the next session.");
    await userEvent.click(within(form).getByRole("button", { name: "Tell me" }));
    expect(
      await screen.findByText(/^Watched, by e-mail to a\.\.\.@example\.com: nothing to tell yet\.$/),
    ).toBeVisible();
    expect(added).toEqual([
      {
        name: "up days",
        channel: "email",
        symbol: "ES",
        filters: { gap_up: { operator: "=", value: true } },
      },
    ]);
    await userEvent.click(screen.getByRole("button", { name: stopTelling("up days") }));
    expect(await screen.findByRole("button", { name: TELL })).toBeEnabled();
    expect(screen.queryByText(SHOWN_ONCE)).toBeNull();
  });

  it("of another instrument is watched there", async () => {
    const view = { ...viewOf(letIn), symbol: "NQ" };
    const form = await asked({ "up days": { filters: [gap], view } });
    await userEvent.click(within(form).getByRole("button", { name: "Tell me" }));
    await waitFor(() => expect(added).toMatchObject([{ symbol: "NQ" }]));
  });

  it("is watched by a hook; what the service finds wrong with its address stands at the field", async () => {
    const detail = "url: expected an https address, found 'http://hooks.example'.";
    server.use(
      http.post("*/api/v2/watches", () => HttpResponse.json({ detail, message: "No." }, { status: 422 }), {
        once: true,
      }),
    );
    const form = await asked();
    await userEvent.selectOptions(within(form).getByLabelText("Tell me by"), "webhook");
    const field = within(form).getByLabelText(HOOK_FIELD);
    expect(within(form).getByRole("button", { name: "Tell me" })).toBeDisabled();
    await userEvent.type(field, "http://hooks.example");
    await userEvent.click(within(form).getByRole("button", { name: "Tell me" }));
    expect(await within(form).findByRole("alert")).toHaveTextContent(
      "Expected an https address, found 'http://hooks.example'.",
    );
    expect(field).toBeInvalid();
    await userEvent.clear(field);
    await userEvent.type(field, " https://hooks.example/a ");
    await userEvent.click(within(form).getByRole("button", { name: "Tell me" }));
    await waitFor(() =>
      expect(added).toMatchObject([{ channel: "webhook", url: "https://hooks.example/a" }]),
    );
  });

  it("by a hook has a secret that is shown once, ready to be copied", async () => {
    const form = await asked();
    await userEvent.selectOptions(within(form).getByLabelText("Tell me by"), "webhook");
    await userEvent.type(within(form).getByLabelText(HOOK_FIELD), "https://hooks.example/a");
    await userEvent.click(within(form).getByRole("button", { name: "Tell me" }));
    const secret = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Secret that signs/ });
    expect(secret).toHaveValue("whsec_quiet-harbour");
    expect(secret).toHaveFocus();
    expect([secret.selectionStart, secret.selectionEnd]).toEqual([0, "whsec_quiet-harbour".length]);
    expect(screen.getByText(SHOWN_ONCE)).toBeVisible();
    expect(screen.getByText(/^Watched, by webhook/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: HAVE_COPIED }));
    expect(await screen.findByRole("button", { name: stopTelling("up days") })).toHaveFocus();
    expect(document.body).not.toHaveTextContent("whsec_");
    expect(screen.queryByRole("textbox", { name: /^Secret/ })).toBeNull();
  });

  it("that may never match in time is said to before it is watched", async () => {
    const form = await asked({ "up days": { filters: [gap, late] } });
    expect(form).toHaveTextContent(
      "This may never match in time: “Trend Day” is known for certain only after the close.",
    );
  });

  it("cannot be watched without a channel, and why", async () => {
    kept = { watches: [], channels: [], why: "Your sign-in has no e-mail address to send alerts to." };
    const form = await asked();
    expect(form).toHaveTextContent("Your sign-in has no e-mail address to send alerts to.");
    expect(within(form).queryByRole("button", { name: "Tell me" })).toBeNull();
  });

  it("of dates alone has nothing to watch", async () => {
    const menu = await opened({ "up days": { filters: [dates] } });
    await within(menu).findByRole("button", { name: "Delete preset up days" });
    expect(within(menu).queryByRole("button", { name: TELL })).toBeNull();
  });
});

it.each([
  [told("sent"), "told on Nov 24"],
  [told("failed", "The hook answered 500."), "could not be told on Nov 24. The hook answered 500."],
  [told("trying", "The hook answered 500."), "it is tried again. The hook answered 500."],
])("the last alert is told: %j", async (last, text) => {
  kept = { ...kept, watches: [{ ...watch, name: "Up  Days", last }] };
  await opened();
  expect((await screen.findByText(/^Watched, by e-mail/)).textContent).toContain(text);
});

it("a preset that was saved anew says what is watched in its name", async () => {
  kept = {
    ...kept,
    watches: [{ ...watch, filters: [{ feature: "gap_class", operator: "in", value: ["flat"] }] }],
  };
  await opened();
  expect(await screen.findByText("By the conditions that it had before: Opening gap flat")).toBeVisible();
});

it("watches of other browsers and instruments are listed, and ended there", async () => {
  kept = { ...kept, watches: [{ ...watch, symbol: "NQ" }] };
  const menu = await opened();
  const others = await within(menu).findByRole("region", { name: WATCHED_ELSEWHERE });
  expect(others).toHaveTextContent("up days (NQ)");
  expect(others).toHaveTextContent("Gap up");
  await userEvent.click(within(others).getByRole("button", { name: stopTelling("up days") }));
  await waitFor(() => expect(others).not.toBeInTheDocument());
});
