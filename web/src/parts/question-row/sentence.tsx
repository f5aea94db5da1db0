import KeyboardArrowDown from "@mui/icons-material/KeyboardArrowDown";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import { memo, type RefObject, useRef } from "react";
import type { Feature } from "@/api/generated";
import { useLook } from "@/kept/ledger/use-look";
import { Button } from "@/kit/button";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { featurePinned } from "@/lib/state/ui-slice";
import { briefName } from "@/question/filter-words";
import { isConditioned } from "@/question/filters";
import { selectActive } from "@/question/filters-slice";
import styles from "./answer-bar.module.css";
import { useFewDays } from "./few-days";
import { useOpenFeatures, usePinned, usePinnedAnswer } from "./pinned";
import { NO_ANSWER } from "./words";

interface Props {
  /** Goes to the card that the sentence is of. */
  onGo: (feature: string) => void;
}

/** The pinned card's answer in one line. */
export function Sentence({ onGo }: Props) {
  const pinned = usePinned();
  return (
    <div className={styles.answer}>
      {pinned ? <Answer feature={pinned} onGo={onGo} /> : <span className={styles.none}>{NO_ANSWER}</span>}
    </div>
  );
}

function Answer({ feature, onGo }: Props & { feature: Feature }) {
  const { key, shown, ...line } = usePinnedAnswer(feature);
  const fewDays = useFewDays();
  const isTested = useAppSelector((state) => isConditioned(selectActive(state)));
  const place = useRef<HTMLSpanElement>(null);
  useLook(place, { isTested, key, shown });
  return (
    <>
      <Line {...line} place={place} fewDays={fewDays} onGo={onGo} />
      <Choice pinned={feature.name} />
    </>
  );
}

interface LineProps extends Props, Omit<ReturnType<typeof usePinnedAnswer>, "key" | "shown"> {
  place: RefObject<HTMLSpanElement | null>;
  /** How many days match, where they are few. */
  fewDays: number | null;
}

const Line = memo(function Line(props: LineProps) {
  const { feature, told, isStale, isLoading, hasFailed, place, fewDays, onGo } = props;
  const silence = isLoading
    ? "…"
    : hasFailed
      ? "not answered now"
      : fewDays === 0
        ? "–"
        : "no day with a value";
  const words = told ? [told.words, told.luck].filter(Boolean).join(" · ") : silence;
  const sentence = `${feature.displayName}: ${[told?.figure, words].filter(Boolean).join(" ")}`;
  return (
    <Button
      look="bare"
      className={styles.sentence ?? ""}
      aria-label={`${sentence}. Show the card`}
      data-hint={sentence}
      data-stale={isStale}
      data-few={fewDays !== null}
      aria-busy={isStale || isLoading}
      onClick={() => onGo(feature.name)}
    >
      <span ref={place} className={styles.told}>
        <span className={styles.about}>{briefName(feature)}</span> {told && <strong>{told.figure}</strong>}{" "}
        {words}
      </span>
    </Button>
  );
});

const Choice = memo(function Choice({ pinned }: { pinned: string }) {
  return (
    <PopoverButton
      look="bare"
      className={styles.choose ?? ""}
      title="Open cards"
      aria-label="Choose the answer shown here"
      data-hint="Choose the answer shown here"
      label={<KeyboardArrowDown />}
      content={(close) => <OpenCards pinned={pinned} close={close} />}
    />
  );
});

function OpenCards({ pinned, close }: { pinned: string; close: () => void }) {
  const dispatch = useAppDispatch();
  const open = useOpenFeatures();
  const choose = (name: string) => {
    dispatch(featurePinned(name));
    close();
  };
  if (open.length === 0) return <p className={styles.noCards}>No card is open</p>;
  return (
    <List>
      {open.map(({ name, displayName }) => (
        <ListItemButton key={name} aria-current={name === pinned} onClick={() => choose(name)}>
          {displayName}
        </ListItemButton>
      ))}
    </List>
  );
}
