import type { NumberDistribution } from "@/api/generated";
import { countOf } from "@/lib/text/format";
import { Drawing } from "../elements/drawing";
import { Caption, Figure, Figures, More } from "../elements/parts";
import { histogramColumns, histogramEnds } from "../figures/columns";
import { decimalsOf, formatAverage, formatSpan, formatValue } from "../figures/format";
import { splitOf } from "../split";
import { NumberParts } from "./number-parts";

interface Props {
  data: NumberDistribution;
  unit: string | null;
}

/** A number's histogram with its middle; where an event splits what it means, with the middle of either kind of day. */
export function Numbers({ data, unit }: Props) {
  const model = histogramColumns(data, unit);
  const [first, last] = histogramEnds(data, unit);
  const isMixed = splitOf(data.parts)?.mixesMatched ?? false;
  const marks = [
    { text: first, place: 0 },
    { text: last, place: 100 },
  ];
  return (
    <>
      <Drawing model={model} label={sentence(data, unit)} height={56} marks={marks} />
      <Caption othersAs={model.others && "line"}>
        {countOf(data.n, "day")}
        {isMixed && ", both kinds"}
      </Caption>
      {data.parts ? <NumberParts parts={data.parts} unit={unit} /> : <Middle {...{ data, unit }} />}
      {!isMixed && (
        <More about="the distribution">
          {data.parts && <Middle {...{ data, unit }} />}
          <Spread {...{ data, unit }} />
        </More>
      )}
    </>
  );
}

function Middle({ data, unit }: Props) {
  const { lower, upper } = data.median_interval;
  const decimals = decimalsOf(unit);
  return (
    <Figures>
      <Figure name="median">{formatValue(data.median, unit)}</Figure>
      <Figure name="95%">{formatSpan(lower, upper, null, decimals)}</Figure>
      <Figure name="mean">{formatAverage(data.mean)}</Figure>
      {data.others && (
        <Figure name="others' median">{formatValue(data.others.median, null, decimals)}</Figure>
      )}
    </Figures>
  );
}

function Spread({ data, unit }: Props) {
  const decimals = decimalsOf(unit);
  return (
    <Figures>
      <Figure name="quartiles">{formatSpan(data.q1, data.q3, null, decimals)}</Figure>
      <Figure name="range">{formatSpan(data.min, data.max, null, decimals)}</Figure>
      <Figure name="standard deviation">{formatAverage(data.std)}</Figure>
      {data.others && (
        <Figure name="others' quartiles">
          {formatSpan(data.others.q1, data.others.q3, null, decimals)}, {countOf(data.others.n, "day")}
        </Figure>
      )}
    </Figures>
  );
}

function sentence(data: NumberDistribution, unit: string | null): string {
  const range = formatSpan(data.min, data.max, unit);
  if (data.parts) return `${countOf(data.n, "day")} by value, from ${range}`;
  const beside = data.others ? `; other days median ${formatValue(data.others.median, unit)}` : "";
  return (
    `${countOf(data.n, "day")} by value: median ${formatValue(data.median, unit)}, ` +
    `middle half ${formatSpan(data.q1, data.q3, unit)}, from ${range}${beside}`
  );
}
