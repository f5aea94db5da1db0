import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useDayCount } from "@/api/data-api";
import {
  type SessionUser,
  signedIn,
  signedOut,
  snapshotGone,
  snapshotShown,
} from "@/api/session/session-slice";
import { aCatalogue, aSummary } from "@/lib/testing/fixtures";
import { letIn } from "@/lib/testing/render";
import { answerOf, gone, server } from "@/lib/testing/server";
import { FreshnessNote } from "../messages/notes";
import type { AppStore } from "../store";
import { pageStore } from "../testing/page-store";

const SECOND = 1000;
const key = { filters: {}, symbol: "ES", snapshot: "s1" };
const note = () => screen.getByRole("status", { name: "How current the figures are" });

/** The server as `alive` says at each call: how often it was asked for days, when it was pinged. */
function answering(state: { alive: boolean | number }) {
  const asked = { days: 0, pings: [] as number[] };
  const answered = (body: object) => {
    if (state.alive === true) return HttpResponse.json(body);
    return state.alive === false ? HttpResponse.error() : new HttpResponse(null, { status: state.alive });
  };
  server.use(
    http.get("*/api/v2/date-range", () => {
      asked.pings.push(Date.now());
      return answered({});
    }),
    http.get("*/api/v2/summary", () => answered(aSummary())),
    http.post("*/api/v2/filtered", () => {
      asked.days += 1;
      return answered({ filtered_data: { total_days: 100 + asked.days }, snapshot: "s1" });
    }),
  );
  return asked;
}

let store: AppStore;

function page() {
  store = pageStore();
  store.dispatch(signedIn(letIn.session.user as SessionUser));
  store.dispatch(snapshotShown(aSummary()));
  const Shown = () => <output>{useDayCount(key).data ?? "none"}</output>;
  const children = [<Shown key="days" />, <FreshnessNote key="note" />];
  render(children, { wrapper: ({ children }) => <Provider {...{ store, children }} /> });
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const offline = () => act(() => void window.dispatchEvent(new Event("offline")));

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});

afterEach(() => {
  act(() => void store.dispatch(signedOut()));
});

it("a server that is gone is said to be, with how old the figures are, and pinged ever more rarely", async () => {
  const state: { alive: boolean | number } = { alive: true };
  const asked = answering(state);
  page();
  await vi.waitFor(() => expect(screen.getByText("101")).toBeInTheDocument());
  expect(note()).toBeEmptyDOMElement();
  state.alive = false;
  offline();
  await vi.waitFor(() => expect(store.getState().connection.lostSince).not.toBeNull());
  expect(note()).toHaveTextContent(
    /^The server has not answered since \d+:\d\d.[AP]M\. The figures on screen are from before, of data up to 03\/27\/2026\. What you set up is kept\./,
  );
  for (let passed = 0; passed < 130; passed += 1) await pass(SECOND);
  const waits = asked.pings.slice(1).map((at, i) => Math.round((at - (asked.pings[i] ?? 0)) / SECOND));
  expect(waits.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect(screen.getByText("101"), "the old figure stays").toBeInTheDocument();
  state.alive = true;
  await pass(30 * SECOND);
  await vi.waitFor(() => expect(screen.getByText("102")).toBeInTheDocument());
  expect(note()).toBeEmptyDOMElement();
});

it.each([false, 502, 503, 504])("an answer of a gateway, or none, is nobody's: %s", async (alive) => {
  answering({ alive });
  page();
  offline();
  await vi.waitFor(() => expect(store.getState().connection.lostSince).not.toBeNull());
});

it("the visitor need not wait for the next ping", async () => {
  const state: { alive: boolean | number } = { alive: true };
  const asked = answering(state);
  page();
  await vi.waitFor(() => expect(screen.getByText("101")).toBeInTheDocument());
  state.alive = false;
  offline();
  for (let passed = 0; passed < 100; passed += 1) await pass(SECOND);
  const pings = asked.pings.length;
  state.alive = true;
  vi.useRealTimers();
  await userEvent.click(screen.getByRole("button", { name: "Try now" }));
  await waitFor(() => expect(note()).toBeEmptyDOMElement());
  expect(asked.pings).toHaveLength(pings + 1);
});

it("a call that alone goes unanswered is no lost connection; it is made again, at most every half a minute", async () => {
  const asked = answering({ alive: true });
  server.use(
    http.post("*/api/v2/filtered", () => {
      asked.days += 1;
      return new HttpResponse(null, { status: 503, headers: { "Retry-After": "0" } });
    }),
  );
  page();
  await vi.waitFor(() => expect(asked.pings.length).toBeGreaterThan(0));
  for (let passed = 0; passed < 20; passed += 1) await pass(SECOND);
  expect(asked.days, "three tries, and three more").toBe(6);
  expect(store.getState().connection.lostSince).toBeNull();
});

it("a page that comes back into sight after five minutes asks whether there is newer data, and shows it", async () => {
  const asked = answering({ alive: true });
  page();
  await vi.waitFor(() => expect(screen.getByText("101")).toBeInTheDocument());
  const focus = () => act(async () => void window.dispatchEvent(new Event("focus")));
  await pass(299 * SECOND);
  await focus();
  expect(asked.pings).toEqual([]);
  await pass(SECOND);
  server.use(
    http.get("*/api/v2/date-range", ({ request }) => {
      expect(new URL(request.url).searchParams.get("snapshot")).toBe("s1");
      return gone();
    }),
    http.get("*/api/features", () => HttpResponse.json({ ...aCatalogue([], []), snapshot: "s2" })),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary({ id: "s2" }))),
    http.post("*/api/compute", ({ request }) =>
      answerOf("s2", request, { total_days: 9, data: { statistics: { features: {} } } }),
    ),
  );
  await focus();
  await vi.waitFor(() => expect(store.getState().session.snapshot?.id).toBe("s2"));
});

it("a visitor who is signed out is not knocked for", async () => {
  const asked = answering({ alive: false });
  page();
  offline();
  await vi.waitFor(() => expect(asked.pings.length).toBeGreaterThan(0));
  act(() => void store.dispatch(signedOut()));
  await pass(60 * SECOND);
  const pings = asked.pings.length;
  await pass(60 * SECOND);
  expect(asked.pings).toHaveLength(pings);
  expect(store.getState().connection.lostSince).toBeNull();
});

it("newer data before the first summary names no day", async () => {
  answering({ alive: 404 });
  page();
  act(() => void store.dispatch(snapshotGone("s1")));
  await vi.waitFor(() => expect(note()).toHaveTextContent(/^New data was published and is on its way\.$/));
});
