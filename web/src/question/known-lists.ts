import type { DayListsAnswer } from "@/api/generated";
import type { RootState } from "@/lib/state/hooks";

interface Queried {
  endpointName?: string;
  originalArgs?: { symbol?: string };
  data?: unknown;
}

/**
 * The names of the lists of days of the data shown, in small letters; undefined where they were not asked for. Read off
 * the calls' cache, as `knownFeatures` is: what filters are fit by knows no call.
 */
export function listNames(state: RootState): ReadonlySet<string> | undefined {
  const { symbol } = state.ui;
  if (symbol !== null && symbol !== state.session.snapshot?.symbol) return undefined;
  const { queries } = (state as unknown as { cad: { queries: Record<string, Queried | undefined> } }).cad;
  const answered = Object.values(queries).find(
    (query) =>
      query?.endpointName === "dayLists" &&
      query.data &&
      query.originalArgs?.symbol === (symbol ?? undefined),
  );
  const { lists } = (answered?.data ?? {}) as Partial<DayListsAnswer>;
  return lists && new Set(lists.map(({ name }) => name.toLowerCase()));
}
