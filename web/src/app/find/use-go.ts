import { useLocation, useNavigate } from "react-router";
import { useCatalogue } from "@/api/catalogue";
import { showFeatures } from "@/features/dashboard/state/show-features";
import { loadSet } from "@/features/filters/presets/presets";
import type { Target } from "@/features/find/entries";
import { cardsNarrowed, placeWanted } from "@/features/find/state/find-slice";
import { useAppDispatch } from "@/lib/state/hooks";
import { categoriesShown, modalOpened, probabilityShown } from "@/lib/state/ui-slice";

type GoTo = { [Kind in Target["kind"]]: (target: Extract<Target, { kind: Kind }>) => void };

/** Goes to what was found. */
export function useGo(): (target: Target) => void {
  const dispatch = useAppDispatch();
  const catalogue = useCatalogue().data;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const toDashboard = () => pathname !== "/dashboard" && void navigate("/dashboard");
  const ways: GoTo = {
    feature: ({ name }) => {
      dispatch(showFeatures([name], catalogue?.features ?? []));
      dispatch(probabilityShown(name));
      dispatch(placeWanted(name));
      toDashboard();
    },
    category: ({ id }) => {
      dispatch(categoriesShown([id]));
      dispatch(placeWanted(id));
      toDashboard();
    },
    set: ({ set }) => {
      if (catalogue) dispatch(loadSet(set, catalogue));
      toDashboard();
    },
    cards: ({ text, names }) => {
      dispatch(showFeatures(names, catalogue?.features ?? []));
      dispatch(cardsNarrowed(text));
      toDashboard();
    },
    day: ({ date }) => void navigate(`/chart?date=${date}`),
    screen: ({ path }) => void navigate(path),
    dialog: ({ id }) => void dispatch(modalOpened(id)),
  };
  return (target) => (ways[target.kind] as (target: Target) => void)(target);
}
