import { baseName, lagOf } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import type { AppThunk } from "@/lib/state/hooks";
import { categoriesShown, previousDayFiltersShown, probabilityShown } from "@/lib/state/ui-slice";
import { placeWanted } from "./find-slice";

/** Let the cards of features be seen: their categories come onto the page, and previous-day filters where one is. */
export const showFeatures =
  (names: readonly string[], features: readonly Feature[]): AppThunk =>
  (dispatch) => {
    const wanted = new Set(names.map(baseName));
    const shown = features.filter(({ name }) => wanted.has(name)).map(({ category }) => category);
    dispatch(categoriesShown([...new Set(shown)]));
    if (names.some((name) => lagOf(name) === 1)) dispatch(previousDayFiltersShown());
  };

/** Open a card's probability, and take the focus there as soon as it stands on the page. */
export const cardShown =
  (name: string, features: readonly Feature[]): AppThunk =>
  (dispatch) => {
    dispatch(showFeatures([name], features));
    dispatch(probabilityShown(name));
    dispatch(placeWanted(name));
  };
