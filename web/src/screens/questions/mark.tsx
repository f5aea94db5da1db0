import type { Verdict } from "@/api/generated";
import { asRead } from "@/lib/text/format";
import styles from "./questions.module.css";

/** Shapes that say a verdict without a colour. */
const SHAPES: Readonly<Record<Verdict["code"], string>> = {
  more: "M6 2 11 10H1Z",
  fewer: "M6 10 1 2H11Z",
  better: "M6 2 11 10H1Z",
  worse: "M6 10 1 2H11Z",
  could_be_chance: "M6 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  looks_different: "M6 1 11 6 6 11 1 6Z",
  agrees: "M1.5 6.5 4.5 9.5 10.5 2.5",
  differs: "M2 2 10 10M10 2 2 10",
  cannot_tell: "M1 6H3M5 6H7M9 6H11",
  not_tested: "M1 6H11",
};

/** A verdict's words, after its shape and what they are `about`. */
export function Marked({ verdict: { code, words }, about = "" }: { verdict: Verdict; about?: string }) {
  return (
    <>
      <svg className={styles.mark} viewBox="0 0 12 12" data-mark={code} aria-hidden="true">
        <path d={SHAPES[code]} />
      </svg>{" "}
      {about + asRead(words)}
    </>
  );
}
