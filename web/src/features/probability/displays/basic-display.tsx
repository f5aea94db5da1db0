import { Empty } from "../elements/parts";
import { splitOf } from "../split";
import { type DisplayProps, othersOf } from "./display";
import { LabelRates } from "./label-rates";
import { Numbers } from "./numbers";

export function BasicDisplay({ feature, data, filtered, untested }: DisplayProps) {
  if (!data) return <Empty>No distribution data available</Empty>;
  if ("labels" in data && "n" in data) {
    return <LabelRates data={data} days={data.n} filtered={filtered} untested={untested} />;
  }
  if (!("histogram" in data)) return <Empty>Distribution data not available</Empty>;
  if (data.n === 0) return <Empty>No distribution data available</Empty>;
  const isLike = filtered && !splitOf(data.parts)?.mixesOthers;
  const others = othersOf(isLike, data.others);
  const others_histogram = othersOf(isLike, data.others_histogram);
  const parts = data.parts?.map((part) => ({ ...part, others: othersOf(filtered, part.others) })) ?? null;
  return <Numbers data={{ ...data, others, others_histogram, parts }} unit={feature.metadata.unit} />;
}
