import type { QuizDay, QuizResult } from "@/api/generated";
import type { Answer } from "@/kept/quiz/answers";
import { aFeature, gapFillBar } from "@/lib/testing/fixtures";

const INSIDE = {
  phrase: "Inside day",
  phrase_not: "No inside day",
  question: "Will it be an inside day?",
};

export const insideDay = {
  ...aFeature({ name: "inside_day", displayName: "Inside Day", type: "boolean", phrases: INSIDE }),
  known_at_bar: 81,
  known_words: "at the close, 16:15",
  spans_from: 1,
};

/** So many bars that climb a tick each, from the open. */
export function climbing(count: number): QuizDay["bars"] {
  const o = Array.from({ length: count }, (_, at) => at);
  const c = o.map((open) => open + 1);
  return { o, h: c.map((close) => close + 2), l: o.map((open) => open - 2), c };
}

export function aQuizDay(parts: Partial<QuizDay> = {}): QuizDay {
  const as_of = parts.as_of ?? 12;
  return {
    token: "t1",
    expires_at: 2_000_000_000,
    as_of,
    feature: gapFillBar.name,
    adr10: 200,
    levels: { hoy: 40, loy: -400, coy: -10, gxh: null, gxl: -20 },
    bars: climbing(as_of),
    snapshot: "s1",
    ...parts,
  };
}

export function aQuizResult(parts: Partial<QuizResult> = {}): QuizResult {
  return {
    date: "2024-05-02",
    occurred: true,
    bar: 34,
    brier: 0.09,
    base: { days: 412, occurrence_days: 252, occurrence: 252 / 412, brier: 0.1508 },
    coin: { days: 9000, occurrence_days: 5400, occurrence: 0.6, brier: 0.16 },
    bars: climbing(81),
    snapshot: "s1",
    ...parts,
  };
}

export function anAnswer(parts: Partial<Answer> = {}): Answer {
  return {
    probability: 70,
    occurred: true,
    base: 0.6,
    coin: 0.5,
    date: "2024-05-02",
    feature: gapFillBar.name,
    as_of: 12,
    symbol: "ES",
    snapshot: "s1",
    at: 1_760_000_000_000,
    round: null,
    ...parts,
  };
}
