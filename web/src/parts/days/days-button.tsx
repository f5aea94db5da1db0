import { useOpenDays } from "@/address/days-slice";
import { Button } from "@/kit/button";

/** Opens the list of the days that match. */
export function DaysButton() {
  const open = useOpenDays();
  return (
    <Button look="quiet" aria-haspopup="dialog" data-shortcut="days" onClick={() => open(null)}>
      List days
    </Button>
  );
}
