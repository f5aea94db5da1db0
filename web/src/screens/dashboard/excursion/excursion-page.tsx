import Alert from "@mui/material/Alert";
import { useState } from "react";
import { useParameters } from "@/address/parameters";
import { useFeaturesByName } from "@/api/catalogue";
import { type SelectionKey, SHOWN } from "@/api/data-api";
import { baseName } from "@/api/feature-names";
import { type ExcursionAnswer, useExcursionQuery } from "@/api/generated";
import { errorText, untilRenewed } from "@/api/request-error";
import { Failed } from "@/kit/failed";
import { Screen } from "@/kit/screen";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf, listed } from "@/lib/text/format";
import { ApplyBar } from "@/parts/filters/pending-count";
import { FilterSentence } from "@/parts/probability/filter-sentence";
import { selectActive } from "@/question/filters-slice";
import { useSelectionKey } from "@/question/selection";
import { NO_DAY_MATCHES } from "@/question/words";
import { CellDetail } from "./cell-detail";
import { CellGrid } from "./cell-grid";
import { Choices } from "./choices";
import styles from "./excursion.module.css";
import { EXCURSION, type ExcursionParameters, ladders, type Place } from "./parameters";
import { barWords } from "./words";

/** What the days of the dashboard's filters come to with a target and a stop, for every pair of both. */
export default function ExcursionPage() {
  const [parameters, ask] = useParameters(EXCURSION);
  const selection = useSelectionKey(useAppSelector(selectActive));
  return (
    <Screen
      title="Target"
      head={<FilterSentence className={styles.note} />}
      foot={<ApplyBar />}
      className={styles.page}
    >
      <Choices parameters={parameters} onAsk={ask} />
      {selection && (
        <Answer selection={selection} parameters={parameters} onPick={(picked) => ask({ picked })} />
      )}
    </Screen>
  );
}

interface AnswerProps {
  selection: SelectionKey;
  parameters: ExcursionParameters;
  onPick: (place: Place) => void;
}

function Answer({ selection, parameters, onPick }: AnswerProps) {
  const { targets, stops } = ladders(parameters);
  const { from: from_bar, side, unit, costs } = parameters;
  const excursionRequest = { ...selection, from_bar, side, unit, costs, targets, stops };
  const query = untilRenewed(useExcursionQuery({ excursionRequest }, SHOWN));
  const { data, isFetching, error, refetch } = query;
  const [pointed, setPointed] = useState<Place | null>(null);
  const failure = isFetching ? null : errorText(error);
  const known = new Map(data?.cells.map((cell) => [`${cell.target}/${cell.stop}`, cell]));
  const isOfLadder = targets.every((target) => stops.every((stop) => known.has(`${target}/${stop}`)));
  const middle = { target: targets[targets.length >> 1] ?? 0, stop: stops[stops.length >> 1] ?? 0 };
  const place = [pointed, parameters.picked].find((each) => each && known.has(`${each.target}/${each.stop}`));
  const shown = place ?? middle;
  const cell = known.get(`${shown.target}/${shown.stop}`);
  return (
    <>
      {failure && <Failed onRetry={refetch}>{failure}</Failed>}
      {data && !failure && <Notes parameters={parameters} {...data} />}
      {!failure && (
        <div className={styles.answer} data-stale={isFetching} aria-busy={isFetching}>
          <CellGrid
            cells={isOfLadder && data ? data.cells : []}
            onShow={setPointed}
            {...{ parameters, targets, stops, shown, onPick }}
          />
          {cell && isOfLadder && <CellDetail {...{ parameters, cell, selection }} />}
        </div>
      )}
      <p className={styles.note}>
        Blue with ▲: more than a coin on the same days, after correction for all cells; orange with ▼: less;
        plain: it could be chance, or too few days tell. {countedWords(data)}
      </p>
    </>
  );
}

const UNKNOWN_ORDER =
  "where one bar reached both prices, nothing shows which came first. The mean takes such a day for a stop, the rate leaves it out.";

/** From which bars the order of target and stop is told. */
function countedWords(data: ExcursionAnswer | undefined): string {
  if (!data?.minute_days) return `Counted from five-minute bars: ${UNKNOWN_ORDER}`;
  const { minute_days, asked_days } = data;
  const some =
    minute_days < asked_days ? ` on ${countOf(minute_days, "day")}, else from five-minute bars` : "";
  return `Counted from one-minute bars${some}: ${UNKNOWN_ORDER}`;
}

interface NotesProps {
  parameters: ExcursionParameters;
  days: number;
  asked_days: number;
  look_ahead: readonly string[];
}

/** How many days count, which are left out, and which filters know more than the decision does. */
function Notes({ parameters, days, asked_days, look_ahead }: NotesProps) {
  const features = useFeaturesByName();
  const late = look_ahead.map((name) => features.get(baseName(name))?.displayName ?? name);
  const without = days - asked_days;
  return (
    <div role="status">
      <p>
        {days === 0 ? NO_DAY_MATCHES : `${countOf(asked_days, "day")}.`}
        {without > 0 && ` ${countOf(without, "day")} without ADR10 left out.`}
      </p>
      {late.length > 0 && (
        <Alert severity="warning">
          {`Look-ahead: ${listed(late)} ${late.length === 1 ? "is" : "are"} known only after ${barWords(parameters.from)}.`}
        </Alert>
      )}
    </div>
  );
}
