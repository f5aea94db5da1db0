import { useFeaturesByName, useSummary } from "@/api/catalogue";
import type { NextAnswer } from "@/api/generated";
import styles from "./next.module.css";
import { priceText, sessionWords, sourceWords } from "./words";

interface Props {
  answer: NextAnswer;
  isStale: boolean;
  /** Why typed numbers are gone; null where none are. */
  left: string | null;
}

const LEVELS = [
  ["hoy", "HoY", "High of yesterday"],
  ["loy", "LoY", "Low of yesterday"],
  ["coy", "CoY", "Close of yesterday"],
  ["adr10", "ADR10", "Mean range of the ten sessions before, in points"],
  ["ema20", "EMA20", "Mean of closes, five minutes, at yesterday's close"],
  ["ath", "ATH", "Highest price before the session"],
  ["gxh", "GXH", "Globex high"],
  ["gxl", "GXL", "Globex low"],
  ["open", "Open", "Open of the session"],
] as const;

const CENT = 0.01;

/** Which session it is, where the numbers come from, and its levels. */
export function Head({ answer, isStale, left }: Props) {
  const features = useFeaturesByName();
  const { symbol, contract, events, notes, levels, tick, is_stale } = answer;
  const told = [...notes.filter(({ field }) => !field).map(({ text }) => text), ...(left ? [left] : [])];
  return (
    <header className={styles.head}>
      <p className={styles.session}>
        <strong>{sessionWords(answer)}</strong>
        <span>{contract ? `${symbol}, ${contract}` : symbol}</span>
        {events.map((name) => (
          <span key={name} className={styles.event}>
            {features.get(name)?.displayName ?? name}
          </span>
        ))}
      </p>
      <p className={styles.note} data-old={is_stale}>
        {sourceWords(answer)}.
      </p>
      <div role="status" className={styles.notes}>
        {told.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <dl className={styles.levels} data-stale={isStale}>
        {LEVELS.map(([key, name, hint]) => (
          <div key={key} data-hint={hint}>
            <dt>{name}</dt>
            <dd>{priceText(levels[key], tick)}</dd>
          </div>
        ))}
      </dl>
      {levels.adr10 !== null && <AdrNote adr10={levels.adr10} />}
    </header>
  );
}

/** What a tenth of ADR10 is in points here, and why a card says other points. */
function AdrNote({ adr10 }: { adr10: number }) {
  const last = useSummary().data?.adr10_pts ?? adr10;
  const points = `10% of ADR10 is ${priceText(adr10 / 10, CENT)} points`;
  const other = ` on this session, ${priceText(last / 10, CENT)} on the last one`;
  return <p className={styles.note}>{`${points}${last === adr10 ? "" : other}.`}</p>;
}
