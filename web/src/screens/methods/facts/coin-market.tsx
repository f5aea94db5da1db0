import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useMemo, useState } from "react";
import { useCatalogue, useSummary } from "@/api/catalogue";
import { SHOWN } from "@/api/data-api";
import {
  type CoinRate,
  type Feature,
  type Occurrence,
  type ProbabilitiesAnswer,
  type SummaryAnswer,
  useProbabilitiesQuery,
} from "@/api/generated";
import { untilRenewed } from "@/api/request-error";
import { Coming, Loaded } from "@/kit/screen";
import { COIN_MARKET, SAMPLE_MARKET } from "@/lib/sample-markets";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { LEVEL } from "@/question/figures/format";
import { type Filter, toConditions } from "@/question/filters";
import { explored } from "@/question/seals";
import styles from "../methods.module.css";
import { LARGEST, MARKET, NO_COIN_MARKET, VERDICTS } from "../words";
import { FactList } from "./fact-list";
import { percentOf } from "./worked";

const QUESTION: readonly Filter[] = [{ feature: "gap_up", operator: "=", value: true }];

/** The smallest difference that figures with one decimal show, as a share of days. */
const SHOWN_DIFFERENCE = 0.001;
const MOST_ROWS = 3;

/** As high as what comes, on a laptop. */
const HEIGHT = 360;

/** What one question finds on the market that is shown, and on one that a coin made. */
export function CoinMarket() {
  const summary = useSummary().data;
  const features = useCatalogue().data?.features;
  if (!summary || !features) return <Coming label="Loading the markets" height={HEIGHT} />;
  return <Markets markets={marketsOf(summary)} features={features} />;
}

/** The market shown, or another where a coin made that one; then the coin's where it is served. */
function marketsOf({ symbols, snapshot }: SummaryAnswer): string[] {
  const others = symbols.filter((symbol) => symbol !== COIN_MARKET);
  const first = [snapshot.symbol, SAMPLE_MARKET, ...others].find((symbol) => others.includes(symbol));
  return [first, symbols.find((symbol) => symbol === COIN_MARKET)].filter((symbol) => symbol !== undefined);
}

function Markets({ markets, features }: { markets: readonly string[]; features: readonly Feature[] }) {
  const [chosen, setChosen] = useState(COIN_MARKET);
  const market = markets.find((each) => each === chosen) ?? markets[0];
  return (
    <div className={styles.example}>
      {markets.length > 1 && (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={MARKET}
          value={market}
          onChange={(_, symbol: string | null) => symbol && setChosen(symbol)}
        >
          {markets.map((symbol) => (
            <ToggleButton key={symbol} value={symbol}>
              {symbol === SAMPLE_MARKET ? `The sample, ${symbol}` : symbol}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      {!markets.includes(COIN_MARKET) && <p>{NO_COIN_MARKET}</p>}
      {market && <Answer market={market} features={features} />}
    </div>
  );
}

function Answer({ market, features }: { market: string; features: readonly Feature[] }) {
  const query = useAnswer(market, features);
  return (
    <div className={styles.room}>
      <Loaded
        query={query}
        loading={<Coming label={`Asking ${market}`} height={HEIGHT} />}
        className={styles.found}
      >
        {({ probabilities }) => <Found market={market} outcomes={outcomesOf(features, probabilities)} />}
      </Loaded>
    </div>
  );
}

function useAnswer(market: string, features: readonly Feature[]) {
  const shown = useAppSelector(({ session }) => session.snapshot);
  const seal = useAppSelector(({ sealed }) => sealed.seals[market]);
  const probabilitiesRequest = useMemo(
    () => ({
      filters: toConditions(explored(QUESTION, seal)),
      symbol: market,
      ...(shown?.symbol === market && { snapshot: shown.id }),
      features: features.filter(isDecidedByBars).map(({ name }) => name),
    }),
    [market, shown, seal, features],
  );
  return untilRenewed(useProbabilitiesQuery({ probabilitiesRequest }, SHOWN));
}

const isDecidedByBars = ({ known_at_bar, ui_schema }: Feature) =>
  known_at_bar > 0 && ui_schema.statistics_component.includes("occurrence");

interface Outcome {
  name: string;
  rate: number | null;
  coin: CoinRate;
}

/** The outcomes that are tested against a coin, those with the largest differences first. */
function outcomesOf(
  features: readonly Feature[],
  probabilities: ProbabilitiesAnswer["probabilities"],
): Outcome[] {
  return features
    .flatMap(({ name, displayName }) => {
      const data = probabilities[name]?.modules.occurrence?.data as Occurrence | null | undefined;
      const coin = data?.coin;
      if (!data || !coin || !("occurrence" in coin) || coin.verdict.code === "not_tested") return [];
      return { name: displayName, rate: data.occurrence, coin };
    })
    .toSorted((one, other) => Math.abs(other.coin.difference) - Math.abs(one.coin.difference));
}

function Found({ market, outcomes }: { market: string; outcomes: readonly Outcome[] }) {
  const different = outcomes.filter(({ coin }) => Math.abs(coin.difference) >= SHOWN_DIFFERENCE).length;
  const below = (level: "p" | "adjusted_p") =>
    outcomes.filter(({ coin }) => (coin.verdict[level] ?? 1) < LEVEL).length;
  return (
    <>
      <p>
        A dashboard without tests would have told you of {market}:{" "}
        <strong>
          {different} of {countOf(outcomes.length, "outcome")} come more or less often than a coin.
        </strong>
      </p>
      <FactList
        label={`What is left of ${market}`}
        facts={[
          [
            `p below ${LEVEL}`,
            `${below("p")}; chance alone brings about ${Math.round(LEVEL * outcomes.length)}`,
          ],
          [`Adjusted p below ${LEVEL}`, `${below("adjusted_p")}`],
        ]}
      />
      <table className={styles.rows}>
        <caption>{LARGEST}</caption>
        <thead>
          <tr>
            {["Outcome", "Rate", "Coin", VERDICTS].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outcomes.slice(0, MOST_ROWS).map(({ name, rate, coin }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{percentOf(rate)}</td>
              <td>{percentOf(coin.occurrence)}</td>
              <td>{coin.verdict.words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
