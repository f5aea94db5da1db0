import Alert from "@mui/material/Alert";
import { Link } from "react-router";
import { useFeaturesByName } from "@/api/catalogue";
import { baseName } from "@/api/feature-names";
import type { CurveAnswer } from "@/api/generated";
import { barOf, barWords } from "@/features/as-of/state/as-of";
import { useAppSelector } from "@/lib/state/hooks";
import { listed } from "@/lib/text/format";
import { noCoin } from "../state/coin";
import { daysWords } from "./curve-words";
import type { Subjects } from "./subjects";

/** What is to be known of a curve: its days, what decides its outcome, and what is known only later. */
export function Notes({ answer, subjects }: { answer: CurveAnswer; subjects: Subjects }) {
  const { by, outcome } = subjects;
  const features = useFeaturesByName();
  const asOf = barOf(useAppSelector(({ ui }) => ui.asOf));
  const named = (names: readonly string[]) =>
    listed(names.map((name) => features.get(baseName(name))?.displayName ?? name));
  const { points, reason, decided_by, look_ahead } = answer;
  const coin = noCoin(points[0]?.coin);
  return (
    <div role="status">
      {daysWords(answer, subjects).map((words) => (
        <p key={words}>{words}</p>
      ))}
      {asOf !== null && (
        <p>{`As of ${barWords(asOf)}: days on which ${outcome.displayName} had come by then are left out.`}</p>
      )}
      {coin !== null && <p>{coin}</p>}
      {reason === "few_days" && (
        <Alert severity="warning">
          A curve needs 40 days with both values. <Link to="/dashboard">Remove a filter</Link> or take more
          dates.
        </Alert>
      )}
      {decided_by.length > 0 && (
        <Alert severity="info">
          {by.name === outcome.name
            ? `${by.displayName} is both sides of the question, so nothing is tested: choose another outcome.`
            : `${named(decided_by)} decides ${outcome.displayName} in part or in whole, so nothing is tested.`}
        </Alert>
      )}
      {look_ahead.length > 0 && (
        <Alert severity="warning">
          {`Look-ahead: ${named(look_ahead)} ${look_ahead.length === 1 ? "is" : "are"} known only after ${outcome.displayName} can come.`}
        </Alert>
      )}
    </div>
  );
}
