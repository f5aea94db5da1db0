import ExpandMore from "@mui/icons-material/ExpandMore";
import { useId, useState } from "react";
import type { DayList } from "@/api/generated";
import { Button } from "@/kit/button";
import { useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { saveFile } from "@/lib/storage/save-file";
import { countOf } from "@/lib/text/format";
import { addConditions } from "@/question/add-conditions";
import { inLists } from "@/question/filters";
import { csvOf, fileNameOf } from "./days-text";
import { DeleteDialog } from "./delete-dialog";
import { ListDays } from "./list-days";
import styles from "./lists.module.css";
import { useUnsealed } from "./sealed-days";
import { FILTER_BY_LIST } from "./words";

interface Props {
  list: DayList;
  isOpen: boolean;
  mayEdit: boolean;
  onToggle: () => void;
  onEdit: () => void;
  /** Closes the sheet of the lists. */
  onClose: () => void;
}

/** A list of days: its name and count, and, unfolded, its days and what can be done with it. */
export function ListSection({ list, isOpen, onToggle, ...props }: Props) {
  const id = useId();
  return (
    <section className={styles.list} aria-label={list.name}>
      <Button
        look="bare"
        className={styles.head ?? ""}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <span className={styles.name}>{list.name}</span>
        <span className={styles.count}>{countOf(list.days.length, "day")}</span>
        <ExpandMore className={styles.fold ?? ""} data-open={isOpen} />
      </Button>
      {isOpen && (
        <div id={id} className={styles.open}>
          <OpenList list={list} {...props} />
        </div>
      )}
    </section>
  );
}

function OpenList({ list, mayEdit, onEdit, onClose }: Omit<Props, "isOpen" | "onToggle">) {
  const dispatch = useAppDispatch();
  const { shown, sealed } = useUnsealed(list.days);
  const [isDeleting, setDeleting] = useState(false);
  const others = shown.filter(({ kind }) => kind !== "full").length;
  const filter = () => {
    dispatch(addConditions([inLists(list.name)]));
    dispatch(toastAdded("success", `In list ${list.name}: waits for Apply`));
    onClose();
  };
  const save = () =>
    saveFile(new Blob([csvOf(shown)], { type: "text/csv;charset=utf-8" }), fileNameOf(list.name));
  return (
    <>
      <div className={styles.ways}>
        <Button onClick={filter}>{FILTER_BY_LIST}</Button>
        <Button look="quiet" onClick={save}>
          Save as CSV
        </Button>
        {mayEdit && (
          <>
            <Button look="quiet" onClick={onEdit}>
              Edit
            </Button>
            <Button look="quiet" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          </>
        )}
      </div>
      {others > 0 && (
        <p className={styles.quiet}>
          {countOf(others, "day")} of it {others === 1 ? "is" : "are"} no full session of these data:{" "}
          {others === 1 ? "it" : "they"} can be read here, but no filter finds {others === 1 ? "it" : "them"}.
        </p>
      )}
      {sealed > 0 && <p className={styles.quiet}>{countOf(sealed, "sealed day")} not shown.</p>}
      <ListDays days={shown} />
      {isDeleting && <DeleteDialog list={list} onClose={() => setDeleting(false)} />}
    </>
  );
}
