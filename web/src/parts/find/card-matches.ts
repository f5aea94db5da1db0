import { createContext, useContext } from "react";

/** The features whose cards match what the dashboard is narrowed by; null where it is not. */
export const CardMatches = createContext<ReadonlySet<string> | null>(null);

export const useCardMatches = () => useContext(CardMatches);
