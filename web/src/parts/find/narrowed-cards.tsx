import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from "react";
import { cardsNarrowed } from "@/address/find-slice";
import { useCatalogue } from "@/api/catalogue";
import type { FeaturesAnswer } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { CardMatches } from "./card-matches";

type MatchingNames = (catalogue: FeaturesAnswer) => (text: string) => ReadonlySet<string>;

/** Gives the dashboard within it the cards that match the search text, without rendering it again. */
export function NarrowedCards({ children }: { children: ReactNode }) {
  const text = useTypedText();
  const catalogue = useCatalogue().data;
  const matching = useMatching(text !== "");
  const match = useMemo(() => catalogue && matching?.(catalogue), [catalogue, matching]);
  const matches = useMemo(() => (text === "" || !match ? null : match(text)), [text, match]);
  return <CardMatches value={matches}>{children}</CardMatches>;
}

/** Typing does not wait for the cards; all of them are back at once, as one may be about to take the focus. */
function useTypedText(): string {
  const text = useAppSelector(({ find }) => find.cardText).trim();
  const later = useDeferredValue(text);
  return text === "" ? text : later;
}

/** The matching of texts, which comes over the network with the first one. */
function useMatching(isAsked: boolean): MatchingNames | null {
  const dispatch = useAppDispatch();
  const [matching, setMatching] = useState<MatchingNames | null>(null);
  useEffect(() => {
    if (!isAsked || matching) return;
    import("./matching").then(
      (module) => setMatching(() => module.matchingNames),
      () => {
        dispatch(cardsNarrowed(""));
        dispatch(toastAdded("error", "The cards cannot be narrowed now. Please try again."));
      },
    );
  }, [dispatch, isAsked, matching]);
  return matching;
}
