import { useAppDispatch } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
import { AnswerCard } from "@/parts/filters/card/answer-card";
import { Conditions } from "@/parts/filters/conditions/conditions";
import { USUAL } from "@/parts/find/conditions/usual";
import { LedgerButton } from "@/parts/ledger/ledger-button";
import QuestionStart from "@/parts/questions/question-start";
import { CardProbability } from "./card-probability";
import { FocusZones } from "./focus/focus-zones";

const BEGIN_WITH = [
  "Gap up",
  "Gap down",
  "Open inside yesterday's range",
  "Yesterday closed down",
  "Tuesday",
];
const SUGGESTED = USUAL.filter(({ name }) => BEGIN_WITH.includes(name));

/** Where the dashboard's Focus, its conditions and its answers meet. */
export default function FocusView() {
  const dispatch = useAppDispatch();
  return (
    <FocusZones
      conditions={<Conditions usual={SUGGESTED} onAdd={() => dispatch(modalOpened("conditions"))} />}
      aside={<LedgerButton />}
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
