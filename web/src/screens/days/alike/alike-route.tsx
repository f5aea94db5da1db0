import { useChartsAllowed } from "@/api/catalogue";
import { Legend } from "../gallery/legend";
import { AlikePage } from "./alike-page";

/** The days like a day, each of which leads to its chart where there are charts. */
export default function AlikeRoute() {
  return <AlikePage hasCharts={useChartsAllowed()} legend={<Legend />} />;
}
