import { addListener, isAnyOf, removeListener, type UnknownAction } from "@reduxjs/toolkit";
import { useEffect, useEffectEvent, useRef } from "react";
import { useStore } from "react-redux";
import { useLocation, useNavigate } from "react-router";
import { daysListed } from "@/address/days-slice";
import { galleryAsked } from "@/address/gallery-slice";
import { addressQuery, addressShown, LINK_PARAMETERS } from "@/address/link";
import { daySelected } from "@/kept/chart/chart-slice";
import { type AppDispatch, type RootState, useAppDispatch } from "@/lib/state/hooks";
import { modalClosed, modalOpened, symbolChosen } from "@/lib/state/ui-slice";
import { filtersApplied } from "@/question/filters-slice";

/** Browsers take only so many changes of the address. */
const SHORTEST_MS = 100;
/** By now what was chosen is painted. */
const AFTER_MS = 50;

const listening = addListener.withTypes<RootState, AppDispatch>();
const notListening = removeListener.withTypes<RootState, AppDispatch>();
const isOther = (_: unknown, now: RootState, before: RootState) => addressQuery(now) !== addressQuery(before);
const isChoice = isAnyOf(
  filtersApplied,
  symbolChosen,
  daySelected,
  daysListed,
  galleryAsked,
  modalOpened,
  modalClosed,
);

/**
 * What a visitor would go back from. The day that a link names is the link's step; a choice that the server could not
 * answer is taken back without a word.
 */
const isStep = (action: UnknownAction) =>
  isChoice(action) && action.payload !== null && !isDayLink(window.location);

const isDayLink = ({ pathname, search }: Location) =>
  pathname === "/chart" && new URLSearchParams(search).has("date");

/** Keeps the address to what the page shows, and the page to the address where a visitor goes back or forward. */
export function LiveAddress() {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const navigate = useNavigate();
  const location = useLocation();
  const isOnItsWay = useEffectEvent(() => window.location.pathname !== location.pathname);
  const write = useEffectEvent((isStep: boolean) => {
    const { pathname, search, hash } = window.location;
    const rest = new URLSearchParams(search);
    for (const name of LINK_PARAMETERS) rest.delete(name);
    const query = [rest.toString(), addressQuery(store.getState())].filter(Boolean).join("&");
    if (new URLSearchParams(search).toString() === query) return;
    void navigate({ pathname, search: query, hash }, { replace: !isStep, state: location.state });
  });
  const planned = useRef<() => void>(() => {});
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStepTaken = false;
    let writtenAt = 0;
    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      // A screen that is still loading is written once it is there, else its link would seem no step to others.
      if (isOnItsWay()) return;
      write(isStepTaken);
      [isStepTaken, writtenAt] = [false, Date.now()];
    };
    const plan = () => {
      timer ??= setTimeout(flush, Math.max(AFTER_MS, writtenAt + SHORTEST_MS - Date.now()));
    };
    const goBack = () => {
      dispatch(addressShown(window.location.search));
      isStepTaken = false;
      flush();
    };
    planned.current = plan;
    const effect = (action: UnknownAction) => {
      isStepTaken ||= isStep(action);
      plan();
    };
    const listener = { predicate: isOther, effect };
    dispatch(listening(listener));
    window.addEventListener("popstate", goBack);
    return () => {
      dispatch(notListening(listener));
      clearTimeout(timer);
      window.removeEventListener("popstate", goBack);
    };
  }, [dispatch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to another screen does not say what is shown
  useEffect(() => planned.current(), [location]);
  return null;
}
