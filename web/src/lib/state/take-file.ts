import { BadFile } from "@/lib/storage/saved-file";
import { countOf, listed } from "@/lib/text/format";
import type { AppThunk } from "./hooks";
import { toastAdded } from "./ui-slice";

interface Taken {
  /** The names in the file, and those its entries have now. */
  asked: readonly string[];
  given: readonly string[];
}

/** Bring back what a file holds and say what came of it: `take` changes the state, or throws BadFile. */
export const takeFile =
  (noun: string, take: () => Promise<Taken>): AppThunk<Promise<void>> =>
  async (dispatch) => {
    try {
      const { asked, given } = await take();
      const renamed = given.some((name, at) => name !== asked[at]);
      const more = renamed ? " A name that existed got a number." : "";
      const words = `Brought back ${countOf(given.length, noun)}: ${listed(given)}.${more}`;
      dispatch(toastAdded("success", words));
    } catch (reason) {
      const why = reason instanceof BadFile ? reason.message : "the file could not be read";
      dispatch(
        toastAdded("error", `Nothing was brought back. ${why.charAt(0).toUpperCase()}${why.slice(1)}.`),
      );
    }
  };
