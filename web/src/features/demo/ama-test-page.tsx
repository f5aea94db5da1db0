import { useState } from "react";
import { useSummary } from "@/api/catalogue";
import { formatDate } from "@/lib/text/format";
import { Button } from "@/lib/ui/button";
import { DateButton } from "@/lib/ui/fields/date-button";
import { DebugInfo } from "./debug-info";
import styles from "./demo.module.css";
import { SimpleChart } from "./simple-chart";
import { DEMO_DATE } from "./simple-config";
import type { DemoDay } from "./use-demo-day";

/** A day's signals beside what the service answered. */
export default function AmaTestPage() {
  const [date, setDate] = useState(DEMO_DATE);
  const [isDebugging, setDebugging] = useState(false);
  const summary = useSummary().data;
  return (
    <div className={styles.page}>
      <h1>AMA Test</h1>
      <div className={styles.controls}>
        <DateButton
          label="Date"
          value={date}
          min={summary?.min_date ?? DEMO_DATE}
          max={summary?.max_date ?? DEMO_DATE}
          onPick={setDate}
        />
        <Button aria-expanded={isDebugging} onClick={() => setDebugging(!isDebugging)}>
          {isDebugging ? "Hide Debug Info" : "Show Debug Info"}
        </Button>
      </div>
      <SimpleChart date={date}>
        {(shown) => (
          <>
            <Replaced date={date} shown={shown} />
            {isDebugging && <DebugInfo shown={shown} />}
          </>
        )}
      </SimpleChart>
    </div>
  );
}

/** Says so where another day stands in for the chosen one. */
function Replaced({ date, shown: { asked } }: { date: string; shown: DemoDay }) {
  if (!asked?.date || asked.date === date) return null;
  return (
    <p className={styles.note} role="status">
      {`No session on ${formatDate(date)}: the nearest is ${formatDate(asked.date)}.`}
    </p>
  );
}
