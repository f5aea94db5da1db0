import { selectLooks } from "@/kept/ledger/ledger-slice";
import { Button } from "@/kit/button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
import { countOf } from "@/lib/text/format";

/** How many tests were looked at; opens the ledger. */
export function LedgerButton() {
  const dispatch = useAppDispatch();
  const count = useAppSelector((state) => selectLooks(state).length);
  return (
    <Button
      look="quiet"
      aria-haspopup="dialog"
      data-hint="How many p-values you have seen, and how many small ones luck alone would show"
      onClick={() => dispatch(modalOpened("ledger"))}
    >
      {countOf(count, "look")}
    </Button>
  );
}
