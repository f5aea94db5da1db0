import Box from "@mui/material/Box";
import { Screen } from "@/kit/screen";
import { capitalise } from "@/lib/text/format";
import { SIGNAL_MEANINGS } from "@/plot/candles/layers/signals";
import { DEFAULT_AMA, SIGNAL_NUMBERS } from "@/plot/settings/ama-settings";
import styles from "./demo.module.css";
import { SimpleChart } from "./simple-chart";
import { DEMO_DATE, PAGE } from "./simple-config";

const EXPLANATION = [
  "AMA signals read price action bar by bar. A bar that trades beyond the high or the low of the bar before it is a breakout, where it also closes near its own end: its IBS says how near, 0 at the low and 100 at the high.",
  "A climax bar carries one end on much farther than the other, in the direction of the bar before, and closes beyond that bar. An outside bar goes beyond both ends. A big breakout has a range that stands out from the bars before it. A follow-through bar comes after a signal and closes beyond that bar, to the same side.",
  "Each signal paints its bar. Switch the painting off to see the bars alone, or take the standard color to keep the signals in the tooltip only.",
];

const PROSE = { maxWidth: "68ch", color: "text.secondary", fontSize: "var(--type-body)", lineHeight: 1.6 };

/** What the signals are, on one day. */
export default function AmaDemoPage() {
  return (
    <Screen title="AMA Demo" sx={PAGE}>
      {EXPLANATION.map((text) => (
        <Box key={text} component="p" sx={PROSE}>
          {text}
        </Box>
      ))}
      <SimpleChart date={DEMO_DATE} />
      <section aria-labelledby="legend">
        <Box id="legend" component="h2" sx={{ mb: 2, fontSize: "var(--type-lead)" }}>
          Color Legend
        </Box>
        <ul className={styles.legend}>
          {SIGNAL_NUMBERS.map((number) => (
            <li key={number}>
              <i style={{ background: DEFAULT_AMA.display.colors[number] }} aria-hidden="true" />
              {capitalise(SIGNAL_MEANINGS[number])}
            </li>
          ))}
        </ul>
      </section>
    </Screen>
  );
}
