// @vitest-environment jsdom
import { expect, it } from "vitest";
import { signedOut } from "@/api/session/session-slice";
import { aStore } from "@/lib/testing/render";
import { filtersApplied } from "@/question/filters-slice";
import { chartViewed, dataExported } from "./counters-slice";

it("applied filters, viewed charts and exports are counted until the visitor signs out", () => {
  const store = aStore();
  for (const action of [
    chartViewed(),
    chartViewed(),
    dataExported(),
    filtersApplied({ filters: [], appliedAt: 0 }),
  ])
    store.dispatch(action);
  expect(store.getState().counters).toEqual({ filtersApplied: 1, chartViews: 2, dataExports: 1 });
  store.dispatch(signedOut());
  expect(store.getState().counters).toEqual({ filtersApplied: 0, chartViews: 0, dataExports: 0 });
});
