import type { TimeDistribution } from "@/api/generated";
import { countOf, formatPercent } from "@/lib/format";
import { clock, firstBar } from "./bars";
import { hourColumns } from "./columns";
import { type DisplayProps, othersOf } from "./display";
import { Drawing } from "./drawing";
import { Caption, Empty } from "./parts";

export function HoursDisplay({ data, filtered }: DisplayProps) {
  if (!data) return <Empty>No distribution data available</Empty>;
  if (!("hours" in data)) return <Empty>Distribution data not available</Empty>;
  if (data.hours.every(({ days }) => days === 0)) return <Empty>No distribution data available</Empty>;
  return <Hours data={{ ...data, others: othersOf(filtered, data.others) }} />;
}

function Hours({ data }: { data: TimeDistribution }) {
  const model = hourColumns(data);
  const eventDays = data.hours.reduce((sum, { days }) => sum + days, 0);
  const shares = data.hours.map((hour) => `${clock(firstBar(hour.bar_range))} ${formatPercent(hour.pct)}`);
  const marks = data.hours.map((hour, index) => ({
    text: clock(firstBar(hour.bar_range)),
    place: (100 * (index + 0.5)) / data.hours.length,
  }));
  return (
    <>
      <Drawing model={model} label={`Event days by hour: ${shares.join(", ")}`} height={36} marks={marks} />
      <Caption othersAs={model.others && "line"}>of {countOf(eventDays, "event day")}</Caption>
    </>
  );
}
