import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { dayLists, putDayList } from "@/api/calls/lists-api";
import { dataApi } from "@/api/data-api";
import { aCatalogue, aDayList, aSummary, gapUp } from "@/lib/testing/fixtures";
import { server } from "@/lib/testing/server";
import { applyPending } from "@/question/apply-filters";
import { inLists } from "@/question/filters";
import { filterEdited, filtersSetAside } from "@/question/filters-slice";
import { fitToCatalogue } from "@/question/fit";
import { KEPT_ASIDE } from "@/question/words";
import { pageStore } from "../testing/page-store";

const textbook = aDayList("textbook", "2024-05-03");
const up = { feature: "gap_up", operator: "=", value: true } as const;
const NO_LIST = { code: "unknown_list", message: 'day_list: "textbook" is no list of days.' };

/** The service with the lists of `now`; a question about another is refused. */
function serving(now: { lists: (typeof textbook)[] }) {
  const counts: number[] = [];
  const refused = async (request: Request) =>
    (await request.text()).includes("day_list") && now.lists.length === 0;
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp], []))),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.get("*/api/v2/lists", () => HttpResponse.json({ lists: now.lists, may_edit: true, snapshot: "s1" })),
    http.post("*/api/v2/lists", () => HttpResponse.json(textbook)),
    http.post("*/api/v2/filtered", () => {
      counts.push(1);
      return HttpResponse.json({ filtered_data: { total_days: 1 }, snapshot: "s1" });
    }),
    http.post("*/api/compute", async ({ request }) =>
      (await refused(request))
        ? HttpResponse.json(NO_LIST, { status: 422 })
        : HttpResponse.json({ total_days: 1, data: { statistics: { features: {} } }, snapshot: "s1" }),
    ),
  );
  return counts;
}

async function openPage() {
  const store = pageStore();
  await store.dispatch(dataApi.endpoints.summary.initiate({}, { subscribe: false }));
  await vi.waitFor(() => expect(store.getState().session.snapshot).not.toBeNull());
  const toasts = () => store.getState().ui.toasts.map(({ message }) => message);
  const listsAsked = () => store.dispatch(dayLists.initiate({}, { subscribe: false, forceRefetch: true }));
  return { store, filters: () => store.getState().filters, toasts, listsAsked };
}

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

it("a filter whose list is gone is set aside once it is refused, and is back with the list", async () => {
  const now = { lists: [] as (typeof textbook)[] };
  serving(now);
  const { store, filters, toasts, listsAsked } = await openPage();
  store.dispatch(filterEdited(up));
  store.dispatch(filterEdited(inLists("textbook")));
  await store.dispatch(applyPending());
  await vi.waitFor(() => expect(filters().aside).toEqual([inLists("textbook")]));
  expect(filters().pending).toEqual([up]);
  expect(toasts()).toContain(`${KEPT_ASIDE}: in list textbook`);
  await listsAsked();
  expect(filters().aside).toHaveLength(1);
  now.lists = [textbook];
  await listsAsked();
  await vi.waitFor(() => expect(filters().pending).toEqual([up, inLists("textbook")]));
  expect(filters().aside).toEqual([]);
});

it("a filter stays aside while the lists are not known", async () => {
  serving({ lists: [] });
  const { store, filters } = await openPage();
  store.dispatch(filtersSetAside([inLists("textbook")]));
  store.dispatch(fitToCatalogue(aCatalogue([gapUp], [])));
  expect(filters().aside).toEqual([inLists("textbook")]);
});

it("figures of a list that was written are asked anew", async () => {
  const counts = serving({ lists: [textbook] });
  const { store } = await openPage();
  store.dispatch(filterEdited(inLists("textbook")));
  await store.dispatch(applyPending());
  const key = { filters: {}, symbol: "ES", snapshot: "s1" };
  store.dispatch(dataApi.endpoints.dayCount.initiate(key, { forceRefetch: true }));
  await vi.waitFor(() => expect(counts).toHaveLength(1));
  const written = { dayListRequest: { name: "textbook", days: [] } };
  await store.dispatch(putDayList.initiate(written));
  await vi.waitFor(() => expect(counts).toHaveLength(2));
});
