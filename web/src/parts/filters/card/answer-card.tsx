import Close from "@mui/icons-material/Close";
import type { ReactNode } from "react";
import { useWantedFocus } from "@/address/use-wanted-focus";
import type { Feature } from "@/api/generated";
import { useAppDispatch } from "@/lib/state/hooks";
import { probabilityToggled } from "@/lib/state/ui-slice";
import { About, StatusDot } from "./filter-card";
import styles from "./filter-card.module.css";
import { useFilterDraft } from "./filter-draft";
import { PinButton } from "./pin-button";

interface Props {
  feature: Feature;
  /** The answer itself. */
  children: ReactNode;
}

/** A card that is read, not filled in: its feature's name, the way to take it off, and what it answers. */
export function AnswerCard({ feature, children }: Props) {
  const dispatch = useAppDispatch();
  const place = useWantedFocus<HTMLElement>(feature.name);
  const { status } = useFilterDraft(feature, feature.name);
  return (
    <article ref={place} className={styles.card} aria-label={feature.displayName} data-feature={feature.name}>
      <header className={styles.head}>
        {status !== "none" && <StatusDot status={status} />}
        <h3 className={styles.name}>{feature.displayName}</h3>
        <About feature={feature} />
        <PinButton feature={feature} />
        <button
          type="button"
          className={styles.small}
          aria-label={`Close ${feature.displayName}`}
          data-hint="Close this answer"
          onClick={() => dispatch(probabilityToggled(feature.name))}
        >
          <Close fontSize="inherit" />
        </button>
      </header>
      {children}
    </article>
  );
}
