import { type ReactNode, useId } from "react";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modulesToggled, selectShowsModules } from "@/lib/state/ui-slice";
import type { KnownKind } from "./kinds";
import styles from "./probability.module.css";

interface Props {
  feature: string;
  /** The kinds of module behind the switch. */
  kinds: readonly (KnownKind | null)[];
  children: () => ReactNode;
}

const BY: readonly (readonly [KnownKind, string])[] = [
  ["period_probability", "period"],
  ["time_distribution", "hour"],
  ["timing_analysis", "bar"],
];

/** The modules that tell when an event came, behind a switch that is remembered. */
export function Times({ feature, kinds, children }: Props) {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector((state) => selectShowsModules(state, feature));
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles.times}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => dispatch(modulesToggled(feature))}
      >
        {timesWords(kinds)}
      </button>
      {isOpen && (
        <div id={id} className={styles.timesBody}>
          {children()}
        </div>
      )}
    </>
  );
}

/** "By period, hour and bar" */
function timesWords(kinds: Props["kinds"]): string {
  const words = BY.flatMap(([kind, word]) => (kinds.includes(kind) ? word : []));
  const last = words.pop();
  return `By ${words.length > 0 ? `${words.join(", ")} and ` : ""}${last}`;
}
