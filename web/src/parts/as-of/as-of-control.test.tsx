import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { dataApi } from "@/api/data-api";
import type { ComputeRequest } from "@/api/generated";
import { aCatalogue, gapFillBar } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { emptyFilters, pendingCleared } from "@/question/filters-slice";
import { AsOfControl } from "./as-of-control";
import { NOT_KNOWN } from "./words";

const FILL = { feature: gapFillBar.name, operator: ">" as const, value: 0 };
const asked: ComputeRequest[] = [];

beforeEach(() => {
  asked.splice(0);
  const catalogue = aCatalogue([{ ...gapFillBar, known_at_bar: 81, resolves_from: 7 }], []);
  server.use(
    http.get("*/api/features", () => HttpResponse.json(catalogue)),
    http.post("*/api/compute", async ({ request }) => {
      asked.push((await request.json()) as ComputeRequest);
      return HttpResponse.json({ total_days: 3, data: { statistics: { features: {} } }, snapshot: "s1" });
    }),
  );
});

async function shown(active: (typeof FILL)[] = []) {
  const store = aStore({ ui: { ...letIn.ui }, filters: { ...emptyFilters, active } });
  renderPage(<AsOfControl />, store);
  await waitFor(() => {
    const { queries } = store.getState()[dataApi.reducerPath];
    const asked = Object.values(queries).find((query) => query?.endpointName === "features");
    expect(asked?.status).toBe("fulfilled");
  });
  return {
    store,
    choose: (label: string) => userEvent.selectOptions(screen.getByLabelText("Known up to"), label),
  };
}

it("asks for everything again as of the bar that is chosen, and of the whole day as before", async () => {
  const { store, choose } = await shown();
  await choose("Bar 12, 10:30");
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.as_of).toBe(12);
  expect(store.getState().ui.asOf).toBe("b12");
  await choose("Whole day");
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).not.toHaveProperty("as_of");
});

it("offers a few times by name, and any other bar below the field", async () => {
  const { store, choose } = await shown();
  const field = screen.getByLabelText("Known up to");
  expect(within(field).getAllByRole("option")).toHaveLength(9);
  await choose("Other bar…");
  expect(field).toHaveDisplayValue("Whole day");
  const other = within(await screen.findByRole("dialog", { name: "Other bar" })).getByLabelText("Other bar");
  expect(other).toHaveFocus();
  await userEvent.selectOptions(other, "Bar 13, 10:35");
  await waitFor(() => expect(store.getState().ui.asOf).toBe("b13"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(field).toHaveDisplayValue("Bar 13, 10:35");
});

it("tells the bar that waits for its filters, and the page's own once they are gone", async () => {
  const nextAsOf = { asOf: "b12", filters: [FILL] };
  const store = aStore({ ui: letIn.ui, filters: { ...emptyFilters, pending: [FILL], nextAsOf } });
  renderPage(<AsOfControl />, store);
  const field = await screen.findByLabelText("Known up to");
  expect(field).toHaveDisplayValue("Bar 12, 10:30");
  expect(screen.getByText("pending")).toBeVisible();
  act(() => void store.dispatch(pendingCleared()));
  expect(field).toHaveDisplayValue("Whole day");
  expect(screen.queryByText("pending")).toBeNull();
});

it("is not there where the tier asks of the whole day only", async () => {
  const catalogue = aCatalogue([gapFillBar], []);
  catalogue.profile_limits.features.as_of = false;
  server.use(http.get("*/api/features", () => HttpResponse.json(catalogue)));
  await shown();
  await waitFor(() => expect(screen.queryByLabelText("Known up to")).toBeNull());
});

it("names a filter that is not known by then, and asks it by the bar", async () => {
  const { store, choose } = await shown([FILL]);
  await choose("Bar 12, 10:30");
  const notice = await screen.findByRole("dialog", { name: NOT_KNOWN });
  expect(notice).toHaveTextContent(/^Not known by bar 12, 10:30: Gap filled\./);
  expect(store.getState().ui.asOf).toBe("day");
  expect(asked).toHaveLength(0);
  await userEvent.click(screen.getByRole("button", { name: "Ask by bar 12" }));
  await waitFor(() => expect(store.getState().filters.active).toEqual([{ ...FILL, by_bar: 12 }]));
  expect(store.getState().ui.asOf).toBe("b12");
});

it("says from which bar on the filter can be asked, where its event cannot have come", async () => {
  const { store, choose } = await shown([FILL]);
  await choose("Bar 6, 10:00");
  const notice = await screen.findByRole("dialog", { name: NOT_KNOWN });
  expect(notice).toHaveTextContent("Ask with days known up to bar 7, 10:05, or later.");
  expect(screen.queryByRole("button", { name: /^Ask by bar/ })).toBeNull();
  await choose("Bar 12, 10:30");
  expect(notice).not.toHaveTextContent("or later");
  expect(screen.getByRole("button", { name: "Ask by bar 12" })).toBeVisible();
  expect(store.getState().ui.asOf).toBe("day");
});

it("leaves the filter out, or everything as it is, where that is chosen", async () => {
  const { store, choose } = await shown([FILL]);
  await choose("Before open");
  expect(screen.queryByRole("button", { name: /^Ask by bar/ })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Keep as it is" }));
  expect([store.getState().ui.asOf, store.getState().filters.active]).toEqual(["day", [FILL]]);
  await choose("At the open");
  await userEvent.click(await screen.findByRole("button", { name: "Leave it out" }));
  await waitFor(() => expect(store.getState().filters.active).toEqual([]));
  expect(asked[0]?.as_of).toBe(0);
});

/** Answers of the service that wait to be let go, by the bar they are asked of. */
function held() {
  const asked = new Map<unknown, (response: Response) => void>();
  const answer = (bar: number, status = 200) => {
    const body = { total_days: 3, data: { statistics: { features: {} } }, snapshot: "s1" };
    asked.get(bar)?.(HttpResponse.json(body, { status }));
    asked.delete(bar);
  };
  server.use(
    http.post("*/api/compute", async ({ request }) => {
      const { as_of } = (await request.json()) as ComputeRequest;
      return new Promise<Response>((resolve) => asked.set(as_of, resolve));
    }),
  );
  return { answer, isAsked: (bar: number) => waitFor(() => expect(asked.has(bar)).toBe(true)) };
}

/** Until the page has the days as of a bar. */
const answered = (store: ReturnType<typeof aStore>, bar: number) =>
  waitFor(() => {
    const found = Object.values(store.getState()[dataApi.reducerPath].queries);
    const args = found.map((query) => query?.originalArgs as { as_of?: number } | undefined);
    expect(args.some((arg) => arg?.as_of === bar)).toBe(true);
  });

it("the page shows a bar together with its filters, once the service has answered", async () => {
  const { answer, isAsked } = held();
  const { store, choose } = await shown([FILL]);
  const questions: unknown[] = [];
  store.subscribe(() => {
    const { ui, filters } = store.getState();
    const question = [ui.asOf, filters.active.length];
    if (String(questions.at(-1)) !== String(question)) questions.push(question);
  });
  await choose("Bar 12, 10:30");
  await userEvent.click(await screen.findByRole("button", { name: "Leave it out" }));
  await isAsked(12);
  expect(store.getState().ui.asOf).toBe("day");
  expect(screen.getByLabelText("Known up to")).toHaveDisplayValue("Bar 12, 10:30");
  answer(12);
  await waitFor(() => expect(store.getState().filters.active).toEqual([]));
  expect(questions.at(-1)).toEqual(["b12", 0]);
});

it("of two choices the last one stands, whichever fails or comes first", async () => {
  const { answer, isAsked } = held();
  const { store, choose } = await shown();
  await choose("Bar 6, 10:00");
  await isAsked(6);
  await choose("Bar 12, 10:30");
  await isAsked(12);
  answer(12);
  await waitFor(() => expect(store.getState().ui.asOf).toBe("b12"));
  answer(6, 422);
  await waitFor(() => expect(store.getState().filters.isBatching).toBe(false));
  await choose("Bar 18, 11:00");
  await isAsked(18);
  await choose("Bar 27, 11:45");
  await isAsked(27);
  answer(18);
  await answered(store, 18);
  expect(store.getState().ui.asOf).toBe("b12");
  answer(27);
  await waitFor(() => expect(store.getState().ui.asOf).toBe("b27"));
  expect(store.getState().filters.nextAsOf).toBeNull();
  const told = store.getState().ui.toasts.map(({ message }) => message);
  expect(told).not.toContain("Failed to ask with another bar");
});

it("a service that fails leaves the bar as it was", async () => {
  server.use(http.post("*/api/compute", () => HttpResponse.json({}, { status: 422 })));
  const { store, choose } = await shown();
  await choose("Bar 6, 10:00");
  const told = () => store.getState().ui.toasts.map(({ message }) => message);
  await waitFor(() => expect(told()).toContain("Failed to ask with another bar"));
  expect(store.getState().ui.asOf).toBe("day");
});
