import Alert from "@mui/material/Alert";
import { skipToken } from "@reduxjs/toolkit/query";
import { type ReactNode, useMemo, useRef } from "react";
import { Link } from "react-router";
import { useCatalogue, useFeaturesByName } from "@/api/catalogue";
import { SHOWN } from "@/api/data-api";
import { type CompareAnswer, useCompareQuery } from "@/api/generated";
import { untilRenewed } from "@/api/request-error";
import { useComparedLook } from "@/kept/ledger/use-look";
import { Button } from "@/kit/button";
import { Loaded, Screen } from "@/kit/screen";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf, formatCount } from "@/lib/text/format";
import { filterWords } from "@/question/filter-words";
import type { Filter } from "@/question/filters";
import { questionPinned, selectActive, selectIsApplying, selectPinned } from "@/question/filters-slice";
import { useSelectionKey } from "@/question/selection";
import styles from "./compare.module.css";
import { OpenCards } from "./open-cards";
import { Ranking } from "./ranking";
import { swapSides } from "./swap-sides";
import { emptyWords, PIN_AS_A, SAME_DAYS, TWO_QUESTIONS } from "./words";

/** A pinned question, A, against the dashboard's filters, B. */
export default function ComparePage() {
  const pinned = useAppSelector(selectPinned);
  return (
    <Screen title="Compare" className={styles.page}>
      <Sides pinned={pinned} />
      {pinned ? <Answer pinned={pinned} /> : <Begin />}
    </Screen>
  );
}

/** What A and B ask, and the ways to change either. */
function Sides({ pinned }: { pinned: Filter[] | null }) {
  const dispatch = useAppDispatch();
  const active = useAppSelector(selectActive);
  const isApplying = useAppSelector(selectIsApplying);
  const pin = (filters: Filter[] | null) => dispatch(questionPinned(filters));
  return (
    <dl className={styles.sides}>
      <Side name="A" filters={pinned}>
        <Button onClick={() => pin(active)}>{PIN_AS_A}</Button>
        {pinned && (
          <>
            <Button disabled={isApplying} onClick={() => void dispatch(swapSides())}>
              Swap
            </Button>
            <Button look="quiet" onClick={() => pin(null)}>
              Unpin
            </Button>
          </>
        )}
      </Side>
      <Side name="B" filters={active}>
        <Link to="/dashboard">Change the filters</Link>
      </Side>
    </dl>
  );
}

/** What to do while there is nothing to compare. */
function Begin() {
  return (
    <section className={styles.begin} aria-labelledby="begin">
      <h2 id="begin">{TWO_QUESTIONS}</h2>
      <ol>
        <li>
          Filter days on the <Link to="/dashboard">dashboard</Link>, or begin with one of the{" "}
          <Link to="/questions">usual questions</Link>: days that gap up, say.
        </li>
        <li>{PIN_AS_A}.</li>
        <li>Change the filters: days that gap down. They are B.</li>
      </ol>
      <p className={styles.note}>
        What differs most between the days of A and of B then stands here, with your open cards.
      </p>
    </section>
  );
}

function Side({ name, filters, children }: { name: string; filters: Filter[] | null; children: ReactNode }) {
  const features = useFeaturesByName();
  const words = filters?.map((filter) => filterWords(filter, features));
  const nothing = words === undefined ? "Nothing is pinned: pin the filters, then change them." : "All days";
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <p>{words?.join("; ") || nothing}</p>
        <div className={styles.ways}>{children}</div>
      </dd>
    </div>
  );
}

function Answer({ pinned }: { pinned: Filter[] }) {
  const a = useSelectionKey(pinned);
  const b = useSelectionKey(useAppSelector(selectActive));
  const catalogue = useCatalogue().data?.features;
  const asked = useMemo(() => {
    if (!a || !b || !catalogue) return skipToken;
    const { filters, ...rest } = b;
    const features = catalogue.map(({ name }) => name);
    return { compareRequest: { a: { filters: a.filters }, b: { filters }, features, ...rest } };
  }, [a, b, catalogue]);
  const query = untilRenewed(useCompareQuery(asked, SHOWN));
  return (
    <Loaded query={query} loading={<p className={styles.note}>Comparing…</p>} className={styles.answer}>
      {(data) => (
        <>
          <Counts data={data} isCurrent={query.currentData !== undefined} />
          <OpenCards data={data} />
          <Ranking data={data} />
        </>
      )}
    </Loaded>
  );
}

interface Compared {
  data: CompareAnswer;
  /** Whether it answers the current questions; else their answer is on its way. */
  isCurrent: boolean;
}

/** How many days each side has; in the window, the comparison is a look of the ledger. */
function Counts({ data, isCurrent }: Compared) {
  const place = useRef<HTMLDivElement>(null);
  useComparedLook(place, isCurrent ? data : null);
  const { a_days, b_days, both_days } = data;
  const words = `${countOf(a_days, "day")} of A, ${formatCount(b_days)} of B, ${formatCount(both_days)} in both.`;
  const empty = [...(a_days === 0 ? ["A"] : []), ...(b_days === 0 ? ["B"] : [])];
  return (
    <div ref={place} role="status">
      <p>{words}</p>
      {empty.length > 0 && (
        <Alert severity="warning">
          {`${emptyWords(empty)} `}
          <Link to="/dashboard">Change the filters</Link>, or pin others.
        </Alert>
      )}
      {empty.length === 0 && both_days === a_days && both_days === b_days && (
        <Alert severity="info">{SAME_DAYS}</Alert>
      )}
    </div>
  );
}
