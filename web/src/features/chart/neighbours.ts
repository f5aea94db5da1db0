import type { Navigation } from "@/api/generated";

/** The matching days before and after the shown one, which itself need not be among them. */
export function neighboursOf({ availableDates, currentDate }: Navigation) {
  const current = currentDate ?? "";
  return {
    previous: availableDates.findLast((date) => date < current) ?? null,
    next: availableDates.find((date) => date > current) ?? null,
  };
}
