// @vitest-environment jsdom
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { dayLists } from "@/api/calls/lists-api";
import { dataApi } from "@/api/data-api";
import { aDayList, aSummary } from "@/lib/testing/fixtures";
import { aStore, letIn } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { listNames } from "./known-lists";

const answer = { lists: [aDayList("Gap and Go")], may_edit: true, snapshot: "s1" };

it.each([
  ["ES", { symbol: "ES" }, ["gap and go"]],
  [null, {}, ["gap and go"]],
  [null, { symbol: "NQ" }, undefined],
  ["NQ", { symbol: "NQ" }, undefined],
])("where %s is chosen and ES is shown, the lists of %o are %s", async (symbol, arg, names) => {
  server.use(http.get("*/api/v2/lists", () => HttpResponse.json(answer)));
  const store = aStore({ ui: { ...letIn.ui, symbol } });
  const other = { endpointName: "summary", arg, value: aSummary() } as const;
  store.dispatch(dataApi.util.upsertQueryEntries([other]));
  expect(listNames(store.getState())).toBeUndefined();
  await store.dispatch(dayLists.initiate(arg));
  expect(listNames(store.getState())).toEqual(names && new Set(names));
});
