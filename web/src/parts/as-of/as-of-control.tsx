import { useRef, useState } from "react";
import { useCatalogue, useFeaturesByName } from "@/api/catalogue";
import { Button } from "@/kit/button";
import { lazyPart } from "@/kit/lazy-with-retry";
import { shellElement } from "@/kit/overlays/shell-element";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { type AsOf, barOf, canBeCutFrom, closing, cutBy, unknownAsOf, WHOLE_DAY } from "@/question/as-of";
import { askAsOf } from "@/question/ask-as-of";
import { filterWords } from "@/question/filter-words";
import type { Filter } from "@/question/filters";
import { selectActive, selectQueuedAsOf, selectWaitingAsOf } from "@/question/filters-slice";
import styles from "./as-of.module.css";
import { AsOfSelect } from "./as-of-select";
import { NOT_KNOWN, notKnownWords } from "./words";

const Popover = lazyPart(() => import("@mui/material/Popover"));

/** As of which bar the page asks, where the tier may; filters that are not known by then are named before anything changes. */
export function AsOfControl() {
  const dispatch = useAppDispatch();
  const own = useAppSelector(({ ui }) => ui.asOf);
  const waiting = useAppSelector(selectWaitingAsOf);
  const asOf = useAppSelector(selectQueuedAsOf) ?? waiting ?? own;
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  const isOffered = useCatalogue().data?.profile_limits.features.as_of !== false;
  const [wanted, setWanted] = useState<AsOf | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  const close = () => setWanted(null);
  const choose = (chosen: AsOf) => {
    const isRefused = unknownAsOf(active, features, barOf(chosen)).length > 0;
    setWanted(isRefused ? chosen : null);
    if (!isRefused && chosen !== asOf) void dispatch(askAsOf(chosen));
  };
  if (!isOffered) return null;
  return (
    <>
      <span ref={place} className={styles.control} data-on={asOf !== WHOLE_DAY}>
        <span className={styles.label} aria-hidden="true">
          Known up to
        </span>
        <AsOfSelect aria-label="Known up to" value={asOf} onChoose={choose} />
        {waiting !== null && <em>pending</em>}
      </span>
      {wanted !== null && (
        <Popover
          open
          anchorEl={place.current}
          container={shellElement}
          onClose={close}
          anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
          slotProps={{ paper: { role: "dialog", "aria-label": NOT_KNOWN } }}
        >
          <NotKnown asOf={wanted} onDone={close} />
        </Popover>
      )}
    </>
  );
}

/** The filters that look past a bar, and what to do about them. */
function NotKnown({ asOf, onDone }: { asOf: AsOf; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  const bar = barOf(asOf);
  const unknown = unknownAsOf(active, features, bar);
  if (bar === null || unknown.length === 0) return null;
  const ask = (filters: Filter[]) => {
    onDone();
    void dispatch(askAsOf(asOf, filters));
  };
  const words = unknown.map((filter) => filterWords(filter, features));
  const first = canBeCutFrom(unknown, features, bar);
  const cut = () => ask(active.map((filter) => cutBy(filter, features, bar)));
  return (
    <div className={styles.notice}>
      <p>
        {notKnownWords(bar, words)}
        {first !== null &&
          first > bar &&
          ` Ask with days known up to bar ${first}, ${closing(first)}, or later.`}
      </p>
      <div className={styles.ways}>
        {first !== null && first <= bar && <Button onClick={cut}>Ask by bar {bar}</Button>}
        <Button onClick={() => ask(active.filter((filter) => !unknown.includes(filter)))}>
          {unknown.length === 1 ? "Leave it out" : "Leave them out"}
        </Button>
        <Button look="quiet" onClick={onDone}>
          Keep as it is
        </Button>
      </div>
    </div>
  );
}
