import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo } from "react";
import { useClaims } from "@/api/calls/claims-api";
import { SHOWN } from "@/api/data-api";
import { type Claim, type QuestionRate, type QuestionsAnswer, useQuestionsQuery } from "@/api/generated";
import { errorText, untilRenewed } from "@/api/request-error";
import { Failed } from "@/kit/failed";
import { Coming } from "@/kit/screen";
import { asRead, countOf, formatPercent } from "@/lib/text/format";
import { Track } from "@/parts/probability/elements/rates";
import { coinOf, expectWords } from "@/question/figures/coin";
import { formatLimits, readInterval, toPercent } from "@/question/figures/format";
import { SMALL } from "@/question/figures/wilson";
import styles from "./next.module.css";
import type { NextDays } from "./use-next";

interface Props {
  /** The questions that the session rules out. */
  ruledOut: readonly string[];
  days: NextDays;
}

/** The usual questions, answered by the days like the next session. */
export function Answers({ ruledOut, days: { key } }: Props) {
  const claims = useClaims();
  const rates = untilRenewed(useQuestionsQuery(key ? { questionsRequest: key } : skipToken, SHOWN));
  const failure = rates.isFetching ? null : errorText(rates.error);
  const unnamed = claims.isFetching ? null : errorText(claims.error);
  const retry = () =>
    Promise.all([rates, claims].filter((each) => each.isError).map((each) => each.refetch()));
  if (failure ?? unnamed) return <Failed onRetry={retry}>{failure ?? unnamed}</Failed>;
  if (!rates.data || !claims.data) return <Coming label="Loading the answers" height={480} />;
  return (
    <div
      className={styles.groups}
      data-stale={rates.currentData === undefined}
      aria-busy={rates.currentData === undefined}
    >
      <Answered answer={rates.data} claims={claims.data.claims} ruledOut={ruledOut} />
    </div>
  );
}

interface AnsweredProps extends Pick<Props, "ruledOut"> {
  answer: QuestionsAnswer;
  claims: readonly Claim[];
}

function Answered({ answer, claims, ruledOut }: AnsweredProps) {
  const groups = useMemo(() => {
    const open = claims.filter(({ id }) => !ruledOut.includes(id));
    return groupsOf(answer.questions, open);
  }, [answer, claims, ruledOut]);
  const { total_days } = answer;
  if (groups.length === 0)
    return (
      <p className={styles.note}>{total_days === 0 ? "No day matches." : "No question is still open."}</p>
    );
  return (
    <>
      {total_days < SMALL && (
        <p className={styles.warning}>{`${countOf(total_days, "day")}: too few to tell much.`}</p>
      )}
      {groups.map(({ group, lines }) => (
        <div key={group} className={styles.asked}>
          <h3>{group}</h3>
          <ul>
            {lines.map(({ question, rate }) => (
              <Line key={rate.id} question={question} rate={rate} />
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

interface Answer {
  question: string;
  rate: QuestionRate;
}

/** The answers by group, in the order of the questions. */
function groupsOf(rates: readonly QuestionRate[], claims: readonly Claim[]) {
  const byId = new Map(rates.map((rate) => [rate.id, rate]));
  const groups = new Map<string, Answer[]>();
  for (const { id, group, question } of claims) {
    const rate = byId.get(id);
    if (rate) groups.set(group, [...(groups.get(group) ?? []), { question, rate }]);
  }
  return [...groups].map(([group, lines]) => ({ group, lines }));
}

function Line({ question, rate }: Answer) {
  const percentage = 100 * rate.occurrence;
  const interval = readInterval(rate, percentage);
  const all = toPercent(rate.all.occurrence);
  const coin = toPercent(coinOf(rate.coin)?.occurrence);
  const verdict = rate.coin && asRead(rate.coin.verdict.words);
  return (
    <li className={styles.line} data-sample={rate.days < SMALL ? "small" : "whole"}>
      <span className={styles.sentence}>{question}</span>
      <Track {...{ percentage, interval, coin }} others={all} shape="dot" />
      <strong>{formatPercent(percentage)}</strong>
      <span className={styles.beside}>
        {[
          `${formatLimits(interval)} of ${countOf(rate.days, "day")}`,
          `all days ${formatPercent(all)}`,
          verdict,
          expectWords(rate.coin),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </li>
  );
}
