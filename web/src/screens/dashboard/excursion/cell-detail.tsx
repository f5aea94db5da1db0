import { useOpenDays } from "@/address/open-days";
import { type SelectionKey, SHOWN } from "@/api/data-api";
import { type ExcursionCell, useExcursionQuery } from "@/api/generated";
import { untilRenewed } from "@/api/request-error";
import { AdrPoints } from "@/kit/adr-points";
import { Button } from "@/kit/button";
import { formatCount } from "@/lib/text/format";
import { yearBar } from "@/parts/probability/displays/years";
import { Years } from "@/parts/probability/elements/years";
import { toPercent } from "@/question/figures/format";
import styles from "./excursion.module.css";
import type { ExcursionParameters } from "./parameters";
import {
  cellName,
  coinSentences,
  daysOf,
  FIRST,
  type First,
  meanSentences,
  rateSentence,
  testSentences,
} from "./words";

interface Props {
  parameters: ExcursionParameters;
  cell: ExcursionCell;
  selection: SelectionKey;
}

/** One cell in words; its counts open their days. */
export function CellDetail({ parameters, cell, selection }: Props) {
  const open = useOpenDays();
  const { from, side, unit } = parameters;
  const isPicked = parameters.picked?.target === cell.target && parameters.picked.stop === cell.stop;
  return (
    <section className={styles.detail} aria-label="Cell">
      <h2>{cellName(parameters, cell)}</h2>
      {unit === "adr" && <AdrPoints of="Target " percents={[cell.target]} />}
      {unit !== "points" && <AdrPoints of="Stop " percents={[cell.stop]} />}
      {[...meanSentences(cell, unit), ...coinSentences(cell)].map((words) => (
        <p key={words}>{words}</p>
      ))}
      {testSentences(cell, unit).map((words) => (
        <p key={words} className={styles.note}>
          {words}
        </p>
      ))}
      <p>{rateSentence(cell)}</p>
      <ul className={styles.counts}>
        {(Object.keys(FIRST) as First[]).map((first) => (
          <li key={first}>
            <Button
              look="quiet"
              aria-haspopup="dialog"
              disabled={daysOf(cell, first) === 0}
              onClick={() =>
                open({
                  excursion: { from_bar: from, side, unit, target: cell.target, stop: cell.stop, first },
                  label: `${cellName(parameters, cell)}: ${FIRST[first].toLowerCase()}`,
                })
              }
            >
              {FIRST[first]}: {formatCount(daysOf(cell, first))}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.years}>
        {isPicked ? (
          <CellYears parameters={parameters} cell={cell} selection={selection} />
        ) : (
          <p className={styles.note}>Click the cell to see this rate by year.</p>
        )}
      </div>
    </section>
  );
}

function CellYears({ parameters, cell, selection }: Omit<Props, "cells">) {
  const { from: from_bar, side, unit, costs } = parameters;
  const question = { from_bar, side, unit, costs, targets: [cell.target], stops: [cell.stop] };
  const answer = useExcursionQuery({ excursionRequest: { ...selection, ...question } }, SHOWN);
  const { currentData } = untilRenewed(answer);
  if (!currentData?.detail) return null;
  const bars = currentData.detail.years.map(({ rate, target_first_days, ...year }) =>
    yearBar({ ...year, occurrence: rate, occurrence_days: target_first_days }),
  );
  return <Years years={bars} overall={toPercent(cell.rate)} words={null} recent={null} />;
}
