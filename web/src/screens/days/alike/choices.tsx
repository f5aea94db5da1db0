import { useId } from "react";
import { Link } from "react-router";
import { DateButton } from "@/kit/fields/date-button";
import { isDay } from "@/lib/text/format";
import { AsOfSelect } from "@/parts/as-of/as-of-select";
import { dayName } from "@/plot/days/day-words";
import { NAMED_TIMES, WHOLE_DAY } from "@/question/as-of";
import styles from "./alike.module.css";
import type { AlikeParameters } from "./parameters";

interface Props {
  parameters: AlikeParameters;
  /** The day of the question; null until it is known. An address may name what is none. */
  day: string | null;
  /** The next session's date where the question is about it; null where it is not, or not known. */
  session: string | null;
  first: string;
  last: string;
  /** Whether the header says as of when. */
  isOfHeader: boolean;
  onAsk: (change: Partial<AlikeParameters>) => void;
}

const NAMED = NAMED_TIMES.filter(({ value }) => value !== WHOLE_DAY);

/** Of which day, and as of which bar where the header has none. */
export function Choices({ parameters, day, session, first, last, isOfHeader, onAsk }: Props) {
  const id = useId();
  return (
    <div className={styles.choices}>
      <div className={styles.choice}>
        <span className={styles.label}>Day</span>
        <DateButton
          asField
          label="Day"
          value={day !== null && isDay(day) ? day : null}
          min={first}
          max={last}
          onPick={(date) => onAsk({ date })}
        />
        {session !== null && (
          <span className={styles.note}>
            {`The next session, ${dayName(session)}. `}
            <Link to="/today">Change its numbers</Link>
          </span>
        )}
      </div>
      {!isOfHeader && (
        <div className={styles.choice}>
          <label className={styles.label} htmlFor={id}>
            Known up to
          </label>
          <AsOfSelect id={id} value={parameters.bar} named={NAMED} onChoose={(bar) => onAsk({ bar })} />
        </div>
      )}
    </div>
  );
}
