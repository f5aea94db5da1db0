import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { CoinRate, Feature, NoCoin, ProbabilitiesRequest } from "@/api/generated";
import { aCoin, aVerdict, NO_COIN } from "@/lib/testing/coins";
import { aCatalogue, aFeature, aSummary, gapUp } from "@/lib/testing/fixtures";
import { aStore, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { LARGEST, MARKET, NO_COIN_MARKET } from "../words";
import { CoinMarket } from "./coin-market";

const coin = (difference: number, p: number, adjusted_p: number, code: "could_be_chance" | "more" = "more") =>
  aCoin({
    difference,
    verdict: aVerdict({ code, p, adjusted_p, words: `words of ${difference}` }),
  });

/** Of each market the coins of its outcomes, by feature. */
const COINS: Record<string, Record<string, CoinRate | NoCoin>> = {
  DEMO: { small: coin(0.0004, 0.9, 1), one: coin(0.02, 0.01, 0.03), two: coin(-0.06, 0.2, 1) },
  "DEMO-COIN": {
    small: coin(0.001, 0.04, 0.6),
    one: coin(0.01, 0.6, 1),
    two: coin(-0.05, 0.02, 0.4),
    three: coin(0.03, 0.06, 0.7),
    none: NO_COIN,
  },
};

function aTestable(name: string, known_at_bar: number): Feature {
  const feature = aFeature({ name, displayName: `Outcome ${name}` });
  return {
    ...feature,
    known_at_bar,
    ui_schema: { ...feature.ui_schema, statistics_component: ["occurrence"] },
  };
}

const FEATURES = ["small", "one", "two", "three", "none"].map((name) => aTestable(name, 27));
const early = aTestable("early", 0);
const asked: ProbabilitiesRequest[] = [];

function serving(symbols: string[], symbol = symbols[0] ?? "") {
  asked.length = 0;
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp, early, ...FEATURES], []))),
    http.get("*/api/v2/summary", () => HttpResponse.json({ ...aSummary({ symbol }), symbols })),
    http.post("*/api/v2/probabilities", async ({ request }) => {
      const body = (await request.json()) as ProbabilitiesRequest;
      asked.push(body);
      const coins = Object.entries(COINS[body.symbol ?? ""] ?? {});
      const probabilities = coins.map(([name, each]) => {
        const data = { occurrence: 0.7, occurrence_days: 7, total_days: 10, coin: each };
        return [name, { feature: name, metadata: {}, modules: { occurrence: { data } } }];
      });
      return HttpResponse.json({ probabilities: Object.fromEntries(probabilities) });
    }),
  );
  renderPage(<CoinMarket />, aStore());
}

const rows = () =>
  within(screen.getByRole("table", { name: LARGEST }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

it("counts what a dashboard without tests would have told of the coin's market", async () => {
  serving(["DEMO", "DEMO-COIN"]);
  expect(await screen.findByText("4 of 4 outcomes come more or less often than a coin.")).toBeVisible();
  const found = screen.getByText("p below 0.05").closest("dl");
  expect(found).toHaveTextContent("p below 0.052; chance alone brings about 0Adjusted p below 0.050");
});

it("shows the three largest differences with the words as served", async () => {
  serving(["DEMO", "DEMO-COIN"]);
  await screen.findByRole("table");
  expect(rows()).toEqual([
    ["Outcome two", "70.00%", "60.20%", "words of -0.05"],
    ["Outcome three", "70.00%", "60.20%", "words of 0.03"],
    ["Outcome one", "70.00%", "60.20%", "words of 0.01"],
  ]);
});

it("asks the same question of the market that is chosen", async () => {
  serving(["DEMO", "DEMO-COIN"]);
  await screen.findByRole("table");
  const choice = screen.getByRole("group", { name: MARKET });
  expect(within(choice).getByRole("button", { name: "DEMO-COIN" })).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(within(choice).getByRole("button", { name: "The sample, DEMO" }));
  // A difference that one decimal does not show is none.
  expect(await screen.findByText("2 of 3 outcomes come more or less often than a coin.")).toBeVisible();
  const [first, second] = asked;
  expect(first).toMatchObject({ symbol: "DEMO-COIN", filters: { gap_up: { operator: "=", value: true } } });
  expect(second).toMatchObject({ symbol: "DEMO", filters: first?.filters });
  expect(second?.features).toEqual(["small", "one", "two", "three", "none"]);
});

it("names the market that is shown", async () => {
  serving(["DEMO-COIN", "ES"], "ES");
  expect(await screen.findByRole("button", { name: "ES" })).toBeVisible();
});

it("offers the sample where the coin's market is the page's", async () => {
  serving(["DEMO", "DEMO-COIN", "ES"], "DEMO-COIN");
  expect(await screen.findByRole("button", { name: "The sample, DEMO" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "ES" })).toBeNull();
});

it("without a market made by a coin says where it is, and shows the one there is", async () => {
  COINS.ES = COINS.DEMO ?? {};
  serving(["ES"]);
  expect(await screen.findByText(NO_COIN_MARKET)).toBeVisible();
  expect(screen.queryByRole("group", { name: MARKET })).toBeNull();
  expect(await screen.findByText("2 of 3 outcomes come more or less often than a coin.")).toBeVisible();
});

it("a failure can be tried again", async () => {
  serving(["DEMO", "DEMO-COIN"]);
  let fails = true;
  server.use(
    http.post("*/api/v2/probabilities", () => {
      if (!fails) return undefined;
      fails = false;
      return HttpResponse.json(
        { error: { code: "invalid", message: "Refused.", details: {} } },
        { status: 422 },
      );
    }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("table")).toBeVisible();
});
