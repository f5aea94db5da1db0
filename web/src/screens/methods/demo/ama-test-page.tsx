import Box from "@mui/material/Box";
import { useState } from "react";
import { useSummary } from "@/api/catalogue";
import { Button } from "@/kit/button";
import { DateButton } from "@/kit/fields/date-button";
import { Screen } from "@/kit/screen";
import { formatDate } from "@/lib/text/format";
import styles from "./demo.module.css";
import { SimpleChart } from "./simple-chart";
import { DEMO_DATE, PAGE } from "./simple-config";
import type { DemoDay } from "./use-demo-day";

/** A day's signals next to the service's answer. */
export default function AmaTestPage() {
  const [date, setDate] = useState(DEMO_DATE);
  const [isDebugging, setDebugging] = useState(false);
  const { min_date: min = DEMO_DATE, max_date: max = DEMO_DATE } = useSummary().data ?? {};
  return (
    <Screen title="AMA Test" sx={PAGE}>
      <div className={styles.controls}>
        <DateButton label="Date" value={date} {...{ min, max }} onPick={setDate} />
        <Button aria-expanded={isDebugging} onClick={() => setDebugging(!isDebugging)}>
          {isDebugging ? "Hide Debug Info" : "Show Debug Info"}
        </Button>
      </div>
      <SimpleChart date={date}>
        {(shown) => (
          <>
            {shown.asked && shown.asked.date !== date && (
              <Box
                role="status"
                sx={{ p: "8px 12px", borderTop: 1, borderColor: "divider", color: "text.secondary" }}
              >
                {`No session on ${formatDate(date)}: the nearest is ${formatDate(shown.asked.date)}.`}
              </Box>
            )}
            {isDebugging && <DebugInfo {...shown} />}
          </>
        )}
      </SimpleChart>
    </Screen>
  );
}

/** What was asked and what came, without the bars. */
function DebugInfo({ day, asked }: DemoDay) {
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
