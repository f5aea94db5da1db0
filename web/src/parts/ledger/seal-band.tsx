import Alert from "@mui/material/Alert";
import { Button } from "@/kit/button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
import { formatDate } from "@/lib/text/format";
import { selectOpening, selectSeal } from "@/question/seals-slice";

/** Says, as long as days are sealed, which ones nobody sees, and offers the envelope. */
export function SealBand() {
  const dispatch = useAppDispatch();
  const seal = useAppSelector(selectSeal);
  const isOpened = useAppSelector((state) => selectOpening(state) !== undefined);
  if (!seal) return null;
  return (
    <Alert
      severity="info"
      icon={false}
      role="note"
      aria-label="Sealed days"
      action={
        <Button aria-haspopup="dialog" onClick={() => dispatch(modalOpened("envelope"))}>
          {isOpened ? "The opened envelope" : "Open the envelope"}
        </Button>
      }
    >
      <strong>Sealed</strong>: the newest {seal.share}% of days, from {formatDate(seal.from)} on, are in no
      answer, list or chart. The discipline is yours: the service hides nothing.
    </Alert>
  );
}
