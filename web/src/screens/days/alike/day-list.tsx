import { useMemo, useRef } from "react";
import { Link } from "react-router";
import { chartAddress } from "@/address/days-slice";
import { useFeaturesByName } from "@/api/catalogue";
import type { AlikeAnswer, AlikeDay, AlikePart, DayBars, Feature } from "@/api/generated";
import { useDayBars } from "@/parts/days/days-api";
import { usePinned } from "@/parts/question-row/pinned";
import { dayName, dayWords } from "@/plot/days/day-words";
import { cellText, headingOf } from "@/question/cell-text";
import type { Filter } from "@/question/filters";
import { useSelectionKey } from "@/question/selection";
import { DAYS_LIKE } from "@/question/words";
import { dayAnswer } from "../day-answer";
import { useDrawnDays } from "../use-drawn-days";
import styles from "./alike.module.css";
import type { AlikeParameters } from "./parameters";
import { usePlace } from "./use-place";
import { distanceText } from "./words";

const ALL: Filter[] = [];
const NO_BARS: ReadonlyMap<string, DayBars> = new Map();
/** The asked day and the most that are like it. */
const MOST = 60;

interface Props {
  answer: AlikeAnswer;
  parameters: AlikeParameters;
  /** Whether a day leads to its chart. */
  hasCharts: boolean;
}

/** The asked day, and the days that were most like it, nearest first, as small pictures on one scale. */
export function DayList({ answer, parameters: { next, leaveOut, isNarrowed }, hasCharts }: Props) {
  const { date, as_of, days } = answer;
  // The asked day has no bars while it is still to come.
  const isNext = next !== null;
  const order = isNext ? null : { like: { date, leave_out: [...leaveOut] }, as_of, isNarrowed };
  const list = useRef<HTMLOListElement>(null);
  const dates = useMemo(
    () => [...(isNext ? [] : [date]), ...days.map((day) => day.date)],
    [isNext, date, days],
  );
  const outcome = usePinned();
  const bars = useBars(dates, outcome);
  const drawn = useMemo(() => dates.flatMap((each) => bars.get(each) ?? []), [bars, dates]);
  useDrawnDays(list, drawn, outcome, { known: as_of > 0 ? as_of : null });
  const onOpen = usePlace(list);
  const shared = { outcome, onOpen };
  const own = hasCharts && !isNext ? `/chart?date=${date}` : null;
  const chartOf = (each: string) => (order ? chartAddress(each, order) : `/chart?date=${each}`);
  return (
    <ol ref={list} className={styles.days} aria-label={DAYS_LIKE}>
      <Day {...shared} isComing={isNext} chart={own} date={date} bars={bars.get(date)} alike={null} />
      {days.map((day) => (
        <Day
          key={day.date}
          {...shared}
          chart={hasCharts ? chartOf(day.date) : null}
          date={day.date}
          bars={bars.get(day.date)}
          alike={day}
        />
      ))}
    </ol>
  );
}

/** The bars of days, by date; none until they are there. */
function useBars(dates: string[], outcome: Feature | null): ReadonlyMap<string, DayBars> {
  const selection = useSelectionKey(ALL);
  const key = useMemo(
    () =>
      selection && { ...selection, dates, columns: outcome ? [outcome.name] : [], page: 1, page_size: MOST },
    [selection, dates, outcome],
  );
  const { data } = useDayBars(key);
  return useMemo(() => (data ? new Map(data.days.map((day) => [day.date, day])) : NO_BARS), [data]);
}

interface DayProps {
  date: string;
  /** Whether it has no bars yet. */
  isComing?: boolean;
  /** The feature that each day answers; null where there is none. */
  outcome: Feature | null;
  bars: DayBars | undefined;
  /** Null of the asked day itself. */
  alike: AlikeDay | null;
  /** The address of its chart; null where there is none. */
  chart: string | null;
  onOpen: (date: string) => void;
}

function Day({ date, isComing = false, outcome, bars, alike, chart, onOpen }: DayProps) {
  const shown = (
    <>
      <span className={styles.picture}>
        {bars && <canvas />}
        {isComing && <span className={styles.note}>Still to come</span>}
      </span>
      <span className={styles.date}>
        {dayName(date)}
        {bars && <span className="visually-hidden">{`, ${dayWords(bars)}`}</span>}
      </span>
      {bars && outcome && <span>{dayAnswer(outcome, bars)}</span>}
    </>
  );
  return (
    <li className={styles.day} data-own={alike === null}>
      {chart !== null ? (
        <Link to={chart} className={styles.link ?? ""} data-date={date} onClick={() => onOpen(date)}>
          {shown}
        </Link>
      ) : (
        <div className={styles.link}>{shown}</div>
      )}
      <p className={styles.distance}>
        {alike ? `Distance ${distanceText(alike.distance)}` : "The asked day"}
      </p>
      {alike && <Farthest parts={alike.farthest} />}
    </li>
  );
}

/** The features that add most to a distance: the day's value, and the asked day's. */
function Farthest({ parts }: { parts: readonly AlikePart[] }) {
  const features = useFeaturesByName();
  return (
    <dl className={styles.farthest}>
      {parts.map(({ feature, own, value }) => {
        const definition = features.get(feature);
        return (
          definition && (
            <div key={feature}>
              <dt>{headingOf(definition)}</dt>
              <dd>
                {cellText(definition, value)}
                <span className={styles.own}>{` (asked day ${cellText(definition, own)})`}</span>
              </dd>
            </div>
          )
        );
      })}
    </dl>
  );
}
