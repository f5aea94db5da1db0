import { useCatalogue } from "@/api/catalogue";
import { flags } from "@/lib/flags";

/** Whether the build has the chart screen and the visitor's tier may see it. */
export function useChartsAllowed(): boolean {
  const limits = useCatalogue().data?.profile_limits;
  return flags.charts && limits?.features.charts === true;
}
