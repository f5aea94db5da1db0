import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { cardShown } from "@/address/show-features";
import { useCatalogue } from "@/api/catalogue";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { EditorPopover, editedBelow } from "@/parts/filters/editor/editor-popover";
import { AnswerBar } from "@/parts/question-row/answer-bar";
import type { Edited } from "@/parts/question-row/chips";
import { screenAt } from "@/screens/screens";
import { loadConditions } from "./modals";
import styles from "./shell.module.css";

/** The question and its answer, on the screens where filters matter. */
export function AnswerPlace() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const features = useCatalogue().data?.features ?? [];
  const isFocus = useAppSelector(({ ui }) => ui.view === "focus") && pathname === "/dashboard";
  const screen = screenAt(pathname);
  if (!screen?.question) return null;
  const go = (feature: string) => {
    dispatch(cardShown(feature, features));
    if (pathname !== "/dashboard") void navigate("/dashboard");
  };
  return (
    <AnswerBar
      renderEditor={(edited, close) => <ChipEditor {...edited} onClose={close} />}
      onGo={go}
      hasFoot={screen.question === "above and foot"}
      saysNone={!screen.ownNotices && !isFocus}
      fetchAhead={() => void loadConditions().catch(() => null)}
    />
  );
}

function ChipEditor({ filter, chip, onClose }: Edited & { onClose: () => void }) {
  const [edited] = useState(() => editedBelow(chip, filter));
  return <EditorPopover edited={edited} onClose={onClose} />;
}

/** Its room, while nothing of it is known yet. */
export function AnswerRoom() {
  const { pathname } = useLocation();
  return screenAt(pathname)?.question ? <div className={styles.answerRoom} /> : null;
}
