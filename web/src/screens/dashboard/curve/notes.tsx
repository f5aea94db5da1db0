import Alert from "@mui/material/Alert";
import { Link } from "react-router";
import { useFeaturesByName } from "@/api/catalogue";
import type { CurveAnswer } from "@/api/generated";
import { useAppSelector } from "@/lib/state/hooks";
import { barOf, barWords } from "@/question/as-of";
import { noCoin } from "@/question/figures/coin";
import type { Subjects } from "./subjects";
import { daysWords, NEEDS_DAYS, namesOf } from "./words";

/** What is to be known of a curve: its days, and what is known only later. */
export function Notes({ answer, subjects }: { answer: CurveAnswer; subjects: Subjects }) {
  const { outcome } = subjects;
  const features = useFeaturesByName();
  const asOf = barOf(useAppSelector(({ ui }) => ui.asOf));
  const leftOut = outcome.by_bar_safe
    ? `: days on which ${outcome.displayName} had come by then are left out`
    : "";
  const { points, reason, look_ahead } = answer;
  const coin = noCoin(points[0]?.coin);
  return (
    <div role="status">
      {daysWords(answer, subjects).map((words) => (
        <p key={words}>{words}</p>
      ))}
      {asOf !== null && <p>{`Known up to ${barWords(asOf)}${leftOut}.`}</p>}
      {coin !== null && <p>{coin}</p>}
      {reason === "few_days" && (
        <Alert severity="warning">
          {NEEDS_DAYS} <Link to="/dashboard">Remove a filter</Link> or take more dates.
        </Alert>
      )}
      {look_ahead.length > 0 && (
        <Alert severity="warning">
          {`Look-ahead: ${namesOf(look_ahead, features)} ${look_ahead.length === 1 ? "is" : "are"} known only after ${outcome.displayName} can come.`}
        </Alert>
      )}
    </div>
  );
}
