import Alert from "@mui/material/Alert";
import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { useFeaturesByName } from "@/api/catalogue";
import { SHOWN } from "@/api/data-api";
import { type PathAnswer, type PathQuantiles, usePathQuery } from "@/api/generated";
import { untilRenewed } from "@/api/request-error";
import { AdrPoints } from "@/kit/adr-points";
import { Coming, Loaded, Screen } from "@/kit/screen";
import { useAppSelector } from "@/lib/state/hooks";
import { listed } from "@/lib/text/format";
import { FilterSentence } from "@/parts/probability/filter-sentence";
import { barOf, barWords, unknownAsOf } from "@/question/as-of";
import { coinOf } from "@/question/figures/coin";
import { filterWords } from "@/question/filter-words";
import { selectActive } from "@/question/filters-slice";
import { useSelectionKey } from "@/question/selection";
import styles from "./path.module.css";
import type { Paths } from "./path-option";
import { PathTable } from "./path-table";
import { Picture } from "./picture";
import { BARS, barTitle, daysWords, fewWords, headline, quantileWords } from "./words";

/** How far the days of the dashboard's filters had gone from their open, bar by bar. */
export default function PathPage() {
  return (
    <Screen title="Path" head={<FilterSentence className={undefined} />} className={styles.page}>
      <Answer />
    </Screen>
  );
}

function Answer() {
  const pathRequest = useSelectionKey(useAppSelector(selectActive));
  const query = usePathQuery(pathRequest ? { pathRequest } : skipToken, SHOWN);
  return (
    <Loaded
      query={untilRenewed(query)}
      loading={<Coming label="Loading the path" height={480} />}
      way={<Link to="/dashboard">Change the filters</Link>}
      className={styles.answer}
    >
      {(answer) => (
        <>
          {answer.matched && <Drawn answer={answer} matched={answer.matched} />}
          <Notes answer={answer} />
        </>
      )}
    </Loaded>
  );
}

/** The paths, and in words those of the bar that is read: at first the bar as of which is asked, or the last. */
function Drawn({ answer, matched }: { answer: PathAnswer; matched: PathQuantiles }) {
  const { others, coin } = answer;
  const paths = useMemo<Paths>(() => ({ matched, others, coin: coinOf(coin) }), [matched, others, coin]);
  const asOf = barOf(useAppSelector(({ ui }) => ui.asOf));
  const [read, setRead] = useState<number | null>(null);
  const bar = read ?? (asOf !== null && asOf > 0 ? asOf : BARS);
  return (
    <>
      <p className={styles.headline}>{headline(matched)}</p>
      <figure>
        <p className={styles.note}>Close minus open after each bar, in percent of ADR10</p>
        <AdrPoints />
        <Picture {...{ paths, asOf, bar }} onRead={setRead} />
        <figcaption>
          <Reading paths={paths} bar={bar} />
          {asOf !== null && asOf >= 0 && (
            <p className={styles.key} data-line="asOf">{`Known up to ${barWords(asOf)}.`}</p>
          )}
        </figcaption>
      </figure>
      <PathTable {...paths} />
    </>
  );
}

/** What every line of the drawing is, and its values after a bar. */
function Reading({ paths: { matched, others, coin }, bar }: { paths: Paths; bar: number }) {
  return (
    <div role="status" className={styles.reading}>
      <strong>{barTitle(bar)}</strong>
      <Line kind="matched" name="These days" words={quantileWords(matched, bar, true)} />
      {others && <Line kind="others" name="Others" words={quantileWords(others, bar, false)} />}
      {coin && <Line kind="coin" name="Coin" words={quantileWords(coin, bar, false)} />}
    </div>
  );
}

function Line({ kind, name, words }: { kind: keyof Paths; name: string; words: string }) {
  return (
    <p className={styles.key} data-line={kind}>
      <span>
        <b>{name}</b> {words}.
      </span>
    </p>
  );
}

function Notes({ answer }: { answer: PathAnswer }) {
  const few = fewWords(answer);
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  const late = unknownAsOf(active, features, 0).map((filter) => filterWords(filter, features));
  return (
    <div role="status">
      <p>{daysWords(answer).join(" ")}</p>
      {answer.total_days === 0 && <Link to="/dashboard">Remove a filter</Link>}
      {few && (
        <Alert severity="warning">
          {few} <Link to="/dashboard">Remove a filter</Link> or take more dates.
        </Alert>
      )}
      {late.length > 0 && (
        <Alert severity="warning">
          {`Look-ahead: ${listed(late)} ${late.length === 1 ? "is" : "are"} known only after the open. So what chose these days came later than the left part of this picture.`}
        </Alert>
      )}
      <p className={styles.note}>
        ADR10 is the mean range of the ten sessions before. Dark band: the middle half of these days at each
        bar. Light band: the middle 8 of 10. No single day follows a line.
      </p>
    </div>
  );
}
