import styles from "./demo.module.css";
import type { DemoDay } from "./use-demo-day";

/** What was asked and what came, without the bars. */
export function DebugInfo({ shown: { day, asked } }: { shown: DemoDay }) {
  const { availableDates: _dates, ...navigation } = day?.navigation ?? { availableDates: [] };
  const answer = {
    asked,
    metadata: day?.metadata ?? null,
    navigation,
    referenceLines: day?.referenceLines ?? null,
    bars: day?.bars.length ?? 0,
    amaSignals: day?.amaSignals.filter(({ signal_type }) => signal_type !== 0) ?? [],
  };
  return (
    <section className={styles.debug} aria-label="Debug info">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard */}
      <pre tabIndex={0}>{JSON.stringify(answer, null, 2)}</pre>
    </section>
  );
}
