import { type ReactNode, useId } from "react";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modulesToggled, selectShowsModules } from "@/lib/state/ui-slice";
import styles from "./probability.module.css";

interface Props {
  feature: string;
  /** What stands next to the switch. */
  notes: ReactNode;
  children: () => ReactNode;
}

/** The modules of a card, behind a switch that is remembered. */
export function AllFigures({ feature, notes, children }: Props) {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector((state) => selectShowsModules(state, feature));
  const id = useId();
  return (
    <>
      <div className={styles.foot}>
        <button
          type="button"
          className={styles.allFigures}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => dispatch(modulesToggled(feature))}
        >
          All figures
        </button>
        {notes}
      </div>
      {isOpen && (
        <div id={id} className={styles.modules}>
          {children()}
        </div>
      )}
    </>
  );
}
