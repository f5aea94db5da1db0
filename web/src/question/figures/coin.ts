import type { CoinRate, NoCoin, Verdict } from "@/api/generated";
import { asRead, formatCount } from "@/lib/text/format";

interface Figures {
  days: number;
}

type Coin<T extends Figures> = T | NoCoin | null | undefined;

/** The coin's figures; null where there are none. */
export function coinOf<T extends Figures>(coin: Coin<T>): T | null {
  return coin && "days" in coin ? coin : null;
}

/** Why there is no coin; null where there is one, or where the answer has none. */
export function noCoin(coin: Coin<Figures>): string | null {
  return coin && !("days" in coin) ? asRead(coin.verdict.words) : null;
}

/** What a test against the coin says, or which feature of the answer asks the same; null where there is no test. */
export function coinTest(coin: Coin<Figures & { verdict: Verdict }>): string | null {
  const verdict = coinOf(coin)?.verdict;
  if (!verdict || (verdict.code === "not_tested" && verdict.reason !== "twin")) return null;
  return asRead(verdict.words);
}

/** "Expect about 66%: of the next 10 such days 5 to 8." */
export function expectWords(coin: Coin<CoinRate>): string | null {
  const expect = coinOf(coin)?.expect;
  if (!expect) return null;
  const { rate, of, low, high } = expect;
  const span = low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`;
  return `Expect about ${Math.round(100 * rate)}%: of the next ${of} such days ${span}.`;
}
