import { useState } from "react";
import { useLocation } from "react-router";
import { cardShown } from "@/address/show-features";
import { useToAnswers } from "@/address/to-answers";
import { useCatalogue } from "@/api/catalogue";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { EditorPopover, editedBelow } from "@/parts/filters/editor/editor-popover";
import { AnswerBar } from "@/parts/question-row/answer-bar";
import type { Edited, QuestionParts } from "@/parts/question-row/chips";
import { shownAt } from "@/screens/screens";
import { loadConditions } from "./modals";
import { Scope } from "./scope";

export const QUESTION_PARTS: QuestionParts = {
  renderEditor: (edited, close) => <ChipEditor {...edited} onClose={close} />,
  renderScope: (parts) => <Scope parts={parts} />,
};

/** The question and its answer, on the screens where filters matter. */
export function AnswerPlace() {
  const dispatch = useAppDispatch();
  const toAnswers = useToAnswers();
  const { view } = shownAt(useLocation());
  const features = useCatalogue().data?.features ?? [];
  const isFocus = useAppSelector(({ ui }) => ui.view === "focus") && view?.name === "answers";
  if (!view?.question) return null;
  const go = (feature: string) => {
    dispatch(cardShown(feature, features));
    toAnswers();
  };
  return (
    <AnswerBar
      {...QUESTION_PARTS}
      onGo={go}
      hasFoot={view.question === "above and foot"}
      saysNone={!view.ownNotices && !isFocus}
      fetchAhead={() => void loadConditions().catch(() => null)}
    />
  );
}

function ChipEditor({ filter, chip, onClose }: Edited & { onClose: () => void }) {
  const [edited] = useState(() => editedBelow(chip, filter));
  return <EditorPopover edited={edited} onClose={onClose} />;
}
