import type { Limits } from "@/lib/text/number-text";

export const AMA_LIMITS = {
  factor: { min: 1, max: 3, step: 0.1, fallback: 1.8 },
  zscoreLookback: { min: 5, max: 50, step: 1, fallback: 20 },
  zscoreThreshold: { min: 0.5, max: 3, step: 0.05, fallback: 1.05 },
  rangeLookback: { min: 1, max: 20, step: 1, fallback: 10 },
  rangeFactor: { min: 0.1, max: 3, step: 0.1, fallback: 1.2 },
} as const satisfies Record<string, Limits>;

export const HIGHEST_IBS = 100;
export const IBS_LIMITS: Limits = { min: 0, max: HIGHEST_IBS, step: 1, fallback: HIGHEST_IBS };

/** What stands for an IBS filter that is off. */
export const IBS_OFF = -1;
