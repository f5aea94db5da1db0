import Alert from "@mui/material/Alert";
import { useRemoveDayListMutation } from "@/api/calls/lists-api";
import { symbolArg } from "@/api/catalogue";
import type { DayList } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Button } from "@/kit/button";
import { Dialog } from "@/kit/overlays/dialog";
import { useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { countOf } from "@/lib/text/format";
import styles from "./lists.module.css";

/** Asks before a list goes for everyone. */
export function DeleteDialog({ list, onClose }: { list: DayList; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [remove, { isLoading, error }] = useRemoveDayListMutation();
  const failure = errorText(error);
  const act = async () => {
    const { data } = await remove({ name: list.name, ...symbolArg(list.symbol) });
    if (!data) return;
    dispatch(toastAdded("success", `List ${list.name} deleted`));
    onClose();
  };
  return (
    <Dialog title={`Delete ${list.name}`} onClose={onClose}>
      <p>
        {countOf(list.days.length, "day")} and the notes go for everyone here. Filters on this list are kept
        aside. Save it as CSV first if it may be wanted again.
      </p>
      {failure !== null && <Alert severity="error">Not deleted: {failure}</Alert>}
      <div className={[styles.ways, styles.ends].join(" ")}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={isLoading} onClick={() => void act()}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
