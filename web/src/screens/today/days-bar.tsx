import { useFeaturesByName } from "@/api/catalogue";
import { useDayCount } from "@/api/data-api";
import { errorText } from "@/api/request-error";
import { Button } from "@/kit/button";
import { countOf, formatCount, listed } from "@/lib/text/format";
import { filterNamed, useWidened } from "@/parts/question-row/widen-api";
import { asOfWords } from "@/question/as-of";
import { SMALL } from "@/question/figures/wilson";
import { filterWords } from "@/question/filter-words";
import { idOf } from "@/question/filters";
import { toggled } from "./chips";
import styles from "./next.module.css";
import type { NextDays } from "./use-next";

interface Props {
  days: NextDays;
  on: readonly string[];
  onPut: (on: string[]) => void;
}

/** How many days match, in sight wherever the page is read, and the chip to leave out where they are few. */
export function DaysBar({ days, on, onPut }: Props) {
  const { currentData } = useDayCount(days.key);
  const isFew = currentData !== undefined && currentData < SMALL && days.filters.length > 0;
  return (
    <section className={styles.bar} aria-label="Days like it">
      <Count days={days} waiting={on.length - days.filters.length} />
      <div className={styles.actions}>
        {isFew && <LeaveOut days={currentData} of={days} onPut={(gone) => onPut(toggled(on, gone, false))} />}
        <Button look="quiet" className={styles.down ?? ""} onClick={showAnswers}>
          Answers
        </Button>
        {on.length > 0 && (
          <Button look="quiet" onClick={() => onPut([])}>
            Clear
          </Button>
        )}
      </div>
    </section>
  );
}

/** The number of days, and what is asked of them; `waiting` chips are on and not known yet. */
function Count({ days: { filters, asOf, key }, waiting }: { days: NextDays; waiting: number }) {
  const { data, currentData, error, isFetching } = useDayCount(key);
  const features = useFeaturesByName();
  const words = filters.map((filter) => filterWords(filter, features));
  const failure = isFetching ? null : errorText(error);
  const count = currentData ?? data;
  const known = asOf === "pre" ? "Before the open" : `Known up to ${asOfWords(asOf)}`;
  const told = [
    ...(waiting > 0 ? [`${countOf(waiting, "chip")} not known yet`] : []),
    words.length === 0 ? "all days" : listed(words),
  ];
  return (
    <p role="status" data-stale={currentData === undefined}>
      <strong className={styles.count}>{count === undefined ? "–" : countOf(count, "day")}</strong>{" "}
      <span className={failure ? styles.few : styles.question}>
        {failure ?? `${known}: ${told.join(", ")}`}
      </span>
    </p>
  );
}

function showAnswers() {
  const answers = document.getElementById("next-answers");
  answers?.scrollIntoView({ block: "start" });
  answers?.focus({ preventScroll: true });
}

interface LeaveOutProps {
  days: number;
  of: NextDays;
  onPut: (gone: string[]) => void;
}

/** Of the chips that are on the one without which most days match. */
function LeaveOut({ days, of: { key, filters }, onPut }: LeaveOutProps) {
  const features = useFeaturesByName();
  const { currentData } = useWidened(key && { ...key, keep_dates: true });
  const single = (currentData?.removals ?? []).filter((removal) => removal.filters.length === 1);
  const [best] = single.filter(({ n_days }) => n_days > days).toSorted((a, b) => b.n_days - a.n_days);
  const [named] = best?.filters ?? [];
  const gone = named && filterNamed(named, filters);
  if (!best || !gone) return <span className={styles.few}>Few days tell little.</span>;
  return (
    <Button look="quiet" className={styles.few ?? ""} onClick={() => onPut([idOf(gone)])}>
      {`Leave out ${filterWords(gone, features)}: ${formatCount(days)} → ${countOf(best.n_days, "day")}`}
    </Button>
  );
}
