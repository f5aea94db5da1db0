// @vitest-environment jsdom
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptHistory } from "@/kept/saved-filters";
import { aStore, letIn } from "@/lib/testing/render";
import type { Filter } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import { pageAddress } from "./link";
import { placeOf, sharedShown } from "./show-shared";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const own: Filter = { feature: "nr7", operator: "=", value: true };
const waiting: Filter = { feature: "gap_fill_bar", operator: "<=", value: 24 };
const shared = { ...letIn, filters: { ...emptyFilters, active: [gap] } };

describe("a shared address", () => {
  it("that the page wrote is read as it was, with its screen's own question", () => {
    history.replaceState(null, "", "/dashboard?view=by-value&by=gap_size_pts&cut=3&user_id=somebody#top");
    const address = pageAddress(shared);
    const place = placeOf(address);
    expect(place).toMatchObject({ pathname: "/dashboard", hash: "#top" });
    expect(place && place.pathname + place.search + place.hash).toBe(address);
    expect(address).toContain("?view=by-value&by=gap_size_pts&cut=3&filters=");
  });

  it("that an earlier version wrote leads to where its screen stands now", () => {
    expect(placeOf("/curve?by=gap_size_pts&cut=3&user_id=u&view=focus#top")).toEqual({
      pathname: "/dashboard",
      search: "?by=gap_size_pts&cut=3&only=open&view=by-value",
      hash: "#top",
    });
  });

  it("lets nobody in as somebody else: parameters of an entry are left out", () => {
    const place = placeOf("/dashboard?user_id=u&signature=x&return_url=https://a.example&symbol=NQ&reset=1");
    expect(place).toEqual({ pathname: "/dashboard", search: "?symbol=NQ", hash: "" });
  });

  it.each([
    "https://elsewhere.example/dashboard",
    "//elsewhere.example/dashboard",
    "/\\elsewhere.example/dashboard",
    "/.//elsewhere.example",
    "javascript:alert(1)",
    "dashboard",
    "",
    "/",
    "/api/auth/logout",
    "/api",
    "/v/AAAAAAAAAAAAAAAAAAAAAA",
    "/off/token",
    "/login",
    "/access-denied",
    "/assets/index.js",
  ])("that is none of the page's screens is refused: %s", (address) => expect(placeOf(address)).toBeNull());

  it("whatever it is leads to a screen of this origin or nowhere", () => {
    const start = fc.constantFrom("", "/", "//", "/\\", "/dashboard", "/dashboard/..", "http:", "/v/");
    const rest = fc.oneof(
      fc.string(),
      fc.tuple(fc.domain(), fc.constantFrom("/dashboard", "/curve?by=a")).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(start, rest, (lead, text) => {
        const place = placeOf(lead + text);
        if (!place) return;
        expect(place.pathname).toMatch(/^\/[a-z-]+$/);
        expect(new URL(lead + text, location.href).origin).toBe(location.origin);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a view that is shown", () => {
  const show = (filters: Partial<typeof emptyFilters>) => {
    const store = aStore({ filters: { ...emptyFilters, ...filters } });
    const place = placeOf(pageAddress(shared));
    if (place) store.dispatch(sharedShown(place));
    return store.getState();
  };

  it("keeps the filters that it replaces in the history, and says so", () => {
    const { filters, ui } = show({ active: [own], pending: [waiting] });
    expect(filters).toMatchObject({ active: [gap], pending: [] });
    expect(keptHistory.load().value[0]?.filters).toEqual([own, waiting]);
    expect(ui.toasts.map(({ message }) => message)).toEqual([
      "The link's filters are shown; yours are kept in History",
    ]);
  });

  it("says nothing where nothing gives way to it", () => {
    const { filters, ui } = show({});
    expect(filters.active).toEqual([gap]);
    expect(keptHistory.load().value).toEqual([]);
    expect(ui.toasts).toEqual([]);
  });
});
