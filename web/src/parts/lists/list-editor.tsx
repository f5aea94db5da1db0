import Alert from "@mui/material/Alert";
import InputBase from "@mui/material/InputBase";
import { type FormEvent, useState } from "react";
import { useDayLists } from "@/api/calls/lists-api";
import type { DayList, ListedDayRequest } from "@/api/generated";
import { Button } from "@/kit/button";
import { TextField } from "@/kit/fields/fields";
import { useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { countOf, listed } from "@/lib/text/format";
import { LONGEST_NAME, readDays, withDays } from "./days-text";
import { EditedDays } from "./edited-days";
import styles from "./lists.module.css";
import { useWriting } from "./use-writing";

interface Props {
  /** The list as it was read; null makes a new one. */
  list: DayList | null;
  /** Whether there is something that is not saved. */
  onChanged: (isChanged: boolean) => void;
  onDone: () => void;
}

/** Writes a list: its name where it is new, its days and their notes. What was typed stays until it is saved. */
export function ListEditor({ list, onChanged, onDone }: Props) {
  const dispatch = useAppDispatch();
  const { data, refetch } = useDayLists();
  const [name, setName] = useState(list?.name ?? "");
  const [days, setDays] = useState<readonly ListedDayRequest[]>(list?.days ?? []);
  const [typed, setTyped] = useState("");
  const [unread, setUnread] = useState<string[]>([]);
  const { write, isWriting, failure } = useWriting();
  const now = data?.lists.find((each) => each.name === name)?.updated_at ?? 0;
  const changed = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      onChanged(true);
      set(value);
    };
  };
  const taken = () => {
    const read = readDays(typed);
    setUnread(read.unread);
    if (read.unread.length > 0) return null;
    const next = withDays(days, read.days);
    setDays(next);
    setTyped("");
    return next;
  };
  const save = async (replaces: number) => {
    const next = taken();
    if (!next || name.trim() === "") return;
    const written = await write({
      name,
      days: next.map(({ date, note }) => ({ date, note: note ?? "" })),
      replaces,
    });
    if (!written) return void refetch();
    dispatch(toastAdded("success", `List ${written.name} saved: ${countOf(written.days.length, "day")}`));
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(list?.updated_at ?? 0);
  };
  return (
    <form className={styles.lists} onSubmit={submit}>
      {list === null && (
        <label className={styles.field}>
          Name
          <TextField
            autoFocus
            required
            autoComplete="off"
            maxLength={LONGEST_NAME}
            value={name}
            onChange={({ target }) => changed(setName)(target.value)}
          />
        </label>
      )}
      <label className={styles.field}>
        Add days: one a line, a date and, if you like, a note
        <InputBase
          multiline
          minRows={3}
          maxRows={8}
          placeholder={"2026-03-02, gap and go, textbook"}
          value={typed}
          onChange={({ target }) => changed(setTyped)(target.value)}
        />
      </label>
      <div className={styles.ways}>
        <Button disabled={typed.trim() === ""} onClick={taken}>
          Add to the days below
        </Button>
      </div>
      {unread.length > 0 && (
        <Alert severity="error">No date in {listed(unread)}. A line begins with a date as 2026-03-02.</Alert>
      )}
      <EditedDays days={days} onEdit={changed(setDays)} />
      {failure && !failure.isConflict && <Alert severity="error">Not saved: {failure.text}</Alert>}
      {failure?.isConflict && (
        <Conflict isNew={list === null} isThere={now > 0} onOver={() => void save(now)} onDrop={onDone} />
      )}
      <div className={[styles.ways, styles.ends].join(" ")}>
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" type="submit" disabled={isWriting || name.trim() === ""}>
          {isWriting ? "Saving…" : "Save"}
        </Button>
      </div>
    </form>
  );
}

interface ConflictProps {
  isNew: boolean;
  /** Whether there is a list of the name now. */
  isThere: boolean;
  onOver: () => void;
  onDrop: () => void;
}

/** Somebody else wrote meanwhile: what was typed stays, and the ways on. */
function Conflict({ isNew, isThere, onOver, onDrop }: ConflictProps) {
  if (isNew)
    return (
      <Alert severity="error">
        There is a list of that name already. Choose another name, or edit that list; what you wrote stays
        here.
      </Alert>
    );
  return (
    <Alert severity="error">
      Somebody {isThere ? "changed" : "deleted"} this list meanwhile. What you wrote stays here.
      <div className={styles.ways}>
        <Button onClick={onOver}>{isThere ? "Save mine in its place" : "Save mine as it was"}</Button>
        <Button onClick={onDrop}>Drop mine</Button>
      </div>
    </Alert>
  );
}
