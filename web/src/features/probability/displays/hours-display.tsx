import type { TimeDistribution } from "@/api/generated";
import { capitalise, countOf, formatPercent } from "@/lib/text/format";
import { Drawing } from "../elements/drawing";
import { Caption, Empty } from "../elements/parts";
import { clock, firstBar } from "../figures/bars";
import { hourColumns } from "../figures/columns";
import { type DisplayProps, isOnEverySession, othersOf } from "./display";

export function HoursDisplay({ feature, data, filtered }: DisplayProps) {
  if (!data) return <Empty>No distribution data available</Empty>;
  if (!("hours" in data)) return <Empty>Distribution data not available</Empty>;
  if (data.hours.every(({ days }) => days === 0)) return <Empty>No distribution data available</Empty>;
  const noun = isOnEverySession(feature) ? "day" : "event day";
  return <Hours data={{ ...data, others: othersOf(filtered, data.others) }} noun={noun} />;
}

function Hours({ data, noun }: { data: TimeDistribution; noun: string }) {
  const model = hourColumns(data);
  const days = data.hours.reduce((sum, hour) => sum + hour.days, 0);
  const shares = data.hours.map((hour) => `${clock(firstBar(hour.bar_range))} ${formatPercent(hour.pct)}`);
  const marks = data.hours.map((hour, index) => ({
    text: clock(firstBar(hour.bar_range)),
    place: (100 * (index + 0.5)) / data.hours.length,
  }));
  return (
    <>
      <Drawing
        model={model}
        label={`${capitalise(noun)}s by hour: ${shares.join(", ")}`}
        height={36}
        marks={marks}
      />
      <Caption othersAs={model.others && "line"}>of {countOf(days, noun)}</Caption>
    </>
  );
}
