import { act, render, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Provider } from "react-redux";
import { describe, expect, it, vi } from "vitest";
import { aCatalogue, aSummary } from "@/lib/testing/fixtures";
import { aStore } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { useCatalogue, useSummary } from "./catalogue";
import { useDayCount, useProbability } from "./data-api";
import { useMeQuery } from "./generated";
import { LIFETIMES } from "./lifetimes";

const MINUTE = 60_000;
const key = { filters: {}, symbol: "ES", snapshot: "s1" };

const SHOWN = {
  "day count": () => useDayCount(key),
  probability: () => useProbability({ ...key, feature: "gap_up" }),
  catalogue: useCatalogue,
  summary: useSummary,
  "current user": () => useMeQuery(undefined, { refetchOnMountOrArgChange: LIFETIMES.user }),
};

/** How often the server was asked after something came into sight, went, and came back after `wait` ms. */
async function askedAfter(name: keyof typeof SHOWN, wait: number): Promise<number> {
  let asked = 0;
  const answering = (body: object) => () => {
    asked += 1;
    return HttpResponse.json(body);
  };
  server.use(
    http.post("*/api/v2/filtered", answering({ filtered_data: { total_days: 1 } })),
    http.post("*/api/v2/probabilities", answering({ probabilities: {} })),
    http.get("*/api/features", answering(aCatalogue([], []))),
    http.get("*/api/auth/me", answering({ username: "Ana" })),
    http.get("*/api/v2/summary", answering(aSummary())),
  );
  const store = aStore();
  const Shown = () => <output>{String(SHOWN[name]().isFetching)}</output>;
  const show = () => render(<Shown />, { wrapper: ({ children }) => <Provider {...{ store, children }} /> });
  vi.useFakeTimers({ toFake: ["Date"] });
  const first = show();
  await waitFor(() => expect(first.container).toHaveTextContent("false"));
  first.unmount();
  vi.setSystemTime(Date.now() + wait);
  const second = show();
  await waitFor(() => expect(second.container).toHaveTextContent("false"));
  await act(async () => {});
  return asked;
}

describe("what comes back into sight is asked again only where it is older than its lifetime", () => {
  it.each([
    ["day count", 2 * MINUTE],
    ["probability", MINUTE],
    ["catalogue", 5 * MINUTE],
    ["current user", 5 * MINUTE],
  ] as const)("%s: %i ms", async (name, fresh) => {
    expect(await askedAfter(name, fresh - 1000)).toBe(1);
    expect(await askedAfter(name, fresh + 1000)).toBe(2);
  });

  it("the dates of the data: never", async () => {
    expect(await askedAfter("summary", 24 * 60 * MINUTE)).toBe(1);
  });
});
