import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { DayPart, Feature } from "@/api/generated";
import type { DayBar } from "@/features/days/state/days-slice";
import type { Bar } from "../displays/section";

/** Where a bar stands: whose module drew it, and how its days are opened. */
interface Place {
  feature: Feature;
  module: DayPart["module"];
  side: NonNullable<DayPart["side"]>;
  open: (bar: DayBar) => void;
}

const PlaceContext = createContext<Place | null>(null);

interface ModuleProps extends Omit<Place, "side" | "open"> {
  /** Undefined where days cannot be opened: bars then are drawn only. */
  open: Place["open"] | undefined;
  children: ReactNode;
}

/** The bars drawn in here belong to this module. */
export function ModuleDays({ feature, module, open, children }: ModuleProps) {
  const place = useMemo(
    () => (open ? { feature, module, side: "above" as const, open } : null),
    [feature, module, open],
  );
  return <PlaceContext value={place}>{children}</PlaceContext>;
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
  return useMemo(() => {
    if (place === null) return null;
    const { feature, module, side, open } = place;
    return (bar) =>
      open({
        part: { feature: feature.name, module, place: bar.place, side },
        label: `${feature.displayName}, ${bar.label}`,
      });
  }, [place]);
}
