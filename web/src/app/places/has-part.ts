import { useCallback } from "react";
import { useCatalogue } from "@/api/catalogue";
import { flags } from "@/lib/flags";
import type { View } from "@/screens/screens";

/** Whether the build and the visitor's plan have a part; undefined until that is known. */
export function useHasPart(): (part: View["part"]) => boolean | undefined {
  const limits = useCatalogue().data?.profile_limits.features;
  return useCallback(
    (part) => {
      if (part === undefined) return true;
      if (part === "charts" && !flags.charts) return false;
      return limits && limits[part] === true;
    },
    [limits],
  );
}
