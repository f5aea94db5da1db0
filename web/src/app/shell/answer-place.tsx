import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { cardShown } from "@/address/show-features";
import { useCatalogue } from "@/api/catalogue";
import { useAppDispatch } from "@/lib/state/hooks";
import { EditorPopover, editedBelow } from "@/parts/filters/editor/editor-popover";
import { AnswerBar } from "@/parts/question-row/answer-bar";
import type { Edited } from "@/parts/question-row/chips";
import { loadConditions } from "./modals";
import styles from "./shell.module.css";

/** The screens that filters matter on, and whether Apply stands at their foot where the page is narrow. */
const SCREENS: Record<string, { hasFoot: boolean }> = {
  "/dashboard": { hasFoot: true },
  "/excursion": { hasFoot: true },
  "/curve": { hasFoot: true },
  "/chart": { hasFoot: false },
  "/path": { hasFoot: false },
  "/compare": { hasFoot: false },
  "/days": { hasFoot: false },
};

/** Whether filters matter on the screen of a path. */
export const asksQuestion = (path: string) => path in SCREENS;

/** The question and its answer, on the screens where filters matter. */
export function AnswerPlace() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const features = useCatalogue().data?.features ?? [];
  const screen = SCREENS[pathname];
  if (!screen) return null;
  const go = (feature: string) => {
    dispatch(cardShown(feature, features));
    if (pathname !== "/dashboard") void navigate("/dashboard");
  };
  return (
    <AnswerBar
      renderEditor={(edited, close) => <ChipEditor {...edited} onClose={close} />}
      onGo={go}
      hasFoot={screen.hasFoot}
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
  return SCREENS[pathname] ? <div className={styles.answerRoom} /> : null;
}
