import type { ReactNode } from "react";
import { formatDate } from "@/lib/text/format";
import { lazyPart } from "../lazy-with-retry";
import { PopoverButton } from "../overlays/popover-button";
import type { Days } from "./calendar";

const Calendar = lazyPart(() => import("./calendar"), <div style={{ width: 320, height: 336 }} />);

interface Props extends Days {
  label: string;
  emptyLabel?: string;
  asField?: boolean;
  /** Stands on the button in place of the date. */
  icon?: ReactNode;
}

/** A date as MM/dd/yyyy that opens a calendar with month and year selectors. */
export function DateButton({ label, emptyLabel = "MM/dd/yyyy", asField, icon, onPick, ...days }: Props) {
  const shown = days.value ? formatDate(days.value) : emptyLabel;
  return (
    <PopoverButton
      asField={asField ?? false}
      aria-label={`${label}: ${shown}`}
      title={label}
      {...(icon !== undefined && { look: "icon" as const })}
      label={icon ?? shown}
      content={(close) => (
        <Calendar
          {...days}
          onPick={(date) => {
            onPick(date);
            close();
          }}
        />
      )}
    />
  );
}
