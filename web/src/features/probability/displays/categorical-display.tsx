import { Empty } from "../elements/parts";
import type { DisplayProps } from "./display";
import { LabelRates } from "./label-rates";

export function CategoricalDisplay({ data, filtered, untested }: DisplayProps) {
  if (!data) return <Empty>No distribution data available</Empty>;
  if (!("total_observations" in data) || !data.distribution)
    return <Empty>Distribution data not available</Empty>;
  return <LabelRates data={data} days={data.total_observations} filtered={filtered} untested={untested} />;
}
