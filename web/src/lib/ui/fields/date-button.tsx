import { Suspense } from "react";
import { formatDate } from "@/lib/text/format";
import { lazyWithRetry } from "../lazy-with-retry";
import { PopoverButton } from "../overlays/popover-button";

const Calendar = lazyWithRetry(() => import("./calendar"));

interface Props {
  /** ISO date, or null where none is chosen. */
  value: string | null;
  min: string;
  max: string;
  label: string;
  emptyLabel?: string;
  asField?: boolean;
  onPick: (date: string) => void;
}

/** A date as MM/dd/yyyy that opens a calendar with month and year selectors. */
export function DateButton({ value, min, max, label, emptyLabel = "MM/dd/yyyy", asField, onPick }: Props) {
  const shown = value ? formatDate(value) : emptyLabel;
  return (
    <PopoverButton
      asField={asField ?? false}
      aria-label={`${label}: ${shown}`}
      title={label}
      label={shown}
      content={(close) => (
        <Suspense fallback={<div style={{ width: 320, height: 336 }} />}>
          <Calendar
            value={value}
            min={min}
            max={max}
            onPick={(date) => {
              onPick(date);
              close();
            }}
          />
        </Suspense>
      )}
    />
  );
}
