import type { Feature } from "@/api/generated";
import { knownKind } from "./kinds";

/** Pixels of what a card shows of its answer before its figures are opened. */
const HEIGHTS = { said: 46, track: 31, by_when: 119, foot: 24 };

export type Place = keyof typeof HEIGHTS;

/** Where labels lead, the occurrence of any of them is one of their details. */
export function placesOf({ metadata, ui_schema }: Feature): [Place, number][] {
  const kinds = metadata.statistical_method.map(knownKind);
  const hasLabels = (ui_schema.filter_component.validation.labels?.length ?? 0) > 0;
  const lacks: Partial<Record<Place, boolean>> = {
    track: hasLabels || !kinds.includes("occurrence"),
    by_when: !kinds.includes("timing_analysis"),
  };
  const places = Object.entries(HEIGHTS) as [Place, number][];
  return places.filter(([place]) => !lacks[place]);
}
