import Alert from "@mui/material/Alert";
import { type FormEvent, useId, useState } from "react";
import { useDayLists } from "@/api/calls/lists-api";
import type { DayList } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import { TextField } from "@/kit/fields/fields";
import { PlainSelect } from "@/kit/fields/plain-fields";
import { Dialog } from "@/kit/overlays/dialog";
import { useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { countOf, formatDate } from "@/lib/text/format";
import { LONGEST_NAME, LONGEST_NOTE, withDays } from "./days-text";
import styles from "./lists.module.css";
import { useWriting } from "./use-writing";
import { NEW_LIST_NAME } from "./words";

interface Props {
  /** ISO dates of the days to choose from. */
  dates: readonly string[];
  onClose: () => void;
}

/** Puts days into a list of the visitor's choice, or into a new one, with one note to all of them. */
export default function AddDialog({ dates, onClose }: Props) {
  const { data, error } = useDayLists();
  const title = dates.length === 1 ? `Add ${formatDate(dates[0] ?? "")} to a list` : "Add days to a list";
  return (
    <Dialog title={title} onClose={onClose}>
      {data ? (
        <AddForm lists={data.lists} dates={dates} onClose={onClose} />
      ) : (
        <p role="status">{error ? `Error loading the lists: ${errorText(error)}` : "Loading lists..."}</p>
      )}
    </Dialog>
  );
}

const NEW = "";

/** What is to be added, to which list, and the writing of it. */
function useAdding(lists: readonly DayList[], dates: readonly string[], onClose: () => void) {
  const dispatch = useAppDispatch();
  const { refetch } = useDayLists();
  const { write, ...writing } = useWriting();
  const [chosen, setChosen] = useState(lists[0]?.name ?? NEW);
  const [name, setName] = useState("");
  const [note, setNote] = useState("");
  const [days, setDays] = useState(dates);
  const list = lists.find((each) => each.name === chosen);
  const add = async () => {
    const before = list?.days ?? [];
    const more = days.map((date) => ({ date, note: note.trim() }));
    const next = withDays(before, more);
    const into = list ? { name: list.name, replaces: list.updated_at } : { name, replaces: 0 };
    const written = await write({ ...into, days: next });
    if (!written) return void refetch();
    const added = countOf(next.length - before.length, "day");
    dispatch(toastAdded("success", `Added ${added} to the list ${written.name}`));
    onClose();
  };
  return { ...writing, list, chosen, setChosen, name, setName, note, setNote, days, setDays, add };
}

function AddForm({ lists, dates, onClose }: Props & { lists: readonly DayList[] }) {
  const adding = useAdding(lists, dates, onClose);
  const { list, days, isWriting, failure } = adding;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void adding.add();
  };
  const isLacking = days.length === 0 || (!list && adding.name.trim() === "");
  return (
    <form className={styles.adding} onSubmit={submit}>
      <ListChoice {...adding} lists={lists} />
      <label className={styles.field}>
        Note
        <TextField
          autoComplete="off"
          maxLength={LONGEST_NOTE}
          value={adding.note}
          placeholder="gap and go, textbook"
          onChange={({ target }) => adding.setNote(target.value)}
        />
      </label>
      {dates.length > 1 && <Days {...{ dates, days }} onChoose={adding.setDays} />}
      {failure && (
        <Alert severity="error">
          {failure.isConflict ? conflictWords(list !== undefined) : `Not added: ${failure.text}`}
        </Alert>
      )}
      <div className={[styles.ways, styles.ends].join(" ")}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={isWriting || isLacking}>
          {isWriting ? "Adding…" : `Add ${countOf(days.length, "day")}`}
        </Button>
      </div>
    </form>
  );
}

type ChoiceProps = Pick<
  ReturnType<typeof useAdding>,
  "list" | "chosen" | "setChosen" | "name" | "setName"
> & {
  lists: readonly DayList[];
};

/** One of the lists, or the name of a new one. */
function ListChoice({ lists, list, chosen, setChosen, name, setName }: ChoiceProps) {
  const id = useId();
  const choices = lists.map((each) => ({
    value: each.name,
    label: `${each.name} (${countOf(each.days.length, "day")})`,
  }));
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={id}>List</label>
        <PlainSelect
          id={id}
          value={chosen}
          choices={[...choices, { value: NEW, label: "A new list" }]}
          onChoose={setChosen}
        />
      </div>
      {!list && (
        <label className={styles.field}>
          {NEW_LIST_NAME}
          <TextField
            required
            autoComplete="off"
            maxLength={LONGEST_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
      )}
    </>
  );
}

const conflictWords = (isThere: boolean) =>
  isThere
    ? "Somebody changed this list meanwhile, and it was read again. Press Add once more."
    : "There is a list of that name already. Choose it above, or another name.";

interface DaysProps {
  dates: readonly string[];
  days: readonly string[];
  onChoose: (days: readonly string[]) => void;
}

/** Which of the days are meant. */
function Days({ dates, days, onChoose }: DaysProps) {
  const isAll = days.length === dates.length;
  return (
    <>
      <div className={styles.ways}>
        <Button look="quiet" onClick={() => onChoose(isAll ? [] : dates)}>
          {isAll ? "None of these days" : `All ${countOf(dates.length, "day")}`}
        </Button>
      </div>
      <fieldset className={styles.days} aria-label="Days">
        {dates.map((date) => (
          <Check
            key={date}
            label={formatDate(date)}
            checked={days.includes(date)}
            onChange={(isOn) =>
              onChoose(dates.filter((each) => (each === date ? isOn : days.includes(each))))
            }
          />
        ))}
      </fieldset>
    </>
  );
}
