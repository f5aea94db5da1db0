import { useState } from "react";
import { useDayLists } from "@/api/calls/lists-api";
import type { DayList } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Button } from "@/kit/button";
import { Dialog, Sheet } from "@/kit/overlays/dialog";
import { ListEditor } from "./list-editor";
import { ListSection } from "./list-section";
import styles from "./lists.module.css";

/** The lists of days of the instrument: to read, filter by and save for everyone, to write for those who may. */
export default function ListsSheet({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<DayList | "new" | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setChanged(false);
    setEdited(null);
    setLeaving(false);
  };
  const title = edited === null ? "Lists of days" : edited === "new" ? "New list" : `Edit ${edited.name}`;
  return (
    <Sheet title={title} onClose={() => (isChanged ? setLeaving(true) : onClose())}>
      {edited === null ? (
        <Lists onEdit={setEdited} onClose={onClose} />
      ) : (
        <ListEditor list={edited === "new" ? null : edited} onChanged={setChanged} onDone={leave} />
      )}
      {isLeaving && (
        <Dialog title="Leave without saving" onClose={() => setLeaving(false)}>
          <p>What you changed in this list is not saved yet.</p>
          <div className={[styles.ways, styles.ends].join(" ")}>
            <Button onClick={leave}>Drop the changes</Button>
            <Button look="primary" autoFocus onClick={() => setLeaving(false)}>
              Go on editing
            </Button>
          </div>
        </Dialog>
      )}
    </Sheet>
  );
}

interface ListsProps {
  onEdit: (list: DayList | "new") => void;
  onClose: () => void;
}

function Lists({ onEdit, onClose }: ListsProps) {
  const { data, error } = useDayLists();
  const [open, setOpen] = useState<string | null>(null);
  const failure = errorText(error);
  return (
    <div className={styles.lists}>
      <p className={styles.quiet}>
        Days that somebody chose, each with a note. Everyone here can filter by a list; its notes stand beside
        its days.
      </p>
      {failure !== null && (
        <p role="alert">
          {data ? "Not refreshed" : "Error loading the lists"}: {failure}
        </p>
      )}
      {!data && failure === null && <p className={styles.quiet}>Loading lists...</p>}
      {data?.may_edit && (
        <div className={styles.ways}>
          <Button onClick={() => onEdit("new")}>New list</Button>
        </div>
      )}
      {data?.lists.length === 0 && (
        <p role="status">
          There is no list of days yet.
          {!data.may_edit && " Accounts with the permission to maintain make them."}
        </p>
      )}
      {data?.lists.map((list) => (
        <ListSection
          key={list.name}
          list={list}
          isOpen={open === list.name}
          mayEdit={data.may_edit}
          onToggle={() => setOpen(open === list.name ? null : list.name)}
          onEdit={() => onEdit(list)}
          onClose={onClose}
        />
      ))}
    </div>
  );
}
