import type { Feature } from "@/api/generated";
import { asRead } from "@/lib/text/format";
import { about } from "@/question/about";
import { oneEnded } from "@/question/filters";
import styles from "./filter-card.module.css";
import type { Draft } from "./filter-draft";
import { inputKind } from "./input-kind";

/** Beside a range with one number: the two other things that one number may mean. */
export function Closer({ feature, filter, edit }: Omit<Draft, "status"> & { feature: Feature }) {
  const bound = oneEnded(filter);
  if (!bound || inputKind(feature) !== "number") return null;
  const { value } = bound;
  const ends = about(value, feature);
  return (
    <span className={styles.closer}>
      <button type="button" onClick={() => edit({ operator: "range", value: ends })}>
        {asRead(`about ${value} (${ends.join(" to ")})`)}
      </button>
      <button type="button" onClick={() => edit({ operator: "=", value })}>
        exactly
      </button>
    </span>
  );
}
