import { useChartsAllowed } from "@/api/catalogue";
import { AlikePage } from "@/features/alike/alike-page";
import { Legend } from "@/features/gallery/legend";

/** The days like a day, each of which leads to its chart where there are charts. */
export default function AlikeRoute() {
  return <AlikePage hasCharts={useChartsAllowed()} legend={<Legend />} />;
}
