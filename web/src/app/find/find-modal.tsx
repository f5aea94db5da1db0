import { useMemo } from "react";
import { useNavigate } from "react-router";
import { isLocked, useAsk } from "@/address/ask";
import { cardsNarrowed, placeWanted } from "@/address/find-slice";
import { cardShown, showFeatures } from "@/address/show-features";
import { useToAnswers } from "@/address/to-answers";
import { useClaims } from "@/api/calls/claims-api";
import { useKnownLists } from "@/api/calls/lists-api";
import { useCatalogue, useChartsAllowed, useSummary } from "@/api/catalogue";
import type { SummaryAnswer } from "@/api/generated";
import { selectTier } from "@/api/session/session-slice";
import { useKept } from "@/kept/kept";
import { keptHistory, keptPresets } from "@/kept/saved-filters";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { categoriesShown, modalOpened, viewChosen } from "@/lib/state/ui-slice";
import { loadSet } from "@/parts/filters/presets/presets";
import { conditionsOf } from "@/parts/find/conditions/condition-entries";
import type { DataDates } from "@/parts/find/days";
import {
  categoryEntries,
  featureEntries,
  presetEntries,
  questionEntries,
  type Target,
} from "@/parts/find/entries";
import { FindDialog } from "@/parts/find/find-dialog";
import { addConditions } from "@/question/add-conditions";
import { lastExplored, type Seal, sealedWords } from "@/question/seals";
import { selectSeal } from "@/question/seals-slice";
import { useHasPart } from "../places/has-part";
import type { ModalProps } from "../shell/modals";
import { claimEntries, methodEntries, screenEntries } from "./screens";

type GoTo = { [Kind in Target["kind"]]: (target: Extract<Target, { kind: Kind }>) => void };

const METHODS = methodEntries();
const FEW_QUESTIONS = 3;

/** The palette over all that the page has: what the tier does not have is not in it. */
export default function FindModal({ onClose }: ModalProps) {
  const hasCharts = useChartsAllowed();
  const { start, entries, conditions } = useEntries();
  const { data: summary, isLoading } = useSummary();
  const isComing = useCatalogue().isLoading || isLoading;
  const seal = useAppSelector(selectSeal);
  const dates = useMemo(
    () => (summary && hasCharts ? datesOf(summary, seal) : null),
    [summary, hasCharts, seal],
  );
  const go = useGo();
  const onGo = (target: Target) => {
    onClose();
    go(target);
  };
  return <FindDialog {...{ start, entries, dates, conditions, isComing, onClose, onGo }} />;
}

function datesOf({ min_date: first, max_date: last }: SummaryAnswer, seal: Seal | undefined): DataDates {
  if (!seal) return { first, last };
  return { first, last: lastExplored(seal), sealed: { first: seal.from, last, words: sealedWords(seal) } };
}

function useEntries() {
  const hasPart = useHasPart();
  const catalogue = useCatalogue().data;
  const presets = useKept(keptPresets).value;
  const history = useKept(keptHistory).value;
  const lists = useKnownLists();
  const claims = useClaims().data?.claims;
  const tier = useAppSelector(selectTier);
  return useMemo(() => {
    const features = catalogue?.features ?? [];
    const categories = categoryEntries(catalogue?.categories ?? []);
    const saved = presetEntries(presets, features);
    const asked = questionEntries(history, features);
    const screens = screenEntries(hasPart);
    const found = catalogue ? featureEntries(catalogue) : [];
    const usual = claimEntries((claims ?? []).filter((claim) => !isLocked(claim, tier)));
    return {
      conditions: catalogue ? conditionsOf(catalogue, lists).sure : () => [],
      start: [...screens, ...asked.slice(0, FEW_QUESTIONS), ...saved, ...categories],
      entries: [...found, ...categories, ...saved, ...screens, ...asked, ...usual, ...METHODS],
    };
  }, [catalogue, presets, history, lists, hasPart, claims, tier]);
}

/** Goes to what was found. */
function useGo(): (target: Target) => void {
  const dispatch = useAppDispatch();
  const catalogue = useCatalogue().data;
  const navigate = useNavigate();
  const ask = useAsk();
  const toDashboard = useToAnswers();
  const ways: GoTo = {
    feature: ({ name }) => {
      dispatch(cardShown(name, catalogue?.features ?? []));
      toDashboard();
    },
    category: ({ id }) => {
      dispatch(viewChosen("all"));
      dispatch(categoriesShown([id]));
      dispatch(placeWanted(id));
      toDashboard();
    },
    set: ({ set }) => {
      if (catalogue) dispatch(loadSet(set, catalogue));
      toDashboard();
    },
    conditions: ({ filters }) => dispatch(addConditions(filters)),
    ask: ({ claim }) => ask?.(claim),
    cards: ({ text, names }) => {
      dispatch(viewChosen("all"));
      dispatch(showFeatures(names, catalogue?.features ?? []));
      dispatch(cardsNarrowed(text));
      toDashboard();
    },
    day: ({ date }) => void navigate(`/chart?date=${date}`),
    screen: ({ path }) => void navigate(path),
    document: ({ path }) => location.assign(path),
    view: ({ view }) => {
      dispatch(viewChosen(view));
      toDashboard();
    },
    dialog: ({ id }) => void dispatch(modalOpened(id)),
  };
  return (target) => (ways[target.kind] as (target: Target) => void)(target);
}
