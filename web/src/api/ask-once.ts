import type { AppThunk } from "@/lib/state/hooks";

interface Query<Result> extends PromiseLike<Result> {
  unsubscribe: () => void;
}

/**
 * Ask a query that no component shows. It has a subscriber until it is answered: RTK Query removes a query without one,
 * even while it is under way, when the connection comes back.
 */
export const askOnce =
  <Result>(asking: AppThunk<Query<Result>>): AppThunk<Promise<Result>> =>
  async (dispatch) => {
    const query = dispatch(asking);
    try {
      return await query;
    } finally {
      query.unsubscribe();
    }
  };

/**
 * The answer to a query that no component shows.
 *
 * @throws the failure, where there is no answer.
 */
export const answerOnce =
  <Answer>(
    asking: AppThunk<Query<{ data?: Answer | undefined; error?: unknown }>>,
  ): AppThunk<Promise<Answer>> =>
  async (dispatch) => {
    const { data, error } = await dispatch(askOnce(asking));
    // A query that fails keeps the answer it had before.
    if (error !== undefined || data === undefined) throw error;
    return data;
  };
