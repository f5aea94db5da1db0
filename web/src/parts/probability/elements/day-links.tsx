import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { DayBar } from "@/address/days-slice";
import type { DayPart, Feature } from "@/api/generated";
import type { Bar } from "../displays/section";
import { CLICK } from "../words";
import styles from "./day-links.module.css";

/** A bar's place: the module that drew it, and how to open its days. */
interface Place {
  feature: Feature;
  module: DayPart["module"];
  side: NonNullable<DayPart["side"]>;
  open: (bar: DayBar) => void;
}

const PlaceContext = createContext<Place | null>(null);

interface ModuleProps extends Pick<Place, "feature" | "module"> {
  open: Place["open"] | undefined;
  children: ReactNode;
}

/** The bars drawn in here belong to this module; without `open` they are drawn only. */
export function ModuleDays({ feature, module, open, children }: ModuleProps) {
  const place = useMemo(
    () => open && { feature, module, side: "above" as const, open },
    [feature, module, open],
  );
  return <PlaceContext value={place ?? null}>{children}</PlaceContext>;
}

/** The bars drawn in here belong to another module of the same card. */
export function ModuleOf({ module, children }: { module: Place["module"]; children: ReactNode }) {
  const place = useContext(PlaceContext);
  const own = useMemo(() => place && { ...place, module }, [place, module]);
  return <PlaceContext value={own}>{children}</PlaceContext>;
}

/** The bars drawn in here belong to one side of a two-sided feature. */
export function SideDays({ side, children }: { side: Place["side"]; children: ReactNode }) {
  const place = useContext(PlaceContext);
  const own = useMemo(() => place && { ...place, side }, [place, side]);
  return <PlaceContext value={own}>{children}</PlaceContext>;
}

/** Opens the days of a bar; null where they cannot be opened. */
export function useBarDays(): ((bar: Omit<Bar, "days">) => void) | null {
  const place = useContext(PlaceContext);
  if (place === null) return null;
  const { feature, module, side, open } = place;
  return (bar) =>
    open({
      part: { feature: feature.name, module, place: bar.place, side },
      label: `${feature.displayName}, ${bar.label}`,
    });
}

interface Props {
  /** Undefined where the figure has no bar. */
  bar: Bar | undefined;
  /** What a pointer over the figure reads besides. */
  hint?: string;
  children: ReactNode;
}

/** A figure that opens the list of its days; plain text where it holds none. */
export function DaysOf({ bar, hint, children }: Props) {
  const open = useBarDays();
  if (open === null || !bar?.days) return children;
  return (
    <button
      type="button"
      className={styles.days}
      aria-haspopup="dialog"
      data-hint={[hint, CLICK].filter(Boolean).join("; ")}
      onClick={() => open(bar)}
    >
      {children}
      <span className="visually-hidden">, list the days</span>
    </button>
  );
}
