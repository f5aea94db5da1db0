import WarningAmber from "@mui/icons-material/WarningAmber";
import { useFeaturesByName } from "@/api/catalogue";
import { useDayCount } from "@/api/data-api";
import { errorText, isRefused } from "@/api/request-error";
import { Button } from "@/kit/button";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { useNarrow } from "@/kit/use-narrow";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { clearActive } from "@/question/apply-filters";
import { barOf, unknownAsOf, WHOLE_DAY } from "@/question/as-of";
import { askAsOf } from "@/question/ask-as-of";
import { selectActive, selectIsApplying } from "@/question/filters-slice";
import { useAnsweredSelection } from "@/question/selection";
import styles from "./answer-bar.module.css";
import { Note } from "./note";

/** Why the service does not answer the applied filters; null where it does. */
export function useRefusal(): string | null {
  const active = useAppSelector(selectActive);
  const { error, isFetching } = useDayCount(useAnsweredSelection(active));
  return !isFetching && isRefused(error) ? errorText(error) : null;
}

/** The applied filters cannot be asked: why, and the ways to a question that can be. */
export function Refused({ why }: { why: string }) {
  const isNarrow = useNarrow();
  if (!isNarrow) return <WaysOn why={why} />;
  return (
    <PopoverButton
      look="quiet"
      className={styles.folded ?? ""}
      title="Not answered"
      aria-label={`Not answered: ${why} Ways on`}
      label={<WarningAmber />}
      content={() => <WaysOn why={why} />}
    />
  );
}

function WaysOn({ why }: { why: string }) {
  const dispatch = useAppDispatch();
  const active = useAppSelector(selectActive);
  const asOf = useAppSelector(({ ui }) => ui.asOf);
  const isApplying = useAppSelector(selectIsApplying);
  const bar = barOf(asOf);
  const unknown = unknownAsOf(active, useFeaturesByName(), bar);
  const leaveOut = () =>
    dispatch(
      askAsOf(
        asOf,
        active.filter((filter) => !unknown.includes(filter)),
      ),
    );
  return (
    <Note label="Not answered">
      <span className={styles.fewWords} data-hint={why}>
        Not answered.
      </span>
      <span className={styles.why}>{why}</span>
      {unknown.length > 0 && (
        <Button look="quiet" disabled={isApplying} onClick={() => void leaveOut()}>
          {unknown.length === 1 ? "Leave it out" : "Leave them out"}
        </Button>
      )}
      {bar === null ? (
        <Button look="quiet" disabled={isApplying} onClick={() => void dispatch(clearActive())}>
          Clear the filters
        </Button>
      ) : (
        <Button look="quiet" disabled={isApplying} onClick={() => void dispatch(askAsOf(WHOLE_DAY))}>
          Ask of the whole day
        </Button>
      )}
    </Note>
  );
}
