import type { NumberDistribution } from "@/api/generated";
import { countOf } from "@/lib/format";
import { histogramColumns, histogramEnds } from "./columns";
import { Drawing } from "./drawing";
import { formatAverage, formatSpan } from "./format";
import { Caption, Figure, Figures, More } from "./parts";

interface Props {
  data: NumberDistribution;
  unit: string | null;
}

/** A number's histogram with its middle. */
export function Numbers({ data, unit }: Props) {
  const model = histogramColumns(data, unit);
  const [first, last] = histogramEnds(data, unit);
  const marks = [
    { text: first, place: 0 },
    { text: last, place: 100 },
  ];
  const { lower, upper } = data.median_interval;
  return (
    <>
      <Drawing model={model} label={sentence(data, unit)} height={56} marks={marks} />
      <Caption othersAs={model.others && "line"}>{countOf(data.n, "day")}</Caption>
      <Figures>
        <Figure name="median">{formatAverage(data.median, unit)}</Figure>
        <Figure name="95%">{formatSpan(lower, upper)}</Figure>
        <Figure name="mean">{formatAverage(data.mean)}</Figure>
        {data.others && <Figure name="others' median">{formatAverage(data.others.median)}</Figure>}
      </Figures>
      <More about="the distribution">
        <Figures>
          <Figure name="quartiles">{formatSpan(data.q1, data.q3)}</Figure>
          <Figure name="range">{formatSpan(data.min, data.max)}</Figure>
          <Figure name="standard deviation">{formatAverage(data.std)}</Figure>
          {data.others && (
            <Figure name="others' quartiles">
              {formatSpan(data.others.q1, data.others.q3)}, {countOf(data.others.n, "day")}
            </Figure>
          )}
        </Figures>
      </More>
    </>
  );
}

function sentence(data: NumberDistribution, unit: string | null): string {
  const beside = data.others ? `; other days median ${formatAverage(data.others.median, unit)}` : "";
  return (
    `${countOf(data.n, "day")} by value: median ${formatAverage(data.median, unit)}, ` +
    `middle half ${formatSpan(data.q1, data.q3, unit)}, from ${formatSpan(data.min, data.max, unit)}${beside}`
  );
}
