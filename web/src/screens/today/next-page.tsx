import { useEffect, useState } from "react";
import { isSession, sessionOf, type TypedField } from "@/address/typed";
import { useCatalogue } from "@/api/catalogue";
import type { NextAnswer } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Failed } from "@/kit/failed";
import { Coming, Screen } from "@/kit/screen";
import { notInPlan } from "@/kit/words";
import { ShareButton } from "@/parts/question-row/share-button";
import { Answers } from "./answers";
import { ChipGroups } from "./chip-groups";
import { DaysBar } from "./days-bar";
import { Head } from "./head";
import styles from "./next.module.css";
import type { NextParameters } from "./parameters";
import { TypedFields } from "./typed-fields";
import { useNext, useNextDays } from "./use-next";
import { useNextParameters } from "./use-parameters";
import { Ways } from "./ways";
import { FOLLOWED_ON_ALL, FOLLOWED_ON_LIKE, leftWords } from "./words";

/** What is known of the next session, the days like it, and what followed on these. */
export default function NextPage() {
  const [asked, ask] = useNextParameters();
  const [typing, setTyping] = useState<TypedField | null>(null);
  const { answer, newest, isStale, isFetching, error, refetch } = useNext(asked, typing);
  const left = useOtherSession(answer, asked, ask);
  const { isLoading } = useCatalogue();
  const failure = errorText(error);
  const session = newest ? sessionOf(newest) : null;
  return (
    <Screen title="Today" head={<ShareButton />} className={styles.page}>
      {failure && <Failed onRetry={refetch}>{failure}</Failed>}
      {(!answer || isLoading) && !failure && <Coming label="Loading the next session" height={480} />}
      {answer && !isLoading && (
        <>
          <Head answer={answer} isStale={isStale} left={left} />
          <TypedFields
            key={session}
            typed={asked.typed}
            notes={newest?.notes ?? []}
            isAsking={isFetching}
            onTyping={setTyping}
            onType={(typed) => ask({ typed, session })}
          />
          <Known {...{ answer, isStale, asked, ask }} />
        </>
      )}
    </Screen>
  );
}

/** Numbers that were typed for another session go; the session they were of, until others are typed. */
function useOtherSession(
  answer: NextAnswer | undefined,
  asked: NextParameters,
  ask: (change: Partial<NextParameters>) => void,
) {
  const [left, setLeft] = useState<string | null>(null);
  const other = asked.session !== null && answer && !isSession(asked.session, answer);
  useEffect(() => {
    if (!other) return;
    setLeft(asked.session);
    ask({ typed: {} });
  }, [other, asked.session, ask]);
  return left === null || asked.session !== null || !answer ? null : leftWords(left, answer);
}

interface KnownProps {
  answer: NextAnswer;
  isStale: boolean;
  asked: NextParameters;
  ask: (change: Partial<NextParameters>) => void;
}

function Known({ answer, isStale, asked, ask }: KnownProps) {
  const days = useNextDays(answer, asked.on);
  const put = (on: string[]) => ask({ on });
  const isAllDays = days.filters.length === 0;
  return (
    <div className={styles.columns}>
      <div className={styles.known} data-stale={isStale}>
        <ChipGroups chips={days.chips} on={asked.on} onPut={put} />
        <Lacking days={days} />
      </div>
      <section id="next-answers" className={styles.answers} aria-labelledby="next-asked" tabIndex={-1}>
        <h2 id="next-asked">{isAllDays ? FOLLOWED_ON_ALL : FOLLOWED_ON_LIKE}</h2>
        {isAllDays && (
          <p className={styles.note}>
            Press what the days are to have in common: then these are days like it.
          </p>
        )}
        <Ways answer={answer} typed={asked.typed} days={days} />
        <Answers ruledOut={answer.ruled_out} days={days} />
      </section>
      <DaysBar days={days} on={asked.on} onPut={put} />
    </div>
  );
}

/** What the visitor's plan does not have of this page. */
function Lacking({ days: { limits } }: { days: ReturnType<typeof useNextDays> }) {
  if (limits?.features.as_of !== false) return null;
  return (
    <p className={styles.note}>
      {notInPlan("yesterday's features and questions as of a bar")}: days are asked whole. The standard plan
      has both.
    </p>
  );
}
