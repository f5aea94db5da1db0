import { type KeyboardEvent, memo, useCallback, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { DayBars, DayBarsAnswer, Feature } from "@/api/generated";
import { dayName, dayWords } from "@/charts/days/day-words";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Captions } from "./captions";
import styles from "./gallery.module.css";
import { stepFrom } from "./grid-steps";
import { dayOpened, galleryAsked, selectPlace } from "./state/gallery-slice";
import { useDrawnDays } from "./use-drawn-days";

const CONTENT = "content";

interface Props {
  answer: DayBarsAnswer;
  captions: readonly Feature[];
  hasCharts: boolean;
  /** How many days a full page has. */
  size: number;
}

/** The days of a page, one of which the Tab key reaches: arrows walk among them, PageUp and PageDown turn pages. */
export function DayGrid({ answer, captions, hasCharts, size }: Props) {
  const dispatch = useAppDispatch();
  const { days, page, pages } = answer;
  const list = useRef<HTMLOListElement>(null);
  const [walked, setWalked] = useState<string | null>(null);
  const current = days.find(({ date }) => date === walked) ?? days[0];
  const turned = useRef(false);
  useDrawnDays(list, days);
  usePlace(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was turned to by key has the focus
  useLayoutEffect(() => {
    if (!turned.current) return;
    turned.current = false;
    document.getElementById(CONTENT)?.scrollTo({ top: 0 });
    linksIn(list.current)[0]?.focus({ preventScroll: true });
  }, [days]);
  const onKeyDown = (event: KeyboardEvent) => {
    const links = linksIn(list.current);
    const at = links.indexOf(event.target as HTMLElement);
    const turn = { PageUp: -1, PageDown: 1 }[event.key];
    const next =
      links[
        stepFrom(
          at,
          event.key,
          links.map((link) => link.offsetTop),
        ) ?? -1
      ];
    if (at < 0 || (turn === undefined && !next)) return;
    event.preventDefault();
    next?.focus();
    if (turn === undefined || page + turn < 1 || page + turn > pages) return;
    turned.current = true;
    dispatch(galleryAsked({ page: page + turn }));
  };
  const onOpen = useCallback(
    (date: string) => {
      const scroll = document.getElementById(CONTENT)?.scrollTop ?? 0;
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
      onFocus={({ target }) => setWalked(target.dataset.date ?? null)}
    >
      {days.map((day) => (
        <Day key={day.date} {...{ day, captions, hasCharts, onOpen }} isCurrent={day === current} />
      ))}
    </ol>
  );
}

/** Back from a day's chart the page is as far down as it was, and the day has the focus. */
function usePlace(list: React.RefObject<HTMLElement | null>) {
  const [place] = useState(useAppSelector(selectPlace));
  useLayoutEffect(() => {
    const opened = linksIn(list.current).find((link) => link.dataset.date === place?.date);
    if (!opened || !place) return;
    document.getElementById(CONTENT)?.scrollTo({ top: place.scroll });
    opened.focus({ preventScroll: true });
  }, [list, place]);
}

function linksIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("a[data-date]") ?? [])];
}

interface DayProps extends Pick<Props, "captions" | "hasCharts"> {
  day: DayBars;
  /** Whether the Tab key reaches it. */
  isCurrent: boolean;
  onOpen: (date: string) => void;
}

const Day = memo(function Day({ day, captions, hasCharts, isCurrent, onOpen }: DayProps) {
  const { date } = day;
  const shown = (
    <>
      <canvas className={styles.picture} />
      <span className={styles.date}>
        {dayName(date)}
        <span className="visually-hidden">{`, ${dayWords(day)}`}</span>
      </span>
    </>
  );
  return (
    <li className={styles.day}>
      {hasCharts ? (
        <Link
          to={`/chart?date=${date}`}
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
      <Captions day={day} captions={captions} />
    </li>
  );
});
