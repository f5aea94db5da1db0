import { FocusZones } from "@/features/dashboard/focus/focus-zones";
import { DaysButton } from "@/features/days/days-button";
import { ExportLink } from "@/features/export/export-link";
import { AnswerCard } from "@/features/filters/card/answer-card";
import { Conditions } from "@/features/filters/conditions/conditions";
import { USUAL } from "@/features/find/conditions/usual";
import { LedgerButton } from "@/features/ledger/ledger-button";
import QuestionStart from "@/features/questions/question-start";
import { useAppDispatch } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
import { CardProbability } from "./card-probability";

const BEGIN_WITH = [
  "Gap up",
  "Gap down",
  "Open inside yesterday's range",
  "Yesterday closed down",
  "Tuesday",
];
const SUGGESTED = USUAL.filter(({ title }) => BEGIN_WITH.includes(title));

/** Where the dashboard's Focus, its conditions and its answers meet. */
export default function FocusView() {
  const dispatch = useAppDispatch();
  return (
    <FocusZones
      conditions={<Conditions usual={SUGGESTED} onAdd={() => dispatch(modalOpened("conditions"))} />}
      aside={
        <>
          <DaysButton />
          <ExportLink />
          <LedgerButton />
        </>
      }
      start={<QuestionStart />}
      onAdd={() => dispatch(modalOpened("find"))}
      renderAnswer={(feature) => (
        <AnswerCard feature={feature}>
          <CardProbability feature={feature} />
        </AnswerCard>
      )}
    />
  );
}
