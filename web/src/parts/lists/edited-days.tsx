import Close from "@mui/icons-material/Close";
import { useRef } from "react";
import type { ListedDayRequest } from "@/api/generated";
import { Button } from "@/kit/button";
import { TextField } from "@/kit/fields/fields";
import { Paged } from "@/kit/paged";
import { useKeptFocus } from "@/kit/use-kept-focus";
import { countOf, formatDate } from "@/lib/text/format";
import { LONGEST_NOTE } from "./days-text";
import styles from "./lists.module.css";
import { useUnsealed } from "./sealed-days";

interface Props {
  days: readonly ListedDayRequest[];
  onEdit: (days: readonly ListedDayRequest[]) => void;
}

/** The days of a list that is written: a field for each note, and the way out. Sealed days stay, unseen. */
export function EditedDays({ days, onEdit }: Props) {
  const { shown, sealed } = useUnsealed(days);
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place, "tbody button", days.length);
  const noted = (date: string, note: string) =>
    onEdit(days.map((day) => (day.date === date ? { date, note } : day)));
  return (
    <div ref={place} className={styles.field}>
      <p role="status" className={styles.quiet}>
        {countOf(days.length, "day")}
        {sealed > 0 && `; ${countOf(sealed, "sealed day")} not shown here, which stay in the list`}
      </p>
      <Paged all={shown}>
        {(some) => (
          <table className={[styles.table, styles.edited].join(" ")}>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Note</th>
                <th scope="col">
                  <span className="visually-hidden">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {some.map(({ date, note }) => (
                <tr key={date}>
                  <th scope="row">{formatDate(date)}</th>
                  <td>
                    <TextField
                      aria-label={`Note on ${formatDate(date)}`}
                      className={styles.note}
                      maxLength={LONGEST_NOTE}
                      value={note ?? ""}
                      onChange={({ target }) => noted(date, target.value)}
                    />
                  </td>
                  <td>
                    <Button
                      look="bare"
                      aria-label={`Remove ${formatDate(date)}`}
                      onClick={() => onEdit(days.filter((day) => day.date !== date))}
                    >
                      <Close fontSize="inherit" />
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Paged>
    </div>
  );
}
