import Add from "@mui/icons-material/Add";
import { type ReactNode, useMemo, useRef } from "react";
import type { Feature } from "@/api/generated";
import { Button } from "@/kit/button";
import { useKeptFocus } from "@/kit/use-kept-focus";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { firstUi, probabilitiesSet, probabilityShown } from "@/lib/state/ui-slice";
import { formatCount } from "@/lib/text/format";
import { CardGrid } from "../card-grid";
import { useOrderedCategories } from "../categories";
import { Different } from "../different";
import { Figures } from "../figures";
import { NO_ANSWER } from "../words";
import styles from "./focus.module.css";

const SUGGESTED = firstUi.activeProbabilityFeatures;
const FEW = 5;

interface Props {
  /** What is above the figures. */
  aside: ReactNode;
  /** What else a board can begin with while nothing is set. */
  start: ReactNode;
  /** Opens the palette. */
  onAdd: () => void;
  renderAnswer: (feature: Feature) => ReactNode;
}

/** The open answers below the figures they are of: columns of cards, in the order of their categories. */
export function AnswerBoard({ aside, start, onAdd, renderAnswer }: Props) {
  const categories = useOrderedCategories();
  const names = useAppSelector(({ ui }) => ui.activeProbabilityFeatures);
  const isSet = useAppSelector(({ filters }) => filters.active.length > 0);
  const open = useMemo(() => {
    const features = categories.flatMap((category) => category.features);
    return features.filter(({ name }) => names.includes(name));
  }, [categories, names]);
  const board = useRef<HTMLElement>(null);
  useKeptFocus(board, "article, [data-add]", open.length);
  return (
    <section ref={board} className={styles.board} aria-labelledby="answers">
      <div className={styles.head}>
        <h2 id="answers" className={styles.title}>
          Answers ({formatCount(open.length)})
        </h2>
        <div className={styles.figures}>
          <Figures aside={aside} />
        </div>
        <Button className={styles.add ?? ""} aria-haspopup="dialog" data-add onClick={onAdd}>
          <Add />
          Add an answer
        </Button>
      </div>
      <Different />
      {open.length > 0 ? (
        <CardGrid features={open} renderCard={renderAnswer} />
      ) : (
        <>
          <Invitation features={categories.flatMap(({ features }) => features)} />
          {!isSet && <div className={styles.start}>{start}</div>}
        </>
      )}
    </section>
  );
}

/** What a board without answers can begin with. */
function Invitation({ features }: { features: readonly Feature[] }) {
  const dispatch = useAppDispatch();
  const known = SUGGESTED.flatMap((name) => features.find((feature) => feature.name === name) ?? []);
  return (
    <div className={styles.invitation}>
      <p>{NO_ANSWER}</p>
      <ul className={styles.suggestions} aria-label="Answers to begin with">
        {known.slice(0, FEW).map(({ name, displayName, plain }) => (
          <li key={name}>
            <Button data-hint={plain} onClick={() => dispatch(probabilityShown(name))}>
              {displayName}
            </Button>
          </li>
        ))}
        {known.length > FEW && (
          <li>
            <Button onClick={() => dispatch(probabilitiesSet(known.map(({ name }) => name)))}>
              Open all {formatCount(known.length)}
            </Button>
          </li>
        )}
      </ul>
    </div>
  );
}
