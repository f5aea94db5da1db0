import { useOpenDays } from "@/address/open-days";
import { Button } from "@/kit/button";

/** Leads to the table of the days that match. */
export function DaysButton() {
  const open = useOpenDays();
  return (
    <Button look="quiet" data-shortcut="days" onClick={() => open(null)}>
      List days
    </Button>
  );
}
