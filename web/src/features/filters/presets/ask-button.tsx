import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button, type ButtonProps } from "@/lib/ui/button";
import styles from "./saved-filters.module.css";

interface Props extends Omit<ButtonProps, "onClick"> {
  question: string;
  /** The word of the button that goes through with it. */
  answer: string;
  onConfirm: () => void;
}

/** A button that asks before it acts; Escape takes the question back. */
export function AskButton({ question, answer, onConfirm, ...props }: Props) {
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!isAsking && wasAsked.current) opener.current?.focus();
    wasAsked.current = isAsking;
  }, [isAsking]);
  if (!isAsking) return <Button {...props} ref={opener} onClick={() => setAsking(true)} />;
  return <Question {...{ question, answer, onConfirm }} onCancel={() => setAsking(false)} />;
}

interface QuestionProps extends Pick<Props, "question" | "answer" | "onConfirm"> {
  onCancel: () => void;
}

/** A question in place, with the answer that acts focused. */
export function Question({ question, answer, onConfirm, onCancel }: QuestionProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <div role="alertdialog" aria-label={question} className={styles.question} onKeyDown={cancelOnEscape}>
      <p>{question}</p>
      <Button ref={first} onClick={onConfirm}>
        {answer}
      </Button>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
