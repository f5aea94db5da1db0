import Add from "@mui/icons-material/Add";
import BookmarkBorder from "@mui/icons-material/BookmarkBorder";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/kit/button";
import { useNarrow } from "@/kit/use-narrow";
import { usePhone } from "@/kit/use-phone";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
import { applyPending } from "@/question/apply-filters";
import { selectIsApplying, selectPendingCount } from "@/question/filters-slice";
import styles from "./answer-bar.module.css";
import { Chips, type Edited, type QuestionParts } from "./chips";
import { Days } from "./days";
import { FewDays } from "./few-days";
import { ALL_SCOPE, type ScopePart } from "./scope-parts";
import { Sentence } from "./sentence";
import { ShareButton } from "./share-button";

interface Props extends QuestionParts {
  onGo: (feature: string) => void;
  /** Whether the page's foot has Apply where the page is narrow. */
  hasFoot: boolean;
  /** Whether the page itself says that no day matches. */
  saysNone: boolean;
  /** Called when conditions are about to be added. */
  fetchAhead: () => void;
}

/** The narrowest bar that has room for each part of the scope, in pixels. */
const ROOM: Record<ScopePart, number> = { asOf: 660, dates: 900, symbol: 900 };

/**
 * The question in one line and its answer in another, both in sight: filters, scope and days; a sentence of the pinned
 * card. A phone has one line: its header has the question.
 */
export function AnswerBar({ renderEditor, renderScope, onGo, hasFoot, saysNone, fetchAhead }: Props) {
  const bar = useRef<HTMLElement>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const folded = useFolded(bar);
  const isPhone = usePhone();
  useFocusKept(bar, edited);
  return (
    <section ref={bar} className={styles.bar} aria-label="Question and answer">
      <div className={styles.line}>
        <span className={styles.label}>Question</span>
        <AddCondition fetchAhead={fetchAhead} />
        {!isPhone && <Chips onEdit={setEdited} {...{ folded, renderScope }} />}
        {!isPhone && renderScope(ALL_SCOPE.filter((part) => !folded.includes(part)))}
      </div>
      {!isPhone && <Days className={styles.days} />}
      <Apply hasFoot={hasFoot} />
      <div className={styles.line} data-of="answer">
        <span className={styles.label}>Answer</span>
        <Sentence onGo={onGo} />
        <FewDays saysNone={saysNone} />
        <SavedButton />
        <ShareButton />
      </div>
      {edited && renderEditor(edited, () => setEdited(null))}
    </section>
  );
}

/** The parts of the scope that the bar has no room for. */
function useFolded(bar: RefObject<HTMLElement | null>): readonly ScopePart[] {
  const [folded, setFolded] = useState("");
  useLayoutEffect(() => {
    const place = bar.current;
    if (!place) return;
    const observer = new ResizeObserver(() => {
      const parts = ALL_SCOPE.filter((part) => place.clientWidth < ROOM[part]);
      flushSync(() => setFolded(parts.join()));
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, [bar]);
  return useMemo(() => ALL_SCOPE.filter((part) => folded.split(",").includes(part)), [folded]);
}

/** A closed editor gives the focus back to its chip; where that is gone, the row's first button has it. */
function useFocusKept(bar: RefObject<HTMLElement | null>, edited: Edited | null) {
  const isOpen = edited !== null;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (isClosed && document.activeElement === document.body) bar.current?.querySelector("button")?.focus();
  }, [bar, isOpen]);
}

function AddCondition({ fetchAhead }: Pick<Props, "fetchAhead">) {
  const dispatch = useAppDispatch();
  return (
    <Button
      look="quiet"
      className={styles.add ?? ""}
      aria-label="Add a condition"
      aria-haspopup="dialog"
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => dispatch(modalOpened("conditions"))}
    >
      <Add /> <span>condition</span>
    </Button>
  );
}

/** The way to keep the question under a name, and to all that is kept. */
function SavedButton() {
  const dispatch = useAppDispatch();
  return (
    <Button
      look="quiet"
      className={styles.share ?? ""}
      aria-label="Saved"
      aria-haspopup="dialog"
      data-hint="Save this question, or load one"
      onClick={() => dispatch(modalOpened("saved"))}
    >
      <BookmarkBorder fontSize="inherit" /> <span>Saved</span>
    </Button>
  );
}

/** Where the page's foot has no Apply: barred without `disabled`, which would take the focus from a pressed button. */
function Apply({ hasFoot }: Pick<Props, "hasFoot">) {
  const dispatch = useAppDispatch();
  const ready = useAppSelector(selectPendingCount);
  const isApplying = useAppSelector(selectIsApplying);
  const isNarrow = useNarrow();
  if (isNarrow && hasFoot) return null;
  return (
    <Button
      look="primary"
      className={styles.apply ?? ""}
      data-unused={ready === 0 && !isApplying}
      aria-disabled={isApplying || ready === 0}
      onClick={() => void (isApplying || ready === 0 || dispatch(applyPending()))}
    >
      Apply
    </Button>
  );
}
