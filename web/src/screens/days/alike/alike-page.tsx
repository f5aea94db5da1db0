import Alert from "@mui/material/Alert";
import { skipToken } from "@reduxjs/toolkit/query";
import { useParameters } from "@/address/parameters";
import { useChartsAllowed, useFeaturesByName } from "@/api/catalogue";
import { SHOWN } from "@/api/data-api";
import { type AlikeAnswer, useAlikeQuery } from "@/api/generated";
import { errorText, untilRenewed } from "@/api/request-error";
import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import { Coming, Screen } from "@/kit/screen";
import { useAppSelector } from "@/lib/state/hooks";
import { listed } from "@/lib/text/format";
import { ShareButton } from "@/parts/question-row/share-button";
import { barWords } from "@/question/as-of";
import { filterWords } from "@/question/filter-words";
import { isDates } from "@/question/filters";
import { selectActive } from "@/question/filters-slice";
import { DAYS_LIKE } from "@/question/words";
import styles from "./alike.module.css";
import { Choices } from "./choices";
import { DayList } from "./day-list";
import { FeaturesPanel } from "./features-panel";
import { Outcomes } from "./outcomes";
import { ALIKE, type AlikeParameters } from "./parameters";
import { useQuestion } from "./use-question";
import { ALL_FEATURES, chosenWords, NARROWED, NUMBERS_LEFT_OUT } from "./words";

/** The days before a day that were most like it by a bar, why, and what followed on them. */
export default function AlikePage() {
  return (
    <Screen title={DAYS_LIKE} head={<ShareButton />} className={styles.page}>
      <Asking />
    </Screen>
  );
}

function Asking() {
  const hasCharts = useChartsAllowed();
  const [parameters, ask] = useParameters(ALIKE);
  const { key, day, sealed, session, ...choices } = useQuestion(parameters);
  const query = useAlikeQuery(key ? { alikeRequest: key } : skipToken, SHOWN);
  const { data, isFetching, error } = untilRenewed(query);
  const failure = sealed ?? session.error ?? (isFetching ? null : errorText(error));
  const shown = sealed === null ? data : undefined;
  return (
    <>
      <Choices parameters={parameters} day={day} session={session.date} {...choices} onAsk={ask} />
      {session.isLeftOut && <p>{NUMBERS_LEFT_OUT}</p>}
      <Narrowing isNarrowed={parameters.isNarrowed} onNarrow={(isNarrowed) => ask({ isNarrowed })} />
      {failure && <Refused words={failure} parameters={parameters} onAsk={ask} />}
      {!shown && !failure && <Coming label="Loading the days" height={480} />}
      {shown && !failure && (
        <div className={styles.answer} data-stale={isFetching} aria-busy={isFetching}>
          <Told answer={shown} isNarrowed={parameters.isNarrowed} />
          {shown.days.length > 0 && <Outcomes outcomes={shown.outcomes} />}
          <FeaturesPanel
            weights={shown.weights}
            leaveOut={parameters.leaveOut}
            onLeaveOut={(leaveOut) => ask({ leaveOut })}
          />
          <How asOf={shown.as_of} />
          <DayList key={shown.date} answer={shown} parameters={parameters} hasCharts={hasCharts} />
        </div>
      )}
    </>
  );
}

/** Whether only days are compared that match the page's filters. */
function Narrowing({ isNarrowed, onNarrow }: { isNarrowed: boolean; onNarrow: (isOn: boolean) => void }) {
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  const words = active.filter((filter) => !isDates(filter)).map((filter) => filterWords(filter, features));
  if (words.length === 0 && !isNarrowed) return null;
  return (
    <Check
      className={styles.narrow}
      label={`${NARROWED}${words.length > 0 ? `: ${listed(words)}` : ""}`}
      name={NARROWED}
      checked={isNarrowed}
      onChange={onNarrow}
    />
  );
}

interface RefusedProps {
  words: string;
  parameters: AlikeParameters;
  onAsk: (change: Partial<AlikeParameters>) => void;
}

/** Why there is no answer, and the ways back. */
function Refused({ words, parameters, onAsk }: RefusedProps) {
  return (
    <div className={styles.refused}>
      <Alert severity="error">{words}</Alert>
      <div className={styles.ways}>
        {(parameters.date ?? parameters.next) !== null && (
          <Button onClick={() => onAsk({ date: null })}>Ask of the newest day</Button>
        )}
        {parameters.leaveOut.length > 0 && (
          <Button onClick={() => onAsk({ leaveOut: [] })}>{ALL_FEATURES}</Button>
        )}
        {parameters.isNarrowed && (
          <Button onClick={() => onAsk({ isNarrowed: false })}>Leave the filters out</Button>
        )}
      </div>
    </div>
  );
}

function Told({ answer, isNarrowed }: { answer: AlikeAnswer; isNarrowed: boolean }) {
  return (
    <div role="status">
      <p>{chosenWords(answer, isNarrowed)}</p>
    </div>
  );
}

/** How to read the pictures and what is told below them. */
function How({ asOf }: { asOf: number }) {
  return (
    <p className={styles.note}>
      {`Compared by what is known at ${barWords(asOf)}. `}0 = same in all, 1 = opposite in all. Below each day
      stand its three largest differences, weights counted. Pictures are on one scale, ADR10 from the open;
      what was known lies left of the dashed line.
    </p>
  );
}
