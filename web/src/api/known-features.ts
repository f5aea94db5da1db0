import type { Feature, FeaturesAnswer } from "./generated";

interface Queried {
  endpointName?: string;
  data?: unknown;
}

/** Every feature of the catalogues that were answered so far; the calls' own file knows no endpoint. */
export function knownFeatures(state: unknown): readonly Feature[] {
  const { queries } = (state as { cad: { queries: Record<string, Queried | undefined> } }).cad;
  return Object.values(queries).flatMap((query) =>
    query?.endpointName === "features" ? ((query.data as FeaturesAnswer | undefined)?.features ?? []) : [],
  );
}
