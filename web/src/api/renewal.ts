import type { CallError } from "./request-error";

const STATUS = "CUSTOM_ERROR";

/**
 * What an answer comes to that is of another snapshot than the one it was asked about. Its figures would stand beside
 * those of the other; the question is put again once the page shows the newer snapshot.
 */
export const OTHER_SNAPSHOT: CallError = { status: STATUS, error: "of another snapshot" };

interface Asked {
  error?: unknown;
  isError: boolean;
  isFetching: boolean;
}

/** The same, where an answer of another snapshot is one that is still on its way. */
export function untilRenewed<Result extends Asked>(result: Result): Result {
  const { error } = result;
  const isOther = typeof error === "object" && error !== null && "status" in error && error.status === STATUS;
  return isOther ? { ...result, error: undefined, isError: false, isFetching: true } : result;
}
