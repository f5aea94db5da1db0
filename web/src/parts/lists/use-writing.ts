import { useState } from "react";
import { usePutDayListMutation } from "@/api/calls/lists-api";
import type { DayList, DayListRequest } from "@/api/generated";
import { codeOf, errorText } from "@/api/request-error";
import { useAppSelector } from "@/lib/state/hooks";

/** Why a list was not written: it is another one by now, or what the service says. */
export type Failure = { isConflict: true } | { isConflict: false; text: string };

/** Writes lists of the instrument shown; `failure` is the last one's, `write` answers what was written, or null. */
export function useWriting() {
  const symbol = useAppSelector(({ session }) => session.snapshot?.symbol ?? null);
  const [put, { isLoading }] = usePutDayListMutation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const write = async (list: Omit<DayListRequest, "symbol">): Promise<DayList | null> => {
    setFailure(null);
    const { data, error } = await put({ dayListRequest: { ...list, symbol } });
    if (data) return data;
    const text = errorText(error) ?? "";
    setFailure(codeOf(error) === "list_changed" ? { isConflict: true } : { isConflict: false, text });
    return null;
  };
  return { write, isWriting: isLoading, failure };
}
