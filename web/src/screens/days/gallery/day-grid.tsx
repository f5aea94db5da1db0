import { memo, type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { chartAddress, selectDayBar } from "@/address/days-slice";
import { dayOpened, selectGallery, selectPlace } from "@/address/gallery-slice";
import { useListWords } from "@/api/calls/lists-api";
import type { DayBars, DayBarsAnswer, Feature } from "@/api/generated";
import { pageScroller } from "@/kit/page-scroller";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { dayName, dayWords } from "@/plot/days/day-words";
import { dayAnswer } from "../day-answer";
import { useDrawnDays } from "../use-drawn-days";
import { Captions } from "./captions";
import styles from "./gallery.module.css";
import { linksIn, useGridKeys } from "./use-grid-keys";

interface Props {
  answer: DayBarsAnswer;
  captions: readonly Feature[];
  /** The feature that each day answers; null where there is none. */
  outcome: Feature | null;
  hasCharts: boolean;
  /** How many days a full page has. */
  size: number;
}

/** The days of a page, of which the Tab key reaches one and other keys the others. */
export function DayGrid({ answer, captions, outcome, hasCharts, size }: Props) {
  const dispatch = useAppDispatch();
  const { days } = answer;
  const bar = useAppSelector(selectDayBar);
  const { sort } = useAppSelector(selectGallery);
  const list = useRef<HTMLOListElement>(null);
  const [walked, setWalked] = useState(0);
  const current = Math.min(walked, days.length - 1);
  const words = useListWords();
  const onKeyDown = useGridKeys(list, answer);
  useDrawnDays(list, days, outcome);
  usePlace(list);
  const onOpen = useCallback(
    (date: string) => {
      const scroll = pageScroller()?.scrollTop ?? 0;
      dispatch(dayOpened({ date, scroll }));
    },
    [dispatch],
  );
  return (
    <ol
      ref={list}
      className={styles.days}
      aria-label="Days"
      data-size={size}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setWalked(linksIn(list.current).indexOf(target))}
    >
      {days.map((day, at) => (
        <Day
          // biome-ignore lint/suspicious/noArrayIndexKey: a page's places and their canvases stay, other days come into them
          key={at}
          {...{ day, captions, outcome, onOpen }}
          chart={hasCharts ? chartAddress(day.date, { bar, sort }) : null}
          listed={words.get(day.date)}
          isCurrent={at === current}
        />
      ))}
    </ol>
  );
}

/** Back from a day's chart the page is as far down as it was, and the day has the focus. */
function usePlace(list: RefObject<HTMLElement | null>) {
  const [place] = useState(useAppSelector(selectPlace));
  useLayoutEffect(() => {
    const opened = linksIn(list.current).find((link) => link.dataset.date === place?.date);
    if (!opened || !place) return;
    pageScroller()?.scrollTo({ top: place.scroll });
    opened.focus({ preventScroll: true });
  }, [list, place]);
}

interface DayProps extends Pick<Props, "captions" | "outcome"> {
  day: DayBars;
  /** The address of its chart; null where it leads to none. */
  chart: string | null;
  listed: string | undefined;
  /** Whether the Tab key reaches it. */
  isCurrent: boolean;
  onOpen: (date: string) => void;
}

const Day = memo(function Day({ day, captions, outcome, listed, chart, isCurrent, onOpen }: DayProps) {
  const { date } = day;
  const shown = (
    <>
      <canvas className={styles.picture} />
      <span className={styles.date}>
        {dayName(date)}
        <span className="visually-hidden">{`, ${dayWords(day)}`}</span>
      </span>
      {outcome && <span>{dayAnswer(outcome, day)}</span>}
    </>
  );
  return (
    <li className={styles.day}>
      {chart !== null ? (
        <Link
          to={chart}
          className={styles.link ?? ""}
          tabIndex={isCurrent ? 0 : -1}
          data-date={date}
          onClick={() => onOpen(date)}
        >
          {shown}
        </Link>
      ) : (
        <div className={styles.link}>{shown}</div>
      )}
      <Captions {...{ day, captions, listed }} />
    </li>
  );
});
